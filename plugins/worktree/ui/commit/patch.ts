import type { UiDiffHunk } from '@atelier/kernel/kit';

/** One part of a diff, as it is shown, and as a patch of its own. */
export interface Part extends UiDiffHunk {
  readonly patch: string;
}

const kinds = { ' ': 'same', '+': 'added', '-': 'removed' } as const;

/** Splits what `git diff` prints for one file; without parts if it is not text. `nameOf` names its lines. */
export function partsOf(diff: string, nameOf: (from: number, to: number) => string): readonly Part[] {
  // Only after a line feed: other separators are text of the file.
  const [head = '', ...hunks] = diff.split(/(?<=\n)(?=@@ )/);
  return hunks.map(hunk => {
    const [first = '', ...rest] = hunk.split('\n');
    const [, from = '1', to = '1', count = '1', inside = ''] =
      /^@@ -(\d{1,10})(?:,\d{1,10})? \+(\d{1,10})(?:,(\d{1,10}))? @@ ?(.*)$/.exec(first) ?? [];
    let [before, after] = [Number(from), Number(to)];
    const lines = rest.flatMap((line): UiDiffHunk['lines'][number][] => {
      const kind = kinds[line[0] as keyof typeof kinds];
      if (kind === undefined) return [];
      const numbers = { ...(kind !== 'added' && { old: before++ }), ...(kind !== 'removed' && { new: after++ }) };
      return [{ kind, text: line.slice(1).replace(/\r$/, ''), ...numbers }];
    });
    return {
      heading: [nameOf(Number(to), Number(to) + Math.max(Number(count), 1) - 1), inside].filter(Boolean).join('  '),
      lines,
      patch: head + hunk,
    };
  });
}

/**
 * The patch of only some of a part's changed lines. What is not among them stays as it is: for one that is taken out of the index
 * (`isReverse`), what was added there; else what is in it.
 */
export function patchOfLines({ patch, lines }: Part, chosen: ReadonlySet<UiDiffHunk['lines'][number]>, isReverse: boolean): string {
  const start = patch.search(/(?<=^|\n)@@ /);
  const [first = '', ...rest] = patch.slice(start).split('\n');
  const kept: string[] = [];
  const counts = { old: 0, new: 0 };
  let at = 0;
  let isLastKept = true;
  for (const line of rest) {
    const kind = kinds[line[0] as keyof typeof kinds];
    if (kind === undefined) {
      // That a line has no end belongs to the line.
      if (line !== '' && isLastKept) kept.push(line);
      continue;
    }
    const of = lines[at];
    at += 1;
    const isTaken = kind === 'same' || (of !== undefined && chosen.has(of));
    const stays = kind === (isReverse ? 'added' : 'removed');
    isLastKept = isTaken || stays;
    if (!isLastKept) continue;
    const shown = isTaken ? line : ` ${line.slice(1)}`;
    kept.push(shown);
    if (shown[0] !== '+') counts.old += 1;
    if (shown[0] !== '-') counts.new += 1;
  }
  const [, from = '1', to = '1'] = /^@@ -(\d{1,10})(?:,\d{1,10})? \+(\d{1,10})/.exec(first) ?? [];
  const head = patch.slice(0, start);
  const isThere = counts.old > 0 && counts.new > 0;
  // Where there was nothing, git counts from 0.
  const [oldAt, newAt] = [Math.max(Number(from), isThere ? 1 : 0), Math.max(Number(to), isThere ? 1 : 0)];
  return `${isThere ? headOfChange(head) : head}@@ -${oldAt},${counts.old} +${newAt},${counts.new} @@\n${kept.join('\n')}\n`;
}

/** The head of a patch that adds or removes a file, as one that changes it: lines of it stay on both sides. */
function headOfChange(head: string): string {
  const [, old] = /^--- (.*)$/m.exec(head) ?? [];
  const [, fresh] = /^\+\+\+ (.*)$/m.exec(head) ?? [];
  if (old !== '/dev/null' && fresh !== '/dev/null') return head;
  const name = (line = '', side: 'a' | 'b') => line.replace(/^("?)[ab]\//, (_, quote: string) => `${quote}${side}/`);
  return head
    .replace(/^(?:deleted|new) file mode .*\n/m, '')
    .replace(/^index .*\n/m, '')
    .replace('--- /dev/null', () => `--- ${name(fresh, 'a')}`)
    .replace('+++ /dev/null', () => `+++ ${name(old, 'b')}`);
}
