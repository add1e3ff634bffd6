import { visibleText } from '@atelier/kernel';
import { structuredPatch } from 'diff';
import type { ChangedFile, Update } from '../contract/index.ts';
import type { ReadSkill } from './format/read-skill.ts';

/**
 * What is shown of one update; what is longer is named by its file. The work of comparing grows with the square of the edits, so that they
 * are limited for a file and for all together.
 */
const most = { lines: 2_000, lineLength: 2_000, editsOfOne: 1_000, edits: 4_000 } as const;
const head = 'SKILL.md';

/** What an update changes, line by line, for the person to see before it is taken. */
export function differenceOf(old: ReadSkill, fresh: ReadSkill): Update {
  const [before, after] = [old, fresh].map(({ files }) => new Map(files.map(({ path, bytes }) => [path, bytes] as const)));
  const paths = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])];
  paths.sort((a, b) => Number(b === head) - Number(a === head) || (a < b ? -1 : 1));
  const [had, has] = [old.head.allowedTools, fresh.head.allowedTools];
  const left = { lines: most.lines as number, edits: most.edits as number };
  const files = paths.flatMap(path => changeOf(path, before?.get(path), after?.get(path), left) ?? []);
  return {
    integrity: fresh.integrity,
    name: fresh.head.name,
    toolsAdded: has.filter(tool => !had.includes(tool)),
    toolsRemoved: had.filter(tool => !has.includes(tool)),
    files,
    ...(fresh.head.version !== undefined && { version: fresh.head.version }),
  };
}

interface Left {
  lines: number;
  edits: number;
}

function changeOf(path: string, was: Buffer | undefined, is: Buffer | undefined, left: Left): ChangedFile | undefined {
  if (was !== undefined && is !== undefined && was.equals(is)) return undefined;
  const change = was === undefined ? 'added' : is === undefined ? 'removed' : 'changed';
  const file = { path: visibleText(path, 'code'), change, added: 0, removed: 0 } as const;
  const [old, now] = [textOf(was), textOf(is)];
  if (old === undefined || now === undefined) return file;
  const maxEditLength = Math.min(most.editsOfOne, left.edits);
  const patch = maxEditLength > 0 ? structuredPatch('', '', old, now, '', '', { context: 2, maxEditLength }) : undefined;
  if (patch === undefined) {
    left.edits -= maxEditLength;
    return file;
  }
  const lines = patch.hunks.flatMap(hunk => hunk.lines);
  const counts = { added: lines.filter(line => line.startsWith('+')).length, removed: lines.filter(line => line.startsWith('-')).length };
  left.edits -= counts.added + counts.removed;
  if (lines.length > left.lines) return { ...file, ...counts };
  left.lines -= lines.length;
  return {
    ...file,
    ...counts,
    hunks: patch.hunks.map(({ oldStart, newStart, lines: all }) => ({ lines: linesOf(all, oldStart, newStart) })),
  };
}

type Line = NonNullable<ChangedFile['hunks']>[number]['lines'][number];

function linesOf(all: readonly string[], oldStart: number, newStart: number): Line[] {
  let [old, now] = [oldStart, newStart];
  return all.flatMap((line): Line[] => {
    const whole = line.slice(1).replace(/\r$/, '');
    const text = visibleText(whole.length > most.lineLength ? `${whole.slice(0, most.lineLength)}…` : whole, 'code');
    if (line.startsWith('+')) return [{ kind: 'added', new: now++, text }];
    if (line.startsWith('-')) return [{ kind: 'removed', old: old++, text }];
    return line.startsWith('\\') ? [] : [{ kind: 'same', old: old++, new: now++, text }];
  });
}

/** A file as text; undefined if it is none. */
function textOf(bytes: Buffer | undefined): string | undefined {
  if (bytes === undefined) return '';
  try {
    return bytes.includes(0) ? undefined : new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
