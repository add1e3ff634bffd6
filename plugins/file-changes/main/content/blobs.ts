import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { Database } from '@atelier/kernel';
import { hash, type Look, mostKept } from './look.ts';
import { hashOf, type State } from './state.ts';

const pack = promisify(deflateRaw);
const unpack = promisify(inflateRaw);
/** Of one conversation, before they are packed. */
const mostOfAll = 256 * 1024 * 1024;

/** Contents of files by their hash, packed, each as long as a conversation needs it. They lie beside the database, whose copies would triple them. */
export interface Blobs {
  /** Keeps what was looked at for a conversation; resolves when it is on the disk. False where it is too large or the share is used up. */
  keep(conversation: string, seen: Look): Promise<boolean>;
  isKept(conversation: string, state: State): boolean;
  /** Whether a content of this size would not be kept any more. */
  isFull(conversation: string, bytes: number): boolean;
  /** Undefined where it was not kept, or what was kept is damaged. */
  read(state: State): Promise<Buffer | undefined>;
  /** Lets go of everything that only this conversation needed. */
  forget(conversation: string): Promise<void>;
  /** Takes away what no conversation needs: a crash between file and record leaves such. */
  sweep(): Promise<void>;
}

export function openBlobs(folder: string, db: Database): Blobs {
  const insert = db.prepare('INSERT OR IGNORE INTO kept (conversation, hash, bytes) VALUES (?, ?, ?)');
  const sum = db.prepare<{ bytes: number }>('SELECT coalesce(sum(bytes), 0) AS bytes FROM kept WHERE conversation = ?');
  const has = db.prepare<{ one: number }>('SELECT 1 AS one FROM kept WHERE conversation = ? AND hash = ?');
  const anyHas = db.prepare<{ one: number }>('SELECT 1 AS one FROM kept WHERE hash = ? LIMIT 1');
  const lonely = db.prepare<{ hash: string }>(
    'SELECT hash FROM kept AS mine WHERE conversation = ? AND NOT EXISTS (SELECT 1 FROM kept WHERE hash = mine.hash AND conversation <> mine.conversation)',
  );
  const remove = db.prepare('DELETE FROM kept WHERE conversation = ?');
  const writing = new Map<string, Promise<void>>();
  const used = new Map<string, number>();
  const placeOf = (hash: string) => join(folder, hash.slice(0, 2), hash);

  const write = async (hash: string, bytes: Buffer) => {
    const place = placeOf(hash);
    await mkdir(join(folder, hash.slice(0, 2)), { recursive: true, mode: 0o700 });
    const temporary = `${place}.${process.pid}.new`;
    {
      await using file = await open(temporary, 'w', 0o600);
      await file.writeFile(await pack(bytes, { level: 1 }));
      await file.datasync();
    }
    await rename(temporary, place);
  };

  const usedBy = (conversation: string) => used.get(conversation) ?? sum.get(conversation)?.bytes ?? 0;
  const isFull = (conversation: string, bytes: number) => usedBy(conversation) + bytes > mostOfAll;

  return {
    isFull,
    async keep(conversation, { state, bytes }) {
      const hash = hashOf(state);
      if (hash === undefined) return true;
      if (has.get(conversation, hash) !== undefined) {
        await writing.get(hash);
        return true;
      }
      if (bytes === undefined || bytes.length > mostKept) return false;
      if (isFull(conversation, bytes.length)) return false;
      used.set(conversation, usedBy(conversation) + bytes.length);
      if (writing.get(hash) === undefined && anyHas.get(hash) === undefined) {
        const written = write(hash, bytes).finally(() => writing.delete(hash));
        writing.set(hash, written);
      }
      await writing.get(hash);
      insert.run(conversation, hash, bytes.length);
      return true;
    },
    isKept(conversation, state) {
      const hash = hashOf(state);
      return hash === undefined ? state.startsWith('l:') || state === '-' : has.get(conversation, hash) !== undefined;
    },
    async read(state) {
      const wanted = hashOf(state);
      if (wanted === undefined) return undefined;
      await writing.get(wanted)?.catch(() => undefined);
      try {
        const bytes = await unpack(await readFile(placeOf(wanted)), { maxOutputLength: mostKept + 1 });
        return hash(bytes) === wanted ? bytes : undefined;
      } catch {
        return undefined;
      }
    },
    async forget(conversation) {
      const gone = lonely.all(conversation);
      remove.run(conversation);
      used.delete(conversation);
      for (const { hash } of gone) await rm(placeOf(hash), { force: true });
    },
    async sweep() {
      for (const part of await readdir(folder).catch(() => [])) {
        for (const name of await readdir(join(folder, part)).catch(() => [])) {
          if (anyHas.get(name) === undefined) await rm(join(folder, part, name), { force: true });
        }
      }
    },
  };
}
