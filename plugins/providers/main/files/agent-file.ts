import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { open, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isAppError } from '@atelier/kernel';
import { errors } from '../errors.ts';
import { privateFile, removeLeftovers, replaceFile } from './atomic.ts';
import { parseObject, type Why } from './json-text.ts';
import { type LockOptions, whileLocked } from './lock.ts';

export type Json = Readonly<Record<string, unknown>>;

export interface AgentFileOptions {
  readonly path: string;
  readonly lock: LockOptions;
  /** Why the engine would refuse a value; undefined if it accepts it. */
  readonly refuse: (value: Json) => Why | undefined;
}

// Far more than any real file of settings.
const maxBytes = 64 * 1024 * 1024;
const asideMark = '.kept-';

/** A JSON file of the managed directory, which the engine, its CLI and the person write, too. No content of it is ever lost. */
export class AgentFile {
  readonly path: string;
  readonly #options: AgentFileOptions;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: AgentFileOptions) {
    this.path = options.path;
    this.#options = options;
  }

  /** The present content; undefined if there is no file. Tightens rights that are too wide. */
  async read(): Promise<Json | undefined> {
    return this.#withAppErrors(async () => {
      const bytes = await this.#bytes();
      if (bytes === undefined) return undefined;
      const parsed = parseObject(bytes);
      if (parsed.ok && bytes.length > 0) return parsed.value;
      // The engine writes in place, so this may be half of the file: it is read again under the lock, when no program writes.
      return whileLocked(this.path, this.#options.lock, () => this.#read());
    });
  }

  /** Changes the content under the file's lock. Writes nothing if `change` returns the same value. */
  update(change: (now: Json) => Json): Promise<{ readonly value: Json; readonly written: boolean }> {
    const work = () =>
      this.#withAppErrors(() =>
        whileLocked(this.path, this.#options.lock, async () => {
          await removeLeftovers(this.path);
          const found = await this.#read();
          const next = change(found ?? {});
          if (found !== undefined && (next === found || sameJson(next, found))) return { value: found, written: false };
          const why = this.#options.refuse(next);
          if (why !== undefined) throw errors['providers/file-refused']({ file: basename(this.path), why });
          await replaceFile(this.path, new TextEncoder().encode(`${JSON.stringify(next, undefined, 2)}\n`));
          return { value: next, written: true };
        }),
      );
    // Within this process one after another, because a second writer would have to poll for the lock.
    const turn = this.#turn.catch(() => undefined).then(work);
    this.#turn = turn;
    return turn;
  }

  /** Deletes the copies of broken files that contain one of these secrets. */
  async forgetAside(secrets: readonly string[]): Promise<void> {
    for (const name of await readdir(dirname(this.path))) {
      if (!name.startsWith(`${basename(this.path)}${asideMark}`)) continue;
      const path = join(dirname(this.path), name);
      const text = await readFile(path, 'utf8');
      if (secrets.some(secret => text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)))) await rm(path);
    }
  }

  async #read(): Promise<Json | undefined> {
    const bytes = await this.#bytes();
    if (bytes === undefined) return undefined;
    const parsed = parseObject(bytes);
    if (parsed.ok) return parsed.value;
    await this.#keepAside(bytes);
    throw errors['providers/file-unreadable']({ file: this.path, why: parsed.why });
  }

  async #bytes(): Promise<Uint8Array | undefined> {
    let handle: Awaited<ReturnType<typeof open>>;
    try {
      handle = await open(this.path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      if (codeOf(error) === 'ELOOP') throw errors['providers/file-link']({ file: this.path });
      throw error;
    }
    try {
      const found = await handle.stat();
      this.#checkStats(found);
      if (process.platform !== 'win32' && (found.mode & 0o777) !== privateFile) await handle.chmod(privateFile);
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  }

  #checkStats(found: Stats): void {
    if (!found.isFile()) throw errors['providers/file-link']({ file: this.path });
    const me = process.getuid?.();
    if (me !== undefined && found.uid !== me) throw errors['providers/file-foreign']({ file: this.path });
    if (found.size > maxBytes)
      throw errors['providers/file-unreadable']({
        file: this.path,
        why: { en: 'it is far too large', fr: 'il est beaucoup trop volumineux' },
      });
  }

  /** Keeps a copy, named by its content, so that reading the same broken file again adds no copy. */
  async #keepAside(bytes: Uint8Array): Promise<void> {
    const name = `${this.path}${asideMark}${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`;
    const there = (await readdir(dirname(this.path))).includes(basename(name));
    if (!there) await replaceFile(name, bytes);
  }

  async #withAppErrors<R>(work: () => Promise<R>): Promise<R> {
    try {
      return await work();
    } catch (error) {
      if (isAppError(error)) throw error;
      throw errors['providers/file-failed']({ file: this.path, why: codeOf(error) ?? 'an error' }, error);
    }
  }
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
