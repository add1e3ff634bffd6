import { html, render } from 'lit';
import { until } from 'lit/directives/until.js';
import type { ThreadTexts } from '../toasts.ts';

/** Shows a picture in a dialog; closing it returns the focus to the element that opened it. */
export function openPicture(from: HTMLElement, source: Promise<string>, text: ThreadTexts): void {
  const place = document.createElement('div');
  (from.getRootNode() as ShadowRoot | Document).append(place);
  const closed = () => {
    place.remove();
    from.focus();
  };
  const heading = text.of('threadPicture');
  const shown = source.then(
    address => html`<img class="large" src=${address} alt=${heading} />`,
    () => text.of('threadNoPicture'),
  );
  render(
    html`<ui-dialog size="large" heading=${heading} open @close=${closed}>${until(shown, html`<ui-skeleton></ui-skeleton>`)}</ui-dialog>`,
    place,
  );
}

/** Pictures as data URLs, each requested once. */
export class Pictures {
  #known = new Map<string, Promise<string>>();

  of(
    name: string,
    mimeType: string | undefined,
    data: string | undefined,
    ask: () => Promise<{ readonly mimeType: string; readonly data: string }>,
  ): Promise<string> {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const asked = data === undefined ? ask() : Promise.resolve({ mimeType: mimeType ?? 'image/png', data });
    const address = asked.then(({ mimeType, data }) => `data:${mimeType};base64,${data}`);
    address.catch(() => this.#known.delete(name));
    this.#known.set(name, address);
    return address;
  }

  forget(): void {
    this.#known = new Map();
  }
}
