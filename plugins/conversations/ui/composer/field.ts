import { html, nothing, type TemplateResult } from 'lit';
import { spliceOf } from './splices.ts';
import { mentionsIn } from './suggesting/tokens.ts';

/** Replaces the text of the field; the caret stays between the same words, or at the end where the person is not in the field. */
export function showText(field: HTMLTextAreaElement, text: string): void {
  if (field.value === text) return;
  const { selectionStart, selectionEnd, value } = field;
  const isHere = field.matches(':focus') && value !== '';
  const { from, to, text: written } = spliceOf(value, text, isHere ? undefined : text.length - (value.length - selectionStart));
  field.value = text;
  const moved = (at: number) =>
    at < from || (at === from && isHere) ? at : at >= to ? at - to + from + written.length : from + written.length;
  field.setSelectionRange(moved(selectionStart), moved(selectionEnd));
}

/** A longer text is no text of the field and of a message: it is attached as a file. */
export const maxFieldLength = 500_000;

/** A longer pasted text is attached as a file, which can become text again. */
const maxPasted = { length: 10_000, lines: 200 };

/** A pasted text that is too long for the field, as a file. */
export function pastedText(data: DataTransfer | null, name: string): File | undefined {
  const words = data?.getData('text/plain') ?? '';
  const isLong = words.length > maxPasted.length || words.split('\n', maxPasted.lines + 1).length > maxPasted.lines;
  return isLong ? new File([words], name, { type: 'text/plain' }) : undefined;
}

/** The files that were pasted or dropped. Pasted text that also comes as a picture counts as text. */
export function filesIn(data: DataTransfer | null, isDropped: boolean): { readonly files: readonly File[]; readonly hasFolder: boolean } {
  const items = [...(data?.items ?? [])].filter(({ kind }) => kind === 'file');
  if (!isDropped && (data?.getData('text/plain') ?? '') !== '') return { files: [], hasFolder: false };
  const isFolder = (item: DataTransferItem) => item.webkitGetAsEntry?.()?.isDirectory === true;
  const files = items.filter(item => !isFolder(item)).flatMap(item => item.getAsFile() ?? []);
  return { files, hasFolder: items.some(isFolder) };
}

/** Mentions in a longer text are not highlighted, because that would be slow. */
const maxMarkedLength = 20_000;

/** The layer under the field: the same text, transparent, with a background behind each mention. */
export function underText(text: string): readonly (string | TemplateResult)[] | typeof nothing {
  if (text.length > maxMarkedLength || !text.includes('@')) return nothing;
  const pieces: (string | TemplateResult)[] = [];
  let at = 0;
  for (const [from, to] of mentionsIn(text)) {
    pieces.push(text.slice(at, from), html`<mark>${text.slice(from, to)}</mark>`);
    at = to;
  }
  // A newline at the end of the text would have no height in this layer.
  return at === 0 ? nothing : [...pieces, text.slice(at), '\n'];
}
