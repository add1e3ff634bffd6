/** What stays as it is: a block of code with its fences, code within a line, a mark that is meant as one, an address. */
const literal =
  /^[ \t]*(`{3,}(?!`)|~{3,}(?!~))[^`\n]*\n([\s\S]*?)(?:^[ \t]*\1[`~]*[ \t]*$|$(?![\s\S]))|(`{1,3})([^`\n]+)\3|\\([!-/:-@[-`{-~])|(https?:\/\/[^\s<>()]+)/gm;

/** No character of any text: it stands for what stays while the marks are taken out. */
const mark = '\uffff';

/** A text without its Markdown marks, for what shows none: a notification, a preview, a copy as plain text. Code and addresses stay as they are. */
export function plainText(markdown: string): string {
  const kept: string[] = [];
  const keep = (text: string): string => `${mark}${kept.push(text) - 1}${mark}`;
  return markdown
    .replaceAll(mark, '')
    .replaceAll(literal, (...found: readonly string[]) => keep(found[2] ?? found[4] ?? found[5] ?? found[6] ?? ''))
    .replaceAll(/!?\[([^[\]]*)\]\(([^()\s]*)(?:\s[^()]*)?\)/g, (_all, words: string, href: string) =>
      words === href ? href : `${words} (${keep(href)})`,
    )
    .replaceAll(/^ {0,3}(?:> ?)+/gm, '')
    .replaceAll(/^\s{0,3}#{1,6}\s+/gm, '')
    .replaceAll(/\*\*(.+?)\*\*/g, '$1')
    .replaceAll(/(?<![\p{L}\p{N}_])__(\S|\S[^_\n]*\S)__(?![\p{L}\p{N}_])/gu, '$1')
    .replaceAll(/(?<![\p{L}\p{N}])\*(\S|\S[^*\n]*\S)\*(?![\p{L}\p{N}])/gu, '$1')
    .replaceAll(/(?<![\p{L}\p{N}_])_(\S|\S[^_\n]*\S)_(?![\p{L}\p{N}_])/gu, '$1')
    .replaceAll(/\uffff(\d+)\uffff/g, (_all, at: string) => restored(kept, at))
    .trim();
}

/** An address in brackets may itself be one of what is kept. */
function restored(kept: readonly string[], at: string): string {
  return (kept[Number(at)] ?? '').replaceAll(/\uffff(\d+)\uffff/g, (_all, inner: string) => kept[Number(inner)] ?? '');
}
