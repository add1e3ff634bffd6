import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import type { Bounds } from './electron-like.ts';

/** What the shell stores from one start to the next. */
export interface StoredState {
  readonly bounds?: Bounds;
  readonly maximized?: boolean;
  readonly startAtLogin?: boolean;
  readonly startMinimised?: boolean;
  /** Undefined: it keeps running. */
  readonly closeToBackground?: boolean;
}

/** `desktop.json` of the profile. If it is missing or damaged, the defaults apply. */
export class DesktopState {
  readonly #file: string;
  #now: StoredState;

  constructor(userData: string) {
    this.#file = pathIn(userData, 'desktop');
    this.#now = read(this.#file);
  }

  get now(): StoredState {
    return this.#now;
  }

  set(change: StoredState): void {
    this.#now = { ...this.#now, ...change };
    const draft = `${this.#file}.new`;
    const handle = openSync(draft, 'w', 0o600);
    writeSync(handle, `${JSON.stringify(this.#now)}\n`);
    fsyncSync(handle);
    closeSync(handle);
    renameSync(draft, this.#file);
  }
}

function read(file: string): StoredState {
  try {
    const { bounds, maximized, startAtLogin, startMinimised, closeToBackground } = JSON.parse(readFileSync(file, 'utf8')) as Record<
      string,
      unknown
    >;
    return {
      ...(isBounds(bounds) ? { bounds } : {}),
      maximized: maximized === true,
      startAtLogin: startAtLogin === true,
      startMinimised: startMinimised === true,
      closeToBackground: closeToBackground !== false,
    };
  } catch {
    return {};
  }
}

function isBounds(value: unknown): value is Bounds {
  const bounds = (value ?? {}) as Record<string, unknown>;
  return ['x', 'y', 'width', 'height'].every(side => Number.isSafeInteger(bounds[side]));
}
