/** A request to this window's composer from elsewhere in the window. */
export interface ComposerRequest {
  readonly act: 'focus' | 'attach' | 'model';
}

/** Dispatched on `window` with a `ComposerRequest`. */
export const composerRequested = 'conversations-composer';

/** Dispatched on `window` with `{ files }`, such as those that were dropped on the transcript. */
export const filesOffered = 'conversations-files';

let waiting: ComposerRequest['act'] | undefined;

/** Sends a request to the composer of this window; a composer that is created later takes it with `takeWaiting`. */
export function askComposer(act: ComposerRequest['act']): void {
  waiting = act;
  window.dispatchEvent(new CustomEvent<ComposerRequest>(composerRequested, { detail: { act } }));
}

/** Returns the request that was made before there was a composer, once. */
export function takeWaiting(): ComposerRequest['act'] | undefined {
  const act = waiting;
  waiting = undefined;
  return act;
}

/** A file of the project that is to be mentioned in the message. */
export interface Mention {
  readonly path: string;
  readonly folder?: boolean;
}

/** Dispatched on `window` with a `Mention`. */
export const mentionOffered = 'conversations-mention';

export function offerMention(mention: Mention): void {
  window.dispatchEvent(new CustomEvent<Mention>(mentionOffered, { detail: mention }));
}
