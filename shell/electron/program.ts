import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '@atelier/kernel';
import type { AppLike } from './electron-like.ts';

export interface ProgramPlace {
  readonly app: Pick<AppLike, 'isPackaged' | 'getVersion'>;
  /** `.build/electron`, of a copy or of a package's archive. */
  readonly built: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** The file in which dpkg lists the files of our package. */
const debNote = '/var/lib/dpkg/info/atelier.list';

/** The running version, and how it was installed. */
export function programOf({ app, built, env, platform }: ProgramPlace): Program {
  if (!app.isPackaged) {
    // Of a copy, Electron knows its own version only.
    const { version } = JSON.parse(readFileSync(join(built, '..', '..', 'package.json'), 'utf8')) as { version: string };
    return { version, installed: 'source' };
  }
  const version = app.getVersion();
  if (platform === 'darwin') return { version, installed: 'dmg' };
  if (platform === 'win32') return { version, installed: 'nsis' };
  // The file of an AppImage is not the executable that runs from it.
  if (env.APPIMAGE !== undefined && env.APPIMAGE !== '') return { version, installed: 'appimage', file: env.APPIMAGE };
  return { version, installed: existsSync(debNote) ? 'deb' : 'rpm' };
}
