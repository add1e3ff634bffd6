import { isEdit } from '../tools/tool-kinds.ts';
import type { Look } from './look.ts';
import type { Row, ThoughtRow, ToolRow } from './rows.ts';

/** Gathers calls that ended well on one line each, where the person wants few lines. */
export function grouped(rows: readonly Row[], look: Look): readonly Row[] {
  if (look.density !== 'compact') return rows;
  const made: Row[] = [];
  let run: (ToolRow | ThoughtRow)[] = [];
  const flush = () => {
    if (run.filter(row => row.kind === 'tool').length >= 2) {
      const key = `group ${run[0]!.key}`;
      const isOpen = look.isOpen(key, false);
      made.push({ kind: 'group', key, entry: run[0]!.entry, members: run, isOpen });
      if (isOpen) made.push(...run);
    } else made.push(...run);
    run = [];
  };
  for (const row of rows) {
    if (isQuiet(row)) run.push(row);
    else {
      flush();
      made.push(row);
    }
  }
  flush();
  return made;
}

/** A call that nobody has to look at: it has ended, well, and changed nothing. */
function isQuiet(row: Row): row is ToolRow | ThoughtRow {
  if (row.kind === 'thought') return !row.isLive;
  return row.kind === 'tool' && row.call.state === 'done' && !isEdit(row.call.name) && row.call.outcome?.files === undefined;
}

/** The day of a moment where the person is. */
export function dayOf(at: number): string {
  return new Date(at).toDateString();
}
