import { constants } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { Log } from '@atelier/kernel';
import { isNoFile, moveNoFile } from '../../children/regular-file.ts';
import { storageErrors } from '../errors/storage.ts';
import { bareReasonOf } from '../reason.ts';
import { atomicWrite, makePrivateFolder, privateFile, removeLeftovers } from './atomic-write.ts';
import { codeOf, fileError } from './driver-errors.ts';
import { type FileLock, lockFile } from './file-lock.ts';
import { parseJson } from './json-text.ts';

/** Checks whether a value is valid for the file; `why` is shown to the person, so it never quotes a secret. */
export type Validate<T> = (value: unknown) => { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: string };

/** The path of a file, and which content is valid. */
export interface JsonFileOptions<T> {
  readonly path: string;
  readonly validate: Validate<T>;
  /** The value of a missing file. */
  readonly fallback: T;
  readonly log: Log;
  /** The newest `version` that this app knows, for files that have one. */
  readonly version?: number;
}

/**
 * The result of reading. `fresh`: there is no file. `restored`: it was damaged, set aside, and the last good copy restored.
 * `damaged`: the same without a good copy. `newer`: of a newer app, so never written; `value` is the part that could be read.
 */
export interface JsonRead<T> {
  readonly state: 'fresh' | 'ok' | 'restored' | 'damaged' | 'newer';
  readonly value: T;
  readonly why?: string;
  readonly keptAs?: string;
}

type Judged<T> =
  | { readonly state: 'ok'; readonly value: T }
  | { readonly state: 'bad'; readonly why: string }
  | { readonly state: 'newer'; readonly found: number; readonly value: T };

const queues = new Map<string, Promise<unknown>>();

/** A JSON file that the person or another program may edit too: validated, locked, replaced atomically, never lost. */
export class JsonFile<T> {
  readonly path: string;
  readonly #options: JsonFileOptions<T>;

  constructor(options: JsonFileOptions<T>) {
    this.path = resolve(options.path);
    this.#options = options;
  }

  /** The file's value, whatever state it is in. Throws an AppError only if the disk does not allow reading or repairing it. */
  read(): Promise<JsonRead<T>> {
    return this.#inTurn(async () => {
      if (isNoFile(this.path)) return this.#locked(() => this.#repair());
      const bytes = await this.#bytes(this.path);
      if (bytes === undefined) return { state: 'fresh', value: this.#options.fallback };
      const judged = this.#judge(bytes);
      if (judged.state === 'newer') return this.#newer(judged);
      if (judged.state === 'bad') return this.#locked(() => this.#repair());
      await this.#keepGood(bytes);
      return judged;
    });
  }

  /** Changes the file based on its current value, under the lock; resolves once the change is durable. */
  update(change: (value: T) => T): Promise<T> {
    return this.#inTurn(() =>
      this.#locked(async lock => {
        const now = await this.#repair();
        if (now.state === 'newer')
          throw storageErrors['storage/file-newer']({ file: this.path, found: now.why, known: this.#options.version });
        const next = change(now.value);
        const text = `${JSON.stringify(next, undefined, 2)}\n`;
        const checked = this.#judge(new TextEncoder().encode(text));
        if (checked.state !== 'ok')
          throw storageErrors['storage/file-refused']({
            file: this.path,
            why: checked.state === 'bad' ? checked.why : 'its version is unknown',
          });
        if (!(await lock.isHeld())) throw storageErrors['storage/file-locked']({ file: this.path, holder: 'another program' });
        const bytes = new TextEncoder().encode(text);
        await atomicWrite(this.path, bytes, privateFile);
        await atomicWrite(this.#goodCopy, bytes, privateFile);
        return checked.value;
      }),
    );
  }

  /** Deletes the file and its last good copy. */
  remove(): Promise<void> {
    return this.#inTurn(() =>
      this.#locked(async () => {
        for (const path of [this.path, this.#goodCopy]) await rm(path, { force: true });
      }),
    );
  }

  get #goodCopy(): string {
    return `${this.path}.bak`;
  }

  #judge(bytes: Uint8Array): Judged<T> {
    const parsed = parseJson(bytes);
    if (!parsed.ok) return { state: 'bad', why: parsed.why };
    const { version, validate, fallback } = this.#options;
    const found = versionOf(parsed.value);
    const checked = safely(() => validate(parsed.value));
    if (version !== undefined && found !== undefined && found > version)
      return { state: 'newer', found, value: checked.ok ? checked.value : fallback };
    return checked.ok ? { state: 'ok', value: checked.value } : { state: 'bad', why: checked.why };
  }

  /** Reads the file again under the lock, and repairs a damaged one. */
  async #repair(): Promise<JsonRead<T>> {
    await removeLeftovers(this.path, this.#goodCopy);
    if (isNoFile(this.#goodCopy)) await moveNoFile(this.#goodCopy, this.#newAside());
    if (isNoFile(this.path)) return this.#replaceNoFile();
    const bytes = await this.#bytes(this.path);
    if (bytes === undefined) return { state: 'fresh', value: this.#options.fallback };
    const judged = this.#judge(bytes);
    if (judged.state === 'ok') return judged;
    if (judged.state === 'newer') return this.#newer(judged);
    return this.#restore(bytes, judged.why);
  }

  async #restore(damaged: Uint8Array, why: string): Promise<JsonRead<T>> {
    const keptAs = this.#newAside();
    // A copy first: the path is never missing, so a crash here does not make damage look like absence.
    await atomicWrite(keptAs, damaged, privateFile);
    const restored = await this.#restoreGood(why, keptAs);
    if (restored.state === 'damaged') await rm(this.path);
    return restored;
  }

  /** A folder, a named pipe or a device: reading it would fail, wait for ever, or never end. */
  async #replaceNoFile(): Promise<JsonRead<T>> {
    const keptAs = this.#newAside();
    await moveNoFile(this.path, keptAs);
    return this.#restoreGood('it was no file', keptAs);
  }

  #newAside(): string {
    return `${this.path}.corrupt-${new Date().toISOString().replaceAll(/[-:.]/g, '')}`;
  }

  async #restoreGood(why: string, keptAs: string): Promise<JsonRead<T>> {
    const { log, fallback } = this.#options;
    const good = await this.#bytes(this.#goodCopy);
    const judged = good && this.#judge(good);
    if (good && judged?.state === 'ok') {
      await atomicWrite(this.path, good, privateFile);
      log.error(`${basename(this.path)} was damaged (${why}); its last good copy was restored.`, { file: this.path, keptAs });
      return { state: 'restored', value: judged.value, why, keptAs };
    }
    log.error(`${basename(this.path)} was damaged (${why}) and there is no good copy; it was kept aside.`, { file: this.path, keptAs });
    return { state: 'damaged', value: fallback, why, keptAs };
  }

  #newer({ found, value }: { found: number; value: T }): JsonRead<T> {
    this.#options.log.warn(`${basename(this.path)} comes from a newer app; it is read and not written.`, { file: this.path, found });
    return { state: 'newer', value, why: String(found) };
  }

  /** The file is valid, also if another program wrote it: make it the last good copy. */
  async #keepGood(bytes: Uint8Array): Promise<void> {
    const kept = await this.#bytes(this.#goodCopy);
    if (!kept || Buffer.compare(kept, bytes) !== 0) await atomicWrite(this.#goodCopy, bytes, privateFile);
  }

  async #bytes(path: string): Promise<Uint8Array | undefined> {
    try {
      const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
      try {
        const found = await handle.stat();
        if (!found.isFile()) throw storageErrors['storage/not-a-file']({ file: path });
        if (process.platform !== 'win32' && (found.mode & 0o777) !== privateFile) await handle.chmod(privateFile);
        return await handle.readFile();
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  async #locked<R>(work: (lock: FileLock) => Promise<R>): Promise<R> {
    makePrivateFolder(dirname(this.path));
    const lock = await lockFile(this.path);
    try {
      return await work(lock);
    } finally {
      await lock.release();
    }
  }

  /** Runs changes one after another within this process, also across two objects of the same file. */
  async #inTurn<R>(work: () => Promise<R>): Promise<R> {
    const before = queues.get(this.path);
    const turn = (before ?? Promise.resolve()).catch(() => undefined).then(work);
    queues.set(this.path, turn);
    try {
      return await turn;
    } catch (error) {
      throw fileError(error, { owner: basename(this.path), file: this.path }) ?? error;
    } finally {
      if (queues.get(this.path) === turn) queues.delete(this.path);
    }
  }
}

function versionOf(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null || !('version' in value)) return undefined;
  return typeof value.version === 'number' ? value.version : undefined;
}

/** A file nested a hundred thousand levels deep overflows a validator. */
function safely<R>(check: () => R): R | { readonly ok: false; readonly why: string } {
  try {
    return check();
  } catch (error) {
    return { ok: false, why: bareReasonOf(error) };
  }
}
