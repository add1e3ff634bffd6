/** A file that is embedded in a message's text. */
export interface AttachedText {
  readonly name: string;
  readonly kind: 'text' | 'file' | 'path';
  readonly size: number;
  /** So many bytes of it are in the text, from its beginning; left out: all. */
  readonly sent?: number;
  readonly text: string;
}

const opening = /^<attached kind="(text|file|path)" name="([^"]*)" size="(\d+)"(?: only-first-bytes="(\d{1,12})")?>\n/;
const closing = '\n</attached>\n\n';

/** A message's text with its attached files before it, as the model reads them. */
export function withAttached(text: string, attached: readonly AttachedText[]): string {
  return (
    attached
      .map(
        file =>
          `<attached kind="${file.kind}" name="${escapedName(file.name)}" size="${file.size}"${file.sent === undefined ? '' : ` only-first-bytes="${file.sent}"`}>\n${escapedText(file.text)}${closing}`,
      )
      .join('') + text
  );
}

/** Splits a message into the attached files at its beginning and the person's own text after them. */
export function splitAttached(message: string): { readonly text: string; readonly attached: readonly AttachedText[] } {
  const attached: AttachedText[] = [];
  let rest = message;
  for (;;) {
    const head = opening.exec(rest);
    const end = head === null ? -1 : rest.indexOf(closing, head[0].length - 1);
    if (head === null || end === -1) return { text: rest, attached };
    const [whole, kind, name, size, sent] = head;
    const text = rest.slice(whole.length, Math.max(whole.length, end));
    attached.push({
      kind: kind as AttachedText['kind'],
      name: unescapedName(name ?? ''),
      size: Number(size),
      ...(sent !== undefined && { sent: Number(sent) }),
      text: text.replaceAll('<\\/attached>', '</attached>'),
    });
    rest = rest.slice(end + closing.length);
  }
}

/** Blanks and the marks of lists that a line begins with. */
const lead = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*/;
const fenceMark = /^(?:`{3,}(?=[^`]*$)|~{3,})/;
/** A heading or a rule: no paragraph goes on with it, nor after it. */
const breaks = /^(?:#{1,6}(?:\s|$)|(?:-\s*){3,}$|(?:\*\s*){3,}$|(?:_\s*){3,}$)/;
/** The items of a list that end a paragraph. */
const item = /^ {0,3}(?:[-*+]|1[.)])\s+\S/;

interface Fence {
  readonly mark: string;
  readonly indent: number;
}

const fenceOf = (line: string): Fence | undefined => {
  const [before = ''] = lead.exec(line) ?? [];
  const [mark] = fenceMark.exec(line.slice(before.length)) ?? [];
  return mark === undefined ? undefined : { mark, indent: widthOf(before) };
};
const widthOf = (blanks: string): number => blanks.replaceAll('\t', '    ').length;

/** A mark alone, no further in than the line that opened it: what stands deeper or in a list is a part of what is in it. */
const closes = (line: string, { mark, indent }: Fence): boolean => {
  const [, before = '', closing = ''] = /^(\s*)(`{3,}|~{3,})\s*$/.exec(line) ?? [];
  return closing.startsWith(mark) && widthOf(before) <= Math.max(3, indent);
};

/**
 * What the person wrote of a message. Quoted lines, quotations in HTML and what stands in a fence were pasted: a page, a mail, a log; also in a
 * list. The lines that follow a quoted paragraph go on with it until an empty one, a heading, a rule or an item of a list, as the quotation does where it is
 * shown.
 */
export function ownWords(message: string): string {
  let fence: Fence | undefined;
  let quotedFence: Fence | undefined;
  let isOpen = false;
  const own: string[] = [];
  for (const line of splitAttached(message).text.split('\n')) {
    if (fence !== undefined) {
      if (closes(line, fence)) fence = undefined;
      continue;
    }
    const bare = line.replace(lead, '');
    if (bare.startsWith('>')) {
      const said = bare.replace(/^(?:>[ \t]*)+/, '');
      const isFenced: boolean = quotedFence !== undefined;
      if (quotedFence === undefined) quotedFence = fenceOf(said);
      else if (closes(said, quotedFence)) quotedFence = undefined;
      isOpen = !isFenced && quotedFence === undefined && !breaks.test(said) && said.replace(lead, '').trim() !== '';
      continue;
    }
    quotedFence = undefined;
    fence = fenceOf(line);
    isOpen = isOpen && fence === undefined && line.trim() !== '' && !breaks.test(line.trim()) && !item.test(line);
    if (fence === undefined && !isOpen) own.push(line);
  }
  return withoutQuotations(own.join('\n'));
}

const quotationTag = /(?<!`)<(\/?)(blockquote|pre|q)(?=[\s>])[^<>]{0,1000}>/gi;

/** Without what stands in the tags of a quotation. One that is left open goes to the end where it begins a line; else it is only spoken of. */
function withoutQuotations(text: string): string {
  const open = new Map<string, number[]>();
  const ranges: [from: number, to: number][] = [];
  for (const { index, 0: tag, 1: slash, 2: name = '' } of text.matchAll(quotationTag)) {
    const begun = open.get(name.toLowerCase()) ?? [];
    open.set(name.toLowerCase(), begun);
    const from = slash === '' ? undefined : begun.pop();
    if (slash === '') begun.push(index);
    else if (from !== undefined) ranges.push([from, index + tag.length]);
  }
  for (const from of [...open.values()].flat())
    if (/(?:^|\n)[ \t]{0,9}$/.test(text.slice(Math.max(0, from - 10), from))) ranges.push([from, text.length]);
  let clean = '';
  let at = 0;
  for (const [from, to] of ranges.sort(([one], [other]) => one - other)) {
    clean += `${text.slice(at, from)} `;
    at = Math.max(at, to);
  }
  return clean + text.slice(at);
}

/** Escapes the closing tag, so that a file's text cannot end its own element. */
const escapedText = (text: string): string => text.replaceAll('</attached>', '<\\/attached>');
const escapedName = (name: string): string =>
  name
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[\r\n]/g, ' ');
const unescapedName = (name: string): string => name.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
