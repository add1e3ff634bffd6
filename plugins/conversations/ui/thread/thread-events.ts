/** Dispatched on `window` by commands, for the transcript on screen. */
export const threadRequested = 'conversations-thread-asked';

export type ThreadRequest = 'find' | 'outline';

/** Dispatched on `window` before the transcript is asked; the list takes it where the person is in the list, or no conversation is shown. */
export const searchRequested = 'conversations-search-asked';

/** Opens one search: that of the list, or that of the transcript. */
export function askSearch(): void {
  if (dispatchEvent(new Event(searchRequested, { cancelable: true }))) askThread('find');
}

export function askThread(what: ThreadRequest): void {
  dispatchEvent(new CustomEvent<ThreadRequest>(threadRequested, { detail: what }));
}
