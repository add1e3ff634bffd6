import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { archiveErrors, archiveReasons, diskReason } from '../errors/archive.ts';
import { maxFiles } from './manifest.ts';

/** A zip file that is read in place. */
export interface ZipReader {
  /** The size of each file that it declares, by name. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Streams a file; fails if it is larger or smaller than declared. */
  open(name: string): Promise<Readable>;
  close(): void;
}

const kindOf = (entry: Entry): number => (entry.externalFileAttributes >>> 16) & 0o170000;
const regular = 0o100000;
const none = Buffer.alloc(0);

/** Opens a zip file; refuses one with a name that leads elsewhere, a link, or a file that is there twice. */
export async function openZip(file: string): Promise<ZipReader> {
  const found = isAbsolute(file) ? statSync(file, { throwIfNoEntry: false }) : undefined;
  if (found?.isFile() !== true)
    throw archiveErrors['import/no-file']({ file, reason: archiveReasons[found?.isDirectory() === true ? 'folder' : 'noFile'] });
  let zip: ZipFile;
  try {
    zip = await openPromise(file, { lazyEntries: true, autoClose: false, strictFileNames: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw archiveErrors[code === undefined ? 'import/not-an-archive' : 'import/no-file'](
      { file, reason: code === undefined ? archiveReasons.noZip : diskReason(error) },
      error,
    );
  }
  try {
    const entries = await entriesOf(zip, file);
    return {
      sizes: new Map([...entries].map(([name, { uncompressedSize }]) => [name, uncompressedSize])),
      async open(name) {
        const entry = entries.get(name);
        if (entry === undefined) throw archiveErrors['import/damaged']({ file, path: name, reason: archiveReasons.missing });
        return await zip.openReadStreamPromise(entry);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function entriesOf(zip: ZipFile, file: string): Promise<ReadonlyMap<string, Entry>> {
  const unfit = (path: string, reason: keyof typeof archiveReasons) =>
    archiveErrors['import/unfit']({ file, path, reason: archiveReasons[reason] });
  if (zip.entryCount > maxFiles) throw unfit(String(zip.entryCount), 'many');
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName: name } = entry;
      if (entries.has(name)) throw unfit(name, 'doubled');
      if (kindOf(entry) !== 0 && kindOf(entry) !== regular) throw unfit(name, 'link');
      // Kept for every file, these few bytes would each keep up to 64 kB of Node's pool.
      Object.assign(entry, { fileNameRaw: none, extraFieldRaw: none, fileCommentRaw: none, extraFields: [] });
      entries.set(name, entry);
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'AppError') throw error;
    // A name that leads elsewhere ends up here too, before anything is read.
    const isName = /path|file ?name/i.test((error as Error).message);
    throw archiveErrors['import/not-an-archive']({ file, reason: archiveReasons[isName ? 'name' : 'noZip'] }, error);
  }
  return entries;
}
