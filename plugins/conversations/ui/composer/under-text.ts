import { html, nothing, type TemplateResult } from 'lit';
import { mentionsIn } from './suggesting/tokens.ts';

/** In a longer text marks would cost more than they help. */
const longest = 20_000;

/** What lies under the field: the same words, unseen, with a ground under each file that is spoken of. */
export function underText(text: string): readonly (string | TemplateResult)[] | typeof nothing {
  if (text.length > longest || !text.includes('@')) return nothing;
  const pieces: (string | TemplateResult)[] = [];
  let at = 0;
  for (const [from, to] of mentionsIn(text)) {
    pieces.push(text.slice(at, from), html`<mark>${text.slice(from, to)}</mark>`);
    at = to;
  }
  // A line that ends the text has no height of its own here.
  return at === 0 ? nothing : [...pieces, text.slice(at), '\n'];
}
