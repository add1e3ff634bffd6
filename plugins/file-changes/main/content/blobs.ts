import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { Database } from '@atelier/kernel';
import { hash, maxKept, type Snapshot } from './snapshot.ts';
import { hashOf, type State } from './state.ts';

const pack = promisify(deflateRaw);
const unpack = promisify(inflateRaw);
/** The limit of one conversation, uncompressed. */
const maxPerConversation = 256 * 1024 * 1024;
/** The size of the memory cache; the files of a turn are read repeatedly. */
const maxCached = 16 * 1024 * 1024;

/** File contents by hash, compressed, each stored as long as a conversation needs it. Outside of the database, whose backups would triple their size. */
export interface Blobs {
  /** Keeps a content for a conversation; resolves when it is on the disk, to false if it is too large or the conversation's limit is reached. */
  keep(conversation: string, seen: Snapshot): Promise<boolean>;
  /** The same without waiting for the disk; the content may be lost in a power failure. Part of the surrounding transaction. */
  keepSoon(conversation: string, seen: Snapshot): boolean;
  isKept(conversation: string, state: State): boolean;
  /** Whether `keep` would keep it now. */
  canKeep(conversation: string, seen: Snapshot): boolean;
  /** Whether a content of this size would exceed the conversation's limit. */
  isFull(conversation: string, bytes: number): boolean;
  /** Resolves to undefined if the content was not kept or is damaged. */
  read(state: State): Promise<Buffer | undefined>;
  /** Deletes everything that only this conversation needed. */
  forget(conversation: string): Promise<void>;
  /** Resolves when nothing is being written. */
  settled(): Promise<void>;
  /** Deletes files without a record and records without a file, which a crash leaves. */
  sweep(): Promise<void>;
}

export function openBlobs(folder: string, db: Database): Blobs {
  const insert = db.prepare('INSERT OR IGNORE INTO kept (conversation, hash, bytes) VALUES (?, ?, ?)');
  const sum = db.prepare<{ bytes: number }>('SELECT coalesce(sum(bytes), 0) AS bytes FROM kept WHERE conversation = ?');
  const has = db.prepare<{ one: number }>('SELECT 1 AS one FROM kept WHERE conversation = ? AND hash = ?');
  const anyHas = db.prepare<{ one: number }>('SELECT 1 AS one FROM kept WHERE hash = ? LIMIT 1');
  const onlyHere = db.prepare<{ hash: string }>(
    'SELECT hash FROM kept AS mine WHERE conversation = ? AND NOT EXISTS (SELECT 1 FROM kept WHERE hash = mine.hash AND conversation <> mine.conversation)',
  );
  const removeHash = db.prepare('DELETE FROM kept WHERE hash = ?');
  const allHashes = db.prepare<{ hash: string }>('SELECT DISTINCT hash FROM kept');
  const remove = db.prepare('DELETE FROM kept WHERE conversation = ?');
  const writing = new Map<string, Promise<void>>();
  /** Contents that nobody needed any more; one of them that is kept again is written after that. */
  const removing = new Map<string, Promise<void>>();
  const used = new Map<string, number>();
  const placeOf = (hash: string) => join(folder, hash.slice(0, 2), hash);

  const recent = openRecent(maxCached);
  let soon: Promise<void> = Promise.resolve();

  const write = async (hash: string, bytes: Buffer, durable: boolean) => {
    const place = placeOf(hash);
    await removing.get(hash)?.catch(() => undefined);
    await mkdir(join(folder, hash.slice(0, 2)), { recursive: true, mode: 0o700 });
    const temporary = `${place}.${process.pid}.new`;
    {
      await using file = await open(temporary, 'w', 0o600);
      await file.writeFile(await pack(bytes, { level: 1 }));
      if (durable) await file.datasync();
    }
    await rename(temporary, place);
  };

  const usedBy = (conversation: string) => used.get(conversation) ?? sum.get(conversation)?.bytes ?? 0;
  const isFull = (conversation: string, bytes: number) => usedBy(conversation) + bytes > maxPerConversation;

  /** Writes without `durable` run one after the other, so that they do not delay durable ones. */
  const begin = (hash: string, bytes: Buffer, durable: boolean) => {
    const written = durable ? write(hash, bytes, true) : soon.then(() => write(hash, bytes, false));
    if (!durable) soon = written.catch(() => undefined);
    writing.set(
      hash,
      written.finally(() => writing.delete(hash)),
    );
    // A content that could not be written is not kept for any conversation.
    writing.get(hash)?.catch(() => removeHash.run(hash));
  };

  const isHeld = (conversation: string, hash: string | undefined) => hash === undefined || has.get(conversation, hash) !== undefined;
  const fits = (conversation: string, bytes: Buffer | undefined): bytes is Buffer =>
    bytes !== undefined && bytes.length <= maxKept && !isFull(conversation, bytes.length);

  const keep = (conversation: string, { state, bytes }: Snapshot, durable: boolean): boolean => {
    const hash = hashOf(state);
    if (hash === undefined || isHeld(conversation, hash)) return true;
    if (!fits(conversation, bytes)) return false;
    if (writing.get(hash) === undefined && anyHas.get(hash) === undefined) begin(hash, bytes, durable);
    recent.set(hash, bytes);
    used.set(conversation, usedBy(conversation) + bytes.length);
    insert.run(conversation, hash, bytes.length);
    return true;
  };

  return {
    isFull,
    canKeep: (conversation, { state, bytes }) => isHeld(conversation, hashOf(state)) || fits(conversation, bytes),
    async keep(conversation, seen) {
      const isKept = keep(conversation, seen, true);
      await writing.get(hashOf(seen.state) ?? '');
      return isKept;
    },
    keepSoon: (conversation, seen) => keep(conversation, seen, false),
    isKept(conversation, state) {
      const hash = hashOf(state);
      return hash === undefined ? state.startsWith('l:') || state === '-' : has.get(conversation, hash) !== undefined;
    },
    async read(state) {
      const wanted = hashOf(state);
      if (wanted === undefined) return undefined;
      const known = recent.get(wanted);
      if (known !== undefined) return known;
      await writing.get(wanted)?.catch(() => undefined);
      try {
        const bytes = await unpack(await readFile(placeOf(wanted)), { maxOutputLength: maxKept + 1 });
        return hash(bytes) === wanted ? bytes : undefined;
      } catch {
        return undefined;
      }
    },
    async forget(conversation) {
      const unneeded = onlyHere.all(conversation);
      remove.run(conversation);
      used.delete(conversation);
      for (const { hash } of unneeded) {
        // Another conversation may have kept the same meanwhile.
        if (anyHas.get(hash) !== undefined) continue;
        recent.delete(hash);
        const gone = rm(placeOf(hash), { force: true }).finally(() => removing.delete(hash));
        removing.set(hash, gone);
        await gone;
      }
    },
    async settled() {
      await Promise.allSettled(writing.values());
    },
    async sweep() {
      const present = new Set<string>();
      for (const part of await readdir(folder).catch(() => [])) {
        for (const name of await readdir(join(folder, part)).catch(() => [])) {
          if (anyHas.get(name) === undefined) await rm(join(folder, part, name), { force: true });
          else present.add(name);
        }
      }
      for (const { hash } of allHashes.all()) if (!present.has(hash)) removeHash.run(hash);
    },
  };
}

/** What an entry of the cache costs besides its content. */
const entryBytes = 512;

/** A cache of the most recently used contents, limited in bytes. */
function openRecent(limit: number) {
  const contents = new Map<string, Buffer>();
  let bytes = 0;
  return {
    get(hash: string): Buffer | undefined {
      const found = contents.get(hash);
      if (found === undefined) return undefined;
      contents.delete(hash);
      contents.set(hash, found);
      return found;
    },
    delete(hash: string): void {
      const found = contents.get(hash);
      if (found === undefined) return;
      bytes -= found.length + entryBytes;
      contents.delete(hash);
    },
    set(hash: string, content: Buffer): void {
      if (contents.has(hash) || content.length > limit / 4) return;
      contents.set(hash, alone(content));
      bytes += content.length + entryBytes;
      for (const [oldest, old] of contents) {
        if (bytes <= limit) return;
        contents.delete(oldest);
        bytes -= old.length + entryBytes;
      }
    },
  };
}

/** A content that keeps no more memory than it needs: Node reads small files into parts of a large buffer, which each part keeps. */
function alone(content: Buffer): Buffer {
  if (content.buffer.byteLength <= content.length * 2) return content;
  const copy = Buffer.allocUnsafeSlow(content.length);
  content.copy(copy);
  return copy;
}
