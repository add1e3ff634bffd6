/** What this window's composer is asked to do from elsewhere in the window. */
export interface ComposerRequest {
  readonly act: 'focus' | 'attach' | 'model';
}

/** Dispatched on `window` with a `ComposerRequest`. */
export const composerRequested = 'conversations-composer';

/** Dispatched on `window` with `{ files }`, such as those that were dropped on the transcript. */
export const filesOffered = 'conversations-files';

export function askComposer(act: ComposerRequest['act']): void {
  window.dispatchEvent(new CustomEvent<ComposerRequest>(composerRequested, { detail: { act } }));
}
