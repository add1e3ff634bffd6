import type { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';
import { errors } from '../../errors.ts';
import type { Tally } from '../losses.ts';

/** A zip archive that is read in place; nothing is unpacked to the disk. */
export interface Archive {
  readonly names: readonly string[];
  /** Streams the unpacked bytes; fails if there are more of them than the archive declares. */
  open(name: string): Promise<Readable>;
  sizeOf(name: string): number;
  close(): void;
}

const maxEntries = 200_000;
const maxEntryBytes = 4 * 1024 ** 3;
/** Text compresses about 10:1 and repeated text 100:1; a higher ratio than this is a zip bomb. */
const maxCompressionRatio = 400;
const ratioCheckedFromBytes = 64 * 1024 * 1024;

export async function openArchive(path: string, tally: Tally, signal: AbortSignal): Promise<Archive> {
  // Loaded on first use.
  const yauzl = await import('yauzl');
  let zip: ZipFile;
  try {
    // Names are validated one by one below, so that one invalid name does not fail the whole archive.
    zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false });
  } catch (error) {
    throw errors['exchange/not-a-zip']({ file: path, why: reasonOf(error) }, error);
  }
  try {
    const entries = await entriesOf(yauzl, zip, path, tally, signal);
    return {
      names: [...entries.keys()],
      open: async name => zip.openReadStreamPromise(entries.get(name)!),
      sizeOf: name => entries.get(name)?.uncompressedSize ?? 0,
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function entriesOf(
  yauzl: typeof import('yauzl'),
  zip: ZipFile,
  path: string,
  tally: Tally,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > maxEntries) throw errors['exchange/zip-bomb']({ file: path });
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      signal.throwIfAborted();
      const name = nameOf(yauzl, entry);
      if (name.endsWith('/')) continue;
      if (yauzl.validateFileName(name) !== null) {
        tally.add('unsafe-name', name);
        continue;
      }
      if (entries.has(name)) {
        tally.add('doubled', name);
        continue;
      }
      const { compressedSize, uncompressedSize } = entry;
      const isSuspicious = uncompressedSize > ratioCheckedFromBytes && uncompressedSize > compressedSize * maxCompressionRatio;
      if (isSuspicious || uncompressedSize > maxEntryBytes) throw errors['exchange/zip-bomb']({ file: path });
      entries.set(name, entry);
    }
  } catch (error) {
    if (signal.aborted || (error instanceof Error && error.name === 'AppError')) throw error;
    throw errors['exchange/not-a-zip']({ file: path, why: reasonOf(error) }, error);
  }
  return entries;
}

function nameOf(yauzl: typeof import('yauzl'), entry: Entry): string {
  return yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw ?? Buffer.from(entry.fileName), entry.extraFields, false);
}

/** The unpacked bytes of a file; undefined if they are larger than `maxBytes`. */
export async function bytesOf(archive: Archive, name: string, maxBytes: number): Promise<Buffer | undefined> {
  if (archive.sizeOf(name) > maxBytes) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of (await archive.open(name)) as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
