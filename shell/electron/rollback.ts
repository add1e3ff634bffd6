import { existsSync, renameSync } from 'node:fs';
import { AppError, type ErrorRecord, type Program } from '@atelier/kernel';
import type { ElectronLike } from './electron-like.ts';
import { type Language, text } from './texts.ts';

export interface RollbackOptions {
  readonly electron: ElectronLike;
  /** The program that the system runs to start this again. */
  readonly execPath: string;
  readonly release: Program | undefined;
  readonly language: () => Language;
}

/** The person's choice after a new version failed to start. */
export type Choice = 'restore' | 'again' | 'end';

/** The file that a swapped AppImage leaves beside itself. */
const previous = (file: string): string => `${file}.previous`;

/** Asks what to do about a failed start; restoring the data is the first choice where it is possible. */
export async function askRollback({ electron, language }: RollbackOptions, refusal: ErrorRecord): Promise<Choice> {
  const error = AppError.fromRecord(refusal);
  const choices: readonly Choice[] = error.code === 'update/start-failed' ? ['restore', 'again', 'end'] : ['again', 'end'];
  const names = { restore: 'restore', again: 'again', end: 'quit' } as const;
  const { response } = await electron.dialog.showMessageBox({
    type: 'warning',
    title: text('stopped', language()),
    message: `${error.in(language())} [${error.code}]`,
    buttons: choices.map(choice => text(names[choice], language())),
    defaultId: 0,
    cancelId: choices.length - 1,
  });
  return choices[response] ?? 'end';
}

/** After the data are restored: restores the former program where it still exists, else names the version to install. */
export async function restoreProgram({ electron, execPath, release, language }: RollbackOptions, version: string): Promise<void> {
  const file = release?.file;
  if (file !== undefined && existsSync(previous(file))) {
    renameSync(previous(file), file);
    electron.app.relaunch({ execPath, args: [] });
    return electron.app.exit(0);
  }
  await electron.dialog.showMessageBox({
    type: 'warning',
    title: 'Atelier',
    message: text('restored', language()).replace('{version}', version),
    buttons: [text('quit', language())],
    defaultId: 0,
    cancelId: 0,
  });
  electron.app.exit(0);
}
