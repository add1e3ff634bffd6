/** What the window's commands ask of the transcript that is on screen, by an event on the window. */
export const askedOfThread = 'conversations-thread-asked';

export type AskedOfThread = 'find' | 'outline';

export function askThread(what: AskedOfThread): void {
  dispatchEvent(new CustomEvent<AskedOfThread>(askedOfThread, { detail: what }));
}
