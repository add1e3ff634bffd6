import { shownPicture } from './links.ts';
import { markdownWords } from './text.ts';

/** What a person clicked on in a text. */
export interface LinkDetail {
  /** Where it leads: http, https, mailto or a place in the text. */
  readonly href: string;
}

/** A picture that a person asked to see. Who loads it another way prevents the event and hands over what it has. */
export interface PictureDetail {
  readonly href: string;
  readonly show: (picture: Blob) => void;
}

/** Answers a click or a key on a link, a note or a picture: whoever listens decides, nothing is followed from here. */
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
  // Where the page's policy lets nothing in from outside, only a listener can fetch it.
  if (host.dispatchEvent(asked)) place(picture, () => undefined);
}

function fail(shown: HTMLImageElement, chip: HTMLButtonElement, from: string): void {
  chip.classList.add('failed');
  chip.title = markdownWords().pictureFailed(from);
  const last = chip.lastElementChild;
  if (last !== null) last.textContent = chip.title;
  shown.replaceWith(chip);
}
