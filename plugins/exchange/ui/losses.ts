import { html, nothing } from 'lit';
import type { Loss } from '../contract/index.ts';
import type { ExchangeTexts } from './texts.ts';

/** "3 images that are not in the export · such as “file-Gone”" */
export function lossText(text: ExchangeTexts, { kind, count, example }: Loss): string {
  const what = text.count(`loss.${kind}`, count);
  return example === undefined ? what : text.of('example', { what, example });
}

export function lossList(text: ExchangeTexts, heading: string, losses: readonly Loss[]) {
  if (losses.length === 0) return nothing;
  const sorted = losses.toSorted((a, b) => b.count - a.count);
  return html`<section><h3>${heading}</h3><ul class="losses">${sorted.map(loss => html`<li>${lossText(text, loss)}</li>`)}</ul></section>`;
}
