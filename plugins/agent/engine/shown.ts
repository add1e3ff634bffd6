import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { realPath } from './containment.ts';
import type { AccessMode } from './protocol.ts';
import { changedBetween, contentOf, type RunnableContent, runnableContent } from './runnable-content.ts';

/** What a command depends on besides its text, as it was when the person was asked about it. */
export interface Shown {
  readonly mode: AccessMode;
  /** The folder that the conversation works in. */
  readonly folder: string;
  /** Which folder that really was, so that another one under its name is noticed. */
  readonly place: string;
  /** The absolute paths of files that the command names, wherever it goes before. */
  readonly named: readonly string[];
  /** Those files, what else may be one, and the files in the folder that configure programs. */
  readonly files: RunnableContent;
}

export function shownNow(command: string, mode: AccessMode, folder: string, named: readonly string[]): Shown {
  const plain = runnableContent(command, 'project', folder);
  const known = new Set(Object.keys(plain).map(name => resolve(folder, name)));
  const files = { ...plain, ...contentOf(named.filter(path => !known.has(path))) };
  return { mode, folder, place: placeOf(folder), named, files };
}

/** The names of what is no longer as it was shown; a command with any of them must not run. */
export function changedSince(shown: Shown, command: string, mode: AccessMode): readonly string[] {
  const now = shownNow(command, mode, shown.folder, shown.named);
  if (now.mode !== shown.mode) return [mode];
  return now.place === shown.place ? changedBetween(shown.files, now.files) : [shown.folder];
}

function placeOf(folder: string): string {
  const found = statSync(folder, { throwIfNoEntry: false });
  return `${realPath(folder)} ${found?.dev} ${found?.ino}`;
}
