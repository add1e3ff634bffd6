/** The edit distance of two words: letters changed, removed, added, or swapped with the next one; a swap counts as one edit. */
export function slipsBetween(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, i) => i)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= to.length; j++) {
      const change = at(i - 1, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row.push(Math.min(change, at(i - 1, j) + 1, at(i, j - 1) + 1, swapped ? at(i - 2, j - 2) + 1 : change));
    }
  }
  return at(from.length, to.length);
}
