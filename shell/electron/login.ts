import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AppLike } from './electron-like.ts';

export interface LoginOptions {
  readonly app: AppLike;
  readonly platform: NodeJS.Platform;
  /** The program to start; for an AppImage not the running executable. */
  readonly program: string;
  readonly config: string;
}

/** `XDG_CONFIG_HOME`, as the desktop reads it. */
export function configFolder(env: Readonly<Record<string, string | undefined>>): string {
  return env.XDG_CONFIG_HOME || join(homedir(), '.config');
}

/** Switches starting the app at login on or off. */
export function startAtLogin({ app, platform, program, config }: LoginOptions, wanted: boolean): void {
  if (platform !== 'linux') return app.setLoginItemSettings({ openAtLogin: wanted, args: [] });
  const file = join(config, 'autostart', 'atelier.desktop');
  if (!wanted) return rmSync(file, { force: true });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `[Desktop Entry]\nType=Application\nName=Atelier\nExec=${quoted(program)}\nX-GNOME-Autostart-enabled=true\n`);
}

/** An argument quoted and then escaped by the rules of the desktop entry specification. */
function quoted(text: string): string {
  return `"${text
    .replace(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`;
}
