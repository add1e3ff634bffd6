/** What this window's composer is asked to do from elsewhere in the window. */
export interface ComposerRequest {
  readonly act: 'focus' | 'attach' | 'model';
}

/** Dispatched on `window` with a `ComposerRequest`. */
export const composerRequested = 'conversations-composer';

/** Dispatched on `window` with `{ files }`, such as those that were dropped on the transcript. */
export const filesOffered = 'conversations-files';

let waiting: ComposerRequest['act'] | undefined;

/** Asks the composer of this window; one that is about to come finds it waiting. */
export function askComposer(act: ComposerRequest['act']): void {
  waiting = act;
  window.dispatchEvent(new CustomEvent<ComposerRequest>(composerRequested, { detail: { act } }));
}

/** What was asked before there was a composer, once. */
export function takeWaiting(): ComposerRequest['act'] | undefined {
  const act = waiting;
  waiting = undefined;
  return act;
}
