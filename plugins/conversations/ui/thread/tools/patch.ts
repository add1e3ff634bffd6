import type { UiDiffHunk, UiDiffLine } from '@atelier/kernel/kit';

const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/;

/** The hunks of a unified diff; lines outside of hunks are ignored. */
export function hunksOf(patch: string): readonly UiDiffHunk[] {
  const hunks: { heading?: string; lines: UiDiffLine[] }[] = [];
  let [was, is] = [0, 0];
  for (const line of patch.replace(/\n$/, '').split('\n')) {
    const [found, from, to, place = ''] = header.exec(line) ?? [];
    if (found !== undefined) {
      [was, is] = [Number(from), Number(to)];
      hunks.push({ ...(place !== '' && { heading: place }), lines: [] });
      continue;
    }
    const lines = hunks.at(-1)?.lines;
    if (lines === undefined || line.startsWith('\\')) continue;
    const text = line.slice(1).replace(/\r$/, '');
    if (line.startsWith('+')) lines.push({ kind: 'added', new: is++, text });
    else if (line.startsWith('-')) lines.push({ kind: 'removed', old: was++, text });
    else lines.push({ kind: 'same', old: was++, new: is++, text });
  }
  return hunks.map(hunk => ({ ...hunk, lines: marked(hunk.lines) }));
}

/** What an edit was to replace, and by what, as hunks without line numbers; undefined for arguments of another form. */
export function wantedHunks({ edits, oldText, newText, content }: Readonly<Record<string, unknown>>): readonly UiDiffHunk[] | undefined {
  if (typeof content === 'string') return [hunkOf('', content)];
  const all: unknown = typeof edits === 'string' ? parsed(edits) : (edits ?? [{ oldText, newText }]);
  if (!Array.isArray(all)) return undefined;
  const hunks = all.flatMap(({ oldText, newText }: Partial<Record<string, unknown>> = {}) =>
    typeof oldText === 'string' && typeof newText === 'string' ? [hunkOf(oldText, newText)] : [],
  );
  return hunks.length === 0 || hunks.length < all.length ? undefined : hunks;
}

/** Some models send the list of edits as a text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function hunkOf(before: string, after: string): UiDiffHunk {
  const linesOf = (text: string, kind: 'added' | 'removed') =>
    text === ''
      ? []
      : text
          .replace(/\n$/, '')
          .split('\n')
          .map(line => ({ kind, text: line.replace(/\r$/, '') }));
  return { lines: marked([...linesOf(before, 'removed'), ...linesOf(after, 'added')]) };
}

/** Marks the differing parts of removed and added lines, in pairs. */
function marked(lines: readonly UiDiffLine[]): readonly UiDiffLine[] {
  const result = [...lines];
  for (let at = 0; at < result.length; ) {
    if (result[at]!.kind !== 'removed') {
      at += 1;
      continue;
    }
    const removed = runOf(result, at, 'removed');
    const added = runOf(result, at + removed, 'added');
    for (let each = 0; each < Math.min(removed, added); each += 1) {
      const [one, other] = differing(result[at + each]!, result[at + removed + each]!);
      result[at + each] = one;
      result[at + removed + each] = other;
    }
    at += removed + added;
  }
  return result;
}

function runOf(lines: readonly UiDiffLine[], from: number, kind: UiDiffLine['kind']): number {
  let count = 0;
  while (lines[from + count]?.kind === kind) count += 1;
  return count;
}

/** Marks the part between the common beginning and end; no marks if the lines have too little in common. */
function differing(one: UiDiffLine, other: UiDiffLine): readonly [UiDiffLine, UiDiffLine] {
  const [a, b] = [one.text, other.text];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const isLittle = start + end < Math.max(a.length, b.length) / 4;
  if (isLittle) return [one, other];
  const mark = (line: UiDiffLine): UiDiffLine =>
    line.text.length - end > start ? { ...line, marks: [[start, line.text.length - end]] } : line;
  return [mark(one), mark(other)];
}
