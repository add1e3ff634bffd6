const onlyMarks = /^[ \t>]*(?:(?:[-=+*_]+|#{1,6}|\d{1,9}[.)]?|[`~]{1,2}|[-*+][ \t]+\[[ xX]?\]?|<\/?|\[\^?|\$\$|\\\[?)[ \t]*)?$/;
const openFence = /^[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)*(?:`{3,}[^\n`]*|~{3}[^\n]*)$/;
const dividers = /^[ \t|:-]*$/;
/** Marks inside of more marks are not closed: the lexer shows them as they are written. */
const mostOpen = 50;
const startsBlock = /^[ \t]*(?:[-*+] |\d{1,9}[.)] |#{1,6} |>|\||$)/;

/** The part of streamed text that can be shown: the end is held back where its meaning depends on what follows. */
export function settledEnd(source: string): string {
  let end = source;
  const last = end.charCodeAt(end.length - 1);
  if (last >= 0xd800 && last <= 0xdbff) end = end.slice(0, -1);
  const line = end.lastIndexOf('\n') + 1;
  const words = end.slice(line);
  if (words !== '' && (onlyMarks.test(words) || openFence.test(words))) return end.slice(0, line);
  const table = unsureTable(end, line);
  if (table !== undefined) return end.slice(0, table);
  return end.replace(/(?:\\|&#?\w{0,31})$/, '');
}

/** The start of a line with a bar that may be the header of a table: the next line decides. */
function unsureTable(source: string, line: number): number | undefined {
  const last = source.slice(line);
  const above = source.lastIndexOf('\n', line - 2) + 1;
  const before = line === 0 ? '' : source.slice(above, line - 1);
  const isRow = (text: string) => text.trimStart().startsWith('|');
  if (isRow(before) && dividers.test(last)) {
    const further = above === 0 ? '' : source.slice(source.lastIndexOf('\n', above - 2) + 1, above - 1);
    return isRow(further) ? undefined : above;
  }
  return isRow(last) && !isRow(before) ? line : undefined;
}

/** Closes the marks that are open at the end of streamed text, so that bold text and code look so from their first letter. */
export function withClosedMarks(source: string): string {
  const from = lastBlock(source);
  const open: string[] = [];
  const brackets: { readonly at: number; readonly isPicture: boolean }[] = [];
  let at = from;
  while (at < source.length) {
    const character = source[at];
    if (character === '\\') at += 2;
    else if (character === '`') {
      const run = /^`+/.exec(source.slice(at))?.[0] ?? '`';
      const close = closingRun(source, at + run.length, run.length);
      if (close === undefined) return closed(at + run.length === source.length ? source.slice(0, at) : source + run, open);
      at = close;
    } else if (character === '[') {
      brackets.push({ at, isPicture: source[at - 1] === '!' });
      at += 1;
    } else if (character === ']') {
      const bracket = brackets.pop();
      if (bracket !== undefined && source[at + 1] === '(') {
        const end = source.indexOf(')', at);
        if (end === -1 || source.slice(at, end).includes('\n')) return withoutTarget(source, bracket, at, open);
        at = end;
      } else if (bracket !== undefined && at + 1 === source.length && !/\w/.test(source[bracket.at - 1] ?? '')) {
        return withoutTarget(source, bracket, at, open);
      }
      at += 1;
    } else if (character === '*' || character === '_' || character === '~') {
      const last = open.at(-1) ?? '';
      const rest = source.slice(at);
      if (rest !== last && last.startsWith(rest)) return closed(source.slice(0, at), open);
      at = emphasis(source, at, open);
    } else at += 1;
  }
  const bracket = brackets.at(-1);
  if (bracket === undefined || /\w/.test(source[bracket.at - 1] ?? '')) return closed(source, open);
  return withoutTarget(source, bracket, source.length, open);
}

/** A link whose address is incomplete shows its text; such a picture shows nothing. */
function withoutTarget(source: string, bracket: { at: number; isPicture: boolean }, end: number, open: readonly string[]): string {
  const isNote = source[bracket.at + 1] === '^';
  if (isNote) return closed(source.slice(0, bracket.at), open);
  if (bracket.isPicture) return closed(source.slice(0, bracket.at - 1), open);
  return closed(source.slice(0, bracket.at) + source.slice(bracket.at + 1, end), open);
}

/** Records a run of marks as opening or closing, and returns where it ends. */
function emphasis(source: string, at: number, open: string[]): number {
  const run = /^(\*{1,3}|_{1,3}|~{1,2})/.exec(source.slice(at, at + 3))?.[0] ?? '';
  const before = source[at - 1] ?? ' ';
  const after = source[at + run.length] ?? ' ';
  const index = open.lastIndexOf(run);
  if (index !== -1 && !/\s/.test(before)) open.splice(index);
  else if (open.length < mostOpen && (!/\s/.test(after) || at + run.length === source.length) && !/\w/.test(run[0] === '*' ? ' ' : before))
    open.push(run);
  return at + run.length;
}

function closed(source: string, open: readonly string[]): string {
  let end = source.trimEnd();
  const space = source.slice(end.length);
  for (const run of open.toReversed()) end = end.endsWith(run) ? end.slice(0, -run.length).trimEnd() : end + run;
  return end + space;
}

function closingRun(source: string, from: number, length: number): number | undefined {
  for (const found of source.slice(from).matchAll(/`+/g)) if (found[0].length === length) return from + found.index + length;
  return undefined;
}

/** The start of the last block; marks left open in earlier blocks do not matter to it. */
function lastBlock(source: string): number {
  let line = source.length;
  while (line > 0) {
    line = source.lastIndexOf('\n', line - 1);
    const next = source.indexOf('\n', line + 1);
    if (startsBlock.test(source.slice(line + 1, next === -1 ? undefined : next))) return line + 1;
    if (line <= 0) return 0;
  }
  return 0;
}
