import { closeSync, ftruncateSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { openRegularSync, readRegularSync, toAppend } from '../../children/regular-file.ts';
import { type Header, type Line, nothingPast, type Past, pastOf, type SafeReason, type Step } from './past-start.ts';
import { defaultStillMs, StandWatch } from './stand-watch.ts';

/** So many starts in a row that did not come up make the next one a safe one. */
const failuresBeforeSafe = 2;
/** A start has come up when it has settled and still runs after this time. */
const upAfterMs = 5000;

export interface StartsOptions {
  /** The person asked for a safe start. */
  readonly safe?: boolean;
  /** How long the kernel may stand still while an extension starts; for tests. */
  readonly stillMs?: number;
}

/**
 * Keeps the journal of this start, which the next one judges if this one is cut off. Each line is in the file before the step that it
 * names begins, so a process that is killed leaves it there; a power cut may take the newest with it.
 */
export class Starts {
  readonly #file: string;
  readonly #stillMs: number;
  readonly #past: Past;
  readonly #underWay = new Map<Step, number>();
  #safe: SafeReason | undefined;
  #reading: Step | undefined;
  #handle: number | undefined;
  #watch: StandWatch | undefined;
  #up: NodeJS.Timeout | undefined;
  #isUp = false;

  constructor(userData: string, { safe = false, stillMs = defaultStillMs }: StartsOptions = {}) {
    this.#file = pathIn(userData, 'starts');
    this.#stillMs = stillMs;
    this.#past = withUnread(readPast(this.#file));
    const { failed, suspects, unread } = this.#past;
    this.#safe = safe ? 'asked' : failed >= failuresBeforeSafe ? 'failed' : undefined;
    this.#begin({ failed, suspects, unread, ...(this.#safe && { safe: this.#safe }) });
  }

  /** Why this is a safe start; undefined if it is none, or no longer. */
  get safe(): SafeReason | undefined {
    return this.#safe;
  }

  /** The extensions that the starts before this one did not get over. */
  get heldBack(): readonly string[] {
    return this.#past.held.flatMap(step => (step.startsWith('waking ') ? [step.slice('waking '.length)] : []));
  }

  /** Whether the manifest in a folder is left unread: earlier starts ended while they read this very file. */
  leavesUnread(folder: string): boolean {
    return Object.hasOwn(this.#past.unread, folder) && this.#past.unread[folder] === stampOf(folder);
  }

  /** The manifest of an installed extension is about to be read; undefined: all have been. */
  reading(folder: string | undefined): void {
    if (folder === undefined) {
      if (this.#reading !== undefined) this.#note({ end: this.#reading });
      return;
    }
    this.#reading = `reading ${folder}`;
    this.#note({ begin: this.#reading });
  }

  /** Starts an installed extension. */
  async waking(id: string, start: () => Promise<void>): Promise<void> {
    const step: Step = `waking ${id}`;
    this.#note({ begin: step });
    this.#underWay.set(step, (this.#underWay.get(step) ?? 0) + 1);
    this.#watch ??= new StandWatch(this.#file, textOf({ is: 'still' }), this.#stillMs);
    try {
      await start();
    } finally {
      this.#underWay.delete(step);
      this.#note({ end: step });
      if (this.#isUp) await this.#endWatch();
    }
  }

  /** To be called once everything that runs at start has been woken. */
  settled(): void {
    if (this.#handle === undefined) return;
    this.#up = setTimeout(() => {
      this.#isUp = true;
      this.#note({ is: 'up' });
      void this.#endWatch();
    }, upAfterMs);
    this.#up.unref();
  }

  /** The person left the safe start. */
  leaveSafe(): void {
    this.#safe = undefined;
    this.#note({ is: 'left' });
  }

  /** The end was asked for: however long it takes, this start is not to blame. */
  ending(): void {
    if (this.#up !== undefined && !this.#isUp) this.#note({ is: 'up' });
    this.#note({ is: 'ended' });
  }

  async close(): Promise<void> {
    clearTimeout(this.#up);
    this.#underWay.clear();
    await this.#endWatch();
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
  }

  async #endWatch(): Promise<void> {
    if (this.#underWay.size > 0) return;
    const watch = this.#watch;
    this.#watch = undefined;
    await watch?.end();
  }

  #begin(header: Header): void {
    try {
      this.#handle = openRegularSync(this.#file, toAppend);
      ftruncateSync(this.#handle);
      writeSync(this.#handle, textOf(header));
    } catch {
      // A profile that cannot be written is reported by whatever needs it; without a journal the next start judges nothing.
    }
  }

  #note(line: Line): void {
    if (this.#handle === undefined) return;
    try {
      writeSync(this.#handle, textOf(line));
    } catch {
      // As above.
    }
  }
}

function textOf(line: Line | Header): string {
  return `${JSON.stringify(line)}\n`;
}

function readPast(file: string): Past {
  try {
    return pastOf(readRegularSync(file));
  } catch {
    return nothingPast;
  }
}

/** Adds the manifests that are left unread from now on. */
function withUnread(past: Past): Past {
  const folders = past.held.flatMap(step => (step.startsWith('reading ') ? [step.slice('reading '.length)] : []));
  return { ...past, unread: { ...past.unread, ...Object.fromEntries(folders.map(folder => [folder, stampOf(folder)])) } };
}

function stampOf(folder: string): string {
  const stats = statSync(join(folder, 'package.json'), { throwIfNoEntry: false });
  return stats === undefined ? 'none' : `${stats.mtimeMs}:${stats.size}:${stats.ino}`;
}
