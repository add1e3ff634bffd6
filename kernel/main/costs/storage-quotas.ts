import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { storageErrors } from '../errors/storage.ts';
import type { StorageBudget } from '../storage/driver-errors.ts';

/** What the quotas need from the kernel. */
export interface StorageParts {
  /** What an extension may keep, in megabytes; undefined for bundled plugins. */
  budgetOf(id: string): number | undefined;
  databaseOf(id: string): string;
  folderOf(id: string): string;
  /** The bytes that its processes have written so far; undefined where the system does not say. */
  writtenBy(id: string): number | undefined;
  /** It has filled its folder by itself, past its budget. */
  exceeded(id: string): void;
}

interface Measured {
  readonly folder: number;
  readonly database: number;
  readonly at: number;
  /** What its processes had written when it was measured. */
  readonly written: number;
}

const megabyte = 1_048_576;
/** An entry of a folder takes room of its own, so that empty files count too. */
const entryBytes = 4096;
const freshMs = 1000;
const unseenMs = 10_000;
const littleBytes = 262_144;
/** While the kernel replaces files, the old and the new ones are there. */
const replacedBytes = 32 * megabyte;

/**
 * Keeps what each third-party extension has on the disk within its budget. Writes through the kernel are refused beforehand, its
 * database has a limit of its own, and what its process writes into its folder by itself is measured while it writes.
 */
export class StorageQuotas {
  readonly #parts: StorageParts;
  readonly #measured = new Map<string, Measured>();
  /** The bytes that each had when its process started: above its budget it may still remove something, but not add to it. */
  readonly #atStart = new Map<string, number>();
  readonly #measuring = new Map<string, Promise<Measured>>();

  constructor(parts: StorageParts) {
    this.#parts = parts;
  }

  /** To be called before the process of an extension starts. */
  async begin(id: string): Promise<void> {
    if (this.#parts.budgetOf(id) !== undefined) this.#atStart.set(id, total(await this.#measure(id, Number.POSITIVE_INFINITY)));
  }

  /** Resolves if the extension may add this many bytes; throws the reason if not. */
  async reserve(id: string, bytes: number, now = performance.now()): Promise<void> {
    const megabytes = this.#parts.budgetOf(id);
    if (megabytes === undefined) return;
    if (bytes <= 0) return;
    const more = bytes + entryBytes;
    const most = megabytes * megabyte;
    let known = this.#measured.get(id);
    // The extension may have removed something by itself, so the sum can be too high.
    if (known === undefined || (total(known) + more > most && now - known.at > freshMs)) known = await this.#measure(id, most);
    if (total(known) + more > most) throw storageErrors['storage/over-budget']({ owner: id, megabytes });
    this.#measured.set(id, { ...known, folder: known.folder + more });
  }

  /** What the extension's database may take, beside what its folder takes now. */
  databaseBudget(id: string): StorageBudget | undefined {
    const megabytes = this.#parts.budgetOf(id);
    if (megabytes === undefined) return undefined;
    return { megabytes, bytes: Math.max(megabyte, megabytes * megabyte - (this.#measured.get(id)?.folder ?? 0)) };
  }

  /** Measures what was written since the last time; `exceeded` is called for an extension above its budget. */
  async look(id: string, now = performance.now()): Promise<void> {
    const megabytes = this.#parts.budgetOf(id);
    if (megabytes === undefined || this.#measuring.has(id)) return;
    const known = this.#measured.get(id);
    const written = this.#parts.writtenBy(id);
    const isQuiet = known && (written === undefined ? now - known.at < unseenMs : Math.abs(written - known.written) < littleBytes);
    if (isQuiet) return;
    const most = Math.max(megabytes * megabyte, this.#atStart.get(id) ?? 0) + replacedBytes;
    if (total(await this.#measure(id, most)) > most) this.#parts.exceeded(id);
  }

  #measure(id: string, most: number): Promise<Measured> {
    const going = this.#measuring.get(id) ?? this.#walk(id, most).finally(() => this.#measuring.delete(id));
    this.#measuring.set(id, going);
    return going;
  }

  async #walk(id: string, most: number): Promise<Measured> {
    const { databaseOf, folderOf, writtenBy } = this.#parts;
    const written = writtenBy(id) ?? 0;
    // Without SQLite's files beside it, which are written again and again, and never grow much beyond the limit of the database.
    const [folder, database] = await Promise.all([folderBytes(folderOf(id), most), sizeOf(databaseOf(id))]);
    const measured = { folder, database, at: performance.now(), written };
    this.#measured.set(id, measured);
    return measured;
  }
}

function total({ folder, database }: Measured): number {
  return folder + database;
}

/** The bytes of a folder on the disk, without what lies beyond links; stops counting above `most`. */
async function folderBytes(folder: string, most: number): Promise<number> {
  const folders = [folder];
  let bytes = 0;
  for (let inside = folders.pop(); inside !== undefined && bytes <= most; inside = folders.pop()) {
    const entries = await opendir(inside).catch(() => undefined);
    if (entries === undefined) continue;
    for await (const entry of entries) {
      const path = join(inside, entry.name);
      bytes += entryBytes;
      if (entry.isDirectory()) folders.push(path);
      else bytes += await sizeOf(path);
      if (bytes > most) break;
    }
  }
  return bytes;
}

async function sizeOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => undefined);
  // A file with holes takes less than its size; Windows reports no blocks.
  return found === undefined ? 0 : process.platform === 'win32' ? found.size : found.blocks * 512;
}
