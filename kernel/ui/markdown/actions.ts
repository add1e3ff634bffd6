import { shownPicture } from './links.ts';
import { markdownTexts } from './text.ts';

/** The detail of a click on a link. */
export interface LinkDetail {
  /** The target: http, https, mailto or an anchor in the text. */
  readonly href: string;
}

/** A picture that the person asked to see. A listener that loads it itself prevents the event and passes the loaded picture. */
export interface PictureDetail {
  readonly href: string;
  readonly show: (picture: Blob) => void;
}

/** Handles a click or a key on a link, a footnote or a picture: it only dispatches an event, the listener decides what is opened. */
export function act(host: HTMLElement, body: HTMLElement, event: MouseEvent | KeyboardEvent): void {
  if (event instanceof KeyboardEvent && event.key !== 'Enter') return;
  const [target] = event.composedPath();
  if (!(target instanceof Element)) return;
  const link = target.closest<HTMLElement>('[data-href]');
  const mark = target.closest<HTMLElement>('[data-to-note]');
  const chip = target.closest<HTMLButtonElement>('button[data-picture]');
  if (link !== null) {
    event.preventDefault();
    const detail: LinkDetail = { href: link.dataset.href ?? '' };
    host.dispatchEvent(new CustomEvent('ui-link', { detail, bubbles: true, composed: true, cancelable: true }));
  } else if (mark !== null) {
    event.preventDefault();
    const note = [...body.querySelectorAll<HTMLElement>('[data-note]')].find(one => one.dataset.note === mark.dataset.toNote);
    note?.focus();
  } else if (chip !== null && event.type === 'click') load(host, chip);
}

function load(host: HTMLElement, chip: HTMLButtonElement): void {
  const { picture = '', host: from = '' } = chip.dataset;
  const alt = chip.firstElementChild?.textContent ?? '';
  const place = (source: string, done: () => void): void => {
    const shown = shownPicture(source, alt);
    shown.addEventListener('load', done, { once: true });
    shown.addEventListener('error', () => fail(shown, chip, from), { once: true });
    chip.replaceWith(shown);
  };
  const show = (blob: Blob): void => {
    const source = URL.createObjectURL(blob);
    place(source, () => URL.revokeObjectURL(source));
  };
  const detail: PictureDetail = { href: picture, show };
  const asked = new CustomEvent('ui-picture', { detail, bubbles: true, composed: true, cancelable: true });
  // Where the page's policy blocks other origins, only a listener can fetch it.
  if (host.dispatchEvent(asked)) place(picture, () => undefined);
}

function fail(shown: HTMLImageElement, chip: HTMLButtonElement, from: string): void {
  chip.classList.add('failed');
  chip.title = markdownTexts().pictureFailed(from);
  const last = chip.lastElementChild;
  if (last !== null) last.textContent = chip.title;
  shown.replaceWith(chip);
}
