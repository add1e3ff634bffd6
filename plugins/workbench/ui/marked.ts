import { html, type TemplateResult } from 'lit';
import type { Marks } from './match.ts';

/** A text with its marked pieces in bold. */
export function marked(text: string, marks: Marks): readonly (string | TemplateResult)[] {
  const pieces: (string | TemplateResult)[] = [];
  let at = 0;
  for (const [start, end] of marks) {
    if (start < at) continue;
    pieces.push(text.slice(at, start), html`<b>${text.slice(start, end)}</b>`);
    at = end;
  }
  return [...pieces, text.slice(at)];
}
