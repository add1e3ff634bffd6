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
