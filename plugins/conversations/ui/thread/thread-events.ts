/** Dispatched on `window` by commands, for the transcript on screen. */
export const threadRequested = 'conversations-thread-asked';

export type ThreadRequest = 'find' | 'outline';

export function askThread(what: ThreadRequest): void {
  dispatchEvent(new CustomEvent<ThreadRequest>(threadRequested, { detail: what }));
}
