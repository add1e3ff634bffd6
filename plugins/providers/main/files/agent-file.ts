import { createHash, randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAppError } from '@atelier/kernel';
import { isNoFile, moveNoFile, readRegular } from '@atelier/kernel/children';
import { errors } from '../errors.ts';
import { privateFile, removeLeftovers, replaceFile } from './atomic.ts';
import { type Parsed, parseObject, type Why } from './json-text.ts';
import { type LockOptions, whileLocked } from './lock.ts';

export type Json = Readonly<Record<string, unknown>>;

export interface AgentFileOptions {
  readonly path: string;
  readonly lock: LockOptions;
  /** Why the engine would refuse a value; undefined if it accepts it. */
  readonly refuse: (value: Json) => Why | undefined;
  /**
   * Called when the last good content was put back. `keptAs`: where the unusable content is; undefined for an empty file. `isBack` is false
   * if what was moved away was no file, and there is no good content.
   */
  readonly restored?: (file: string, why: Why, keptAs: string | undefined, isBack?: boolean) => void;
  /** Why an object is none of this file's, as what other programs write in place of it; it counts as one that cannot be read. */
  readonly unlike?: (value: Json) => Why | undefined;
  /** The engine accepts line comments and trailing commas in it. */
  readonly hasComments?: boolean;
  /** An editor that saves empties the file first: what is unusable is believed when it has not changed for so long. */
  readonly settleMs?: number;
}

// Far more than any real file of settings.
const maxBytes = 64 * 1024 * 1024;
const asideMark = '.kept-';
const defaultSettleMs = 400;

/** A JSON file of the managed directory, which the engine, its CLI and the person write, too. No content of it is ever lost. */
export class AgentFile {
  readonly path: string;
  readonly #options: AgentFileOptions;
  #turn: Promise<unknown> = Promise.resolve();
  /** The content of the good copy, if this object wrote or compared it. */
  #good: Uint8Array | undefined;

  constructor(options: AgentFileOptions) {
    this.path = options.path;
    this.#options = options;
  }

  /** The present content; undefined if there is no file. Tightens rights that are too wide. */
  async read(): Promise<Json | undefined> {
    return this.#withAppErrors(async () => {
      if (isNoFile(this.path)) return whileLocked(this.path, this.#options.lock, () => this.#read());
      const bytes = await this.#bytes();
      if (bytes === undefined) return undefined;
      const parsed = this.#parsed(bytes);
      if (parsed.ok && !isBlank(bytes)) {
        await this.#keepGood(bytes);
        return parsed.value;
      }
      // The engine writes in place, so this may be half of the file: it is read again under the lock, when no program writes.
      return whileLocked(this.path, this.#options.lock, () => this.#read());
    });
  }

  /** Changes the content under the file's lock. Writes nothing if `change` returns the same value. */
  update(change: (now: Json) => Json): Promise<{ readonly value: Json; readonly written: boolean }> {
    const work = () =>
      this.#withAppErrors(() =>
        whileLocked(this.path, this.#options.lock, async () => {
          for (const path of [this.path, this.#goodCopy]) await removeLeftovers(path);
          const found = await this.#read();
          const next = change(found ?? {});
          if (found !== undefined && (next === found || sameJson(next, found))) return { value: found, written: false };
          const why = this.#options.refuse(next);
          if (why !== undefined) throw errors['providers/file-refused']({ file: basename(this.path), why });
          const bytes = new TextEncoder().encode(`${JSON.stringify(next, undefined, 2)}\n`);
          await this.#keepComments();
          await replaceFile(this.path, bytes);
          // At once: a key that was removed must not stay in the copy.
          await this.#keepGood(bytes);
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
      const text = await readRegular(path).catch(() => '');
      if (secrets.some(secret => text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)))) await rm(path);
    }
  }

  async #read(): Promise<Json | undefined> {
    if (isNoFile(this.path)) return await this.#replaceNoFile();
    const bytes = await this.#bytes();
    if (bytes === undefined) return undefined;
    const parsed = this.#parsed(bytes);
    if (parsed.ok && !isBlank(bytes)) {
      await this.#keepGood(bytes);
      return parsed.value;
    }
    const settled = await this.#settled(bytes);
    if (settled !== bytes) return await this.#read();
    return await this.#restore(bytes, parsed);
  }

  /** The same bytes once they have not changed for a while, else what is there now. */
  async #settled(bytes: Uint8Array): Promise<Uint8Array | undefined> {
    const changed = (await stat(this.path).catch(() => undefined))?.mtimeMs ?? 0;
    const left = (this.#options.settleMs ?? defaultSettleMs) - (Date.now() - changed);
    if (left <= 0) return bytes;
    await pause(left);
    const now = await this.#bytes();
    return now !== undefined && Buffer.compare(now, bytes) === 0 ? bytes : now;
  }

  /** Puts the last good content back; without one, an empty file has no content and another one is an error. Nothing is lost. */
  async #restore(bytes: Uint8Array, parsed: Parsed): Promise<Json> {
    const blank = isBlank(bytes);
    const good = isNoFile(this.#goodCopy) ? undefined : await this.#bytes(this.#goodCopy);
    const content = good && this.#parsed(good);
    const keptAs = blank ? undefined : await this.#keepAside(bytes);
    if (good !== undefined && content?.ok && !isBlank(good)) {
      await replaceFile(this.path, good);
      this.#options.restored?.(this.path, parsed.ok ? emptyWhy : parsed.why, keptAs);
      return content.value;
    }
    if (parsed.ok) return parsed.value;
    throw errors['providers/file-unreadable']({ file: this.path, why: parsed.why });
  }

  /** What is no file holds whoever reads it, or has no content: it is moved beside, and the last good content is put back. */
  async #replaceNoFile(): Promise<Json | undefined> {
    const keptAs = this.#newAside();
    await moveNoFile(this.path, keptAs);
    const good = isNoFile(this.#goodCopy) ? undefined : await this.#bytes(this.#goodCopy);
    const content = good && this.#parsed(good);
    if (good !== undefined && content?.ok && !isBlank(good)) {
      await replaceFile(this.path, good);
      this.#options.restored?.(this.path, noFileWhy, keptAs);
      return content.value;
    }
    this.#options.restored?.(this.path, noFileWhy, keptAs, false);
    return undefined;
  }

  #newAside(): string {
    return `${this.path}${asideMark}${randomBytes(6).toString('hex')}`;
  }

  #parsed(bytes: Uint8Array): Parsed {
    const parsed = parseObject(bytes, this.#options.hasComments);
    const why = parsed.ok ? this.#options.unlike?.(parsed.value) : undefined;
    return why === undefined ? parsed : { ok: false, why };
  }

  /** Comments are lost when the file is written; the content with them is kept beside it. */
  async #keepComments(): Promise<void> {
    const bytes = this.#options.hasComments === true ? await this.#bytes() : undefined;
    if (bytes !== undefined && !isBlank(bytes) && !parseObject(bytes).ok) await this.#keepAside(bytes);
  }

  get #goodCopy(): string {
    return `${this.path}.bak`;
  }

  /** Keeps content that can be read as the last good one, with the same rights as the file. */
  async #keepGood(bytes: Uint8Array): Promise<void> {
    if (this.#good !== undefined && Buffer.compare(this.#good, bytes) === 0) return;
    if (isNoFile(this.#goodCopy)) await moveNoFile(this.#goodCopy, this.#newAside());
    const there = await this.#bytes(this.#goodCopy);
    if (there === undefined || Buffer.compare(there, bytes) !== 0) await replaceFile(this.#goodCopy, bytes);
    this.#good = bytes;
  }

  async #bytes(path = this.path): Promise<Uint8Array | undefined> {
    let handle: Awaited<ReturnType<typeof open>>;
    try {
      handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      if (codeOf(error) === 'ELOOP') throw errors['providers/file-link']({ file: path });
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
  async #keepAside(bytes: Uint8Array): Promise<string> {
    const name = `${this.path}${asideMark}${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`;
    const there = (await readdir(dirname(this.path))).includes(basename(name));
    if (!there) await replaceFile(name, bytes);
    return name;
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

const noFileWhy: Why = {
  en: 'it was no file but a folder, a named pipe, a device, or a link to one',
  fr: 'ce n’était pas un fichier mais un dossier, un tube nommé, un périphérique, ou un lien vers l’un d’eux',
};
const emptyWhy: Why = { en: 'it was empty', fr: 'il était vide' };

function isBlank(bytes: Uint8Array): boolean {
  return Buffer.from(bytes).toString('latin1').trim() === '';
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
