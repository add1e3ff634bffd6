import type { Row } from './bench.ts';

/** Decides whether a row with a limit is within it; a bench that decided itself is believed. */
export function verdict(row: Row): Row {
  if (row.ok !== undefined || row.limit === undefined) return row;
  return { ...row, ok: (row.ratio ?? row.value) <= row.limit };
}

/** The rows as columns that line up. */
export function table(rows: readonly (Row & { readonly bench: string })[]): string {
  const head = ['bench', 'what', 'value', 'unit', 'ratio', 'limit', ''];
  const cells = rows.map(({ bench, what, value, unit, ratio, limit, ok }) => [
    bench,
    what,
    short(value),
    unit,
    ratio === undefined ? '' : `${short(ratio)}×`,
    limit === undefined ? '' : short(limit),
    ok === undefined ? '' : ok ? 'ok' : 'MISSED',
  ]);
  const widths = head.map((name, column) => Math.max(name.length, ...cells.map(row => row[column]?.length ?? 0)));
  return [head, ...cells]
    .map(row =>
      row
        .map((cell, column) => pad(cell, column, widths))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function pad(cell: string, column: number, widths: readonly number[]): string {
  const width = widths[column] ?? 0;
  const isFigure = column === 2 || column === 4 || column === 5;
  return isFigure ? cell.padStart(width) : cell.padEnd(width);
}

function short(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toPrecision(3);
}
