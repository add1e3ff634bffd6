import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { StartupBehaviour } from '@atelier/kernel';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';

export interface StartupBehaviourOptions {
  readonly userData: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The command that starts this again: Node and the file that it runs. */
  readonly command: readonly string[];
  /** A profile of a test or of a second instance is nobody's to be started with. */
  readonly isSecond: boolean;
}

const switches = ['startAtLogin', 'startMinimised', 'closeToBackground'] as const;

/** How the browser host behaves on this desktop; `desktop.json` is the one that the desktop program keeps as well. */
export function startupBehaviourOf(options: StartupBehaviourOptions): (change: StartupBehaviour) => StartupBehaviour {
  const file = pathIn(options.userData, 'desktop');
  const canStart = options.platform === 'linux' && !options.isSecond;
  return change => {
    const all = readAll(file);
    const named = switches.filter(name => typeof change[name] === 'boolean');
    if (named.length > 0) {
      for (const name of named) all[name] = change[name];
      writeAll(file, all);
      if (canStart) startAtLogin(options, all.startAtLogin === true, all.startMinimised === true);
    }
    return {
      ...(canStart && { startAtLogin: all.startAtLogin === true, startMinimised: all.startMinimised === true }),
      closeToBackground: all.closeToBackground !== false,
    };
  };
}

/** If the file is missing or damaged, the defaults apply. */
function readAll(file: string): Record<string, unknown> {
  try {
    const read = JSON.parse(readFileSync(file, 'utf8')) as unknown;
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function writeAll(file: string, all: object): void {
  const draft = `${file}.new`;
  const handle = openSync(draft, 'w', 0o600);
  try {
    writeSync(handle, `${JSON.stringify(all)}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, file);
}

function startAtLogin({ env, command }: StartupBehaviourOptions, wanted: boolean, minimised: boolean): void {
  const file = join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'autostart', 'atelier.desktop');
  if (!wanted) return rmSync(file, { force: true });
  const words = [...command, ...(minimised ? ['--headless'] : [])].map(quoted).join(' ');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `[Desktop Entry]\nType=Application\nName=Atelier\nExec=${words}\nX-GNOME-Autostart-enabled=true\n`);
}

/** An argument quoted and then escaped by the rules of the desktop entry specification. */
function quoted(text: string): string {
  return `"${text
    .replace(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`;
}
