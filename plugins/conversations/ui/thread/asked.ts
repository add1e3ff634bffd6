/** What the window's commands ask of the transcript that is on screen, by an event on the window. */
export const askedOfThread = 'conversations-thread-asked';

export type AskedOfThread = 'find' | 'outline';

export function askThread(what: AskedOfThread): void {
  dispatchEvent(new CustomEvent<AskedOfThread>(askedOfThread, { detail: what }));
}

/** Files that were dropped on the transcript, on their way to whatever shows the composer: detail `{ files }`. */
export const filesDropped = 'conversations-files';
