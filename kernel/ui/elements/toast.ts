/** What is told to the person in passing. */
export interface UiToastOptions {
  readonly text: string;
  readonly kind?: 'plain' | 'done' | 'failed';
  /** The way back, or another thing to do about it. */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** How long it stays; what failed stays until it is closed. */
  readonly milliseconds?: number;
}

type Place = (options: UiToastOptions) => () => void;

let place: Place | undefined;
let waiting: UiToastOptions[] = [];

/** Tells the person something in passing; answers what takes it away again. Before the page has a place for it, it waits. */
export function toast(options: UiToastOptions): () => void {
  if (place !== undefined) return place(options);
  waiting.push(options);
  return () => {
    waiting = waiting.filter(each => each !== options);
  };
}

/** For the element that shows them. */
export function placeToasts(next: Place | undefined): void {
  place = next;
  if (place === undefined) return;
  for (const options of waiting.splice(0)) place(options);
}
