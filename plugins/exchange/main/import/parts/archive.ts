import type { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';
import { errors } from '../../errors.ts';
import type { Tally } from '../losses.ts';

/** A zip whose files are read where they lie: nothing of it is ever unpacked to the disk. */
export interface Archive {
  readonly names: readonly string[];
  /** Its bytes as they unpack; ends in an error where there are more of them than the archive said. */
  open(name: string): Promise<Readable>;
  sizeOf(name: string): number;
  close(): void;
}

const mostEntries = 200_000;
const largestEntry = 4 * 1024 ** 3;
/** Text packs to a tenth, and repeated text to a hundredth; what packs better than this was made to. */
const densest = 400;
const harmless = 64 * 1024 * 1024;

export async function openArchive(path: string, tally: Tally, signal: AbortSignal): Promise<Archive> {
  // Who never opens an archive never loads what reads one.
  const yauzl = await import('yauzl');
  let zip: ZipFile;
  try {
    // Names are judged one by one below: one that is wrong must not be the end of all the others.
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
  if (zip.entryCount > mostEntries) throw errors['exchange/zip-bomb']({ file: path });
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
      const isDense = uncompressedSize > harmless && uncompressedSize > compressedSize * densest;
      if (isDense || uncompressedSize > largestEntry) throw errors['exchange/zip-bomb']({ file: path });
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

/** The bytes of a file of an archive that is small enough to be in memory. */
export async function bytesOf(archive: Archive, name: string, largest: number): Promise<Buffer | undefined> {
  if (archive.sizeOf(name) > largest) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of (await archive.open(name)) as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
