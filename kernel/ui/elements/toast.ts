/** A short message to the person. */
export interface UiToastOptions {
  readonly text: string;
  readonly kind?: 'plain' | 'done' | 'failed';
  /** One action, such as undo. */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** A newer one with the same key takes its place. */
  readonly key?: string;
  /** How long it is shown; by default a failure stays until it is closed. */
  readonly milliseconds?: number;
}

type Place = (options: UiToastOptions) => () => void;

let place: Place | undefined;
let waiting: UiToastOptions[] = [];

/** Shows a toast; returns a function that removes it. Toasts wait until the page has an element that shows them. */
export function toast(options: UiToastOptions): () => void {
  if (place !== undefined) return place(options);
  waiting.push(options);
  return () => {
    waiting = waiting.filter(each => each !== options);
  };
}

/** Called by the element that shows toasts. */
export function placeToasts(next: Place | undefined): void {
  place = next;
  if (place === undefined) return;
  for (const options of waiting.splice(0)) place(options);
}
