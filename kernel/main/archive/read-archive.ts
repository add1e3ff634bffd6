import { statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ArchiveManifest } from '@atelier/schemas/files/archive.ts';
import { validateArchiveManifest } from '@atelier/schemas/files/archive.validate.js';
import { builtinCrypto } from '../builtin-crypto.ts';
import { archiveErrors, archiveReasons } from '../errors/archive.ts';
import { describeViolations } from '../schema/violations.ts';
import { makePrivateFolder, privateFile, privateFolder, syncFolder, writeAll } from '../storage/atomic-write.ts';
import { profileFolder, rowInArchive } from './content.ts';
import { archiveFiles, archiveFormat, tablesFolder } from './manifest.ts';
import { openZip, type ZipReader } from './zip-reader.ts';

/** An archive whose manifest was checked; its files are checked while they are read. */
export interface OpenArchive {
  readonly manifest: ArchiveManifest;
  /** The bytes of all its files, unpacked, and those of the archive. */
  readonly bytes: number;
  readonly packed: number;
  /** Reads and checks every file, and writes those of the profile below a folder, each durable. */
  unpack(folder: string, signal: AbortSignal | undefined): Promise<void>;
  /** A small file of the archive, checked. */
  text(name: string): Promise<string>;
  close(): void;
}

const maxManifestBytes = 128 * 1024 * 1024;
const maxTextBytes = 64 * 1024 * 1024;

/** Opens an archive, and checks its manifest and that it lists exactly the files that are there. */
export async function openArchive(file: string): Promise<OpenArchive> {
  const zip = await openZip(file);
  try {
    const manifest = await readManifest(zip, file);
    checkNames(zip, file, manifest);
    const listed = new Map(manifest.files.map(one => [one.path, one]));
    const read = async (name: string, take: (chunk: Buffer) => Promise<void> | void): Promise<void> => {
      const { size, sha256 } = listed.get(name) ?? { size: -1, sha256: '' };
      const found = await readAll(zip, file, name, take);
      if (found.size !== size || found.sha256 !== sha256)
        throw archiveErrors['import/damaged']({ file, path: name, reason: archiveReasons.hash });
    };
    return {
      manifest,
      bytes: manifest.files.reduce((sum, { size }) => sum + size, 0),
      packed: statSync(file).size,
      async unpack(folder, signal) {
        const folders = new Set<string>();
        for (const { path, program } of manifest.files) {
          signal?.throwIfAborted();
          const target = join(folder, path.slice(profileFolder.length));
          if (!path.startsWith(profileFolder)) await read(path, () => undefined);
          else folders.add(await writeFile(target, program ? privateFolder : privateFile, take => read(path, take)));
        }
        for (const one of folders) syncFolder(one);
      },
      async text(name) {
        if ((listed.get(name)?.size ?? 0) > maxTextBytes)
          throw archiveErrors['import/unfit']({ file, path: name, reason: archiveReasons.large });
        const chunks: Buffer[] = [];
        await read(name, chunk => void chunks.push(chunk));
        return Buffer.concat(chunks).toString('utf8');
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readManifest(zip: ZipReader, file: string): Promise<ArchiveManifest> {
  const { manifest: name, manifestHash } = archiveFiles;
  const notOurs = () => archiveErrors['import/not-an-archive']({ file, reason: archiveReasons.noManifest });
  if (!zip.sizes.has(name) || !zip.sizes.has(manifestHash)) throw notOurs();
  if ((zip.sizes.get(name) ?? 0) > maxManifestBytes || (zip.sizes.get(manifestHash) ?? 0) > 200) {
    throw archiveErrors['import/unfit']({ file, path: name, reason: archiveReasons.large });
  }
  const texts: string[] = [];
  const hashes: string[] = [];
  for (const one of [name, manifestHash]) {
    const chunks: Buffer[] = [];
    hashes.push((await readAll(zip, file, one, chunk => void chunks.push(chunk))).sha256);
    texts.push(Buffer.concat(chunks).toString('utf8'));
  }
  if (texts[1] !== `${hashes[0]}  ${name}\n`) throw archiveErrors['import/damaged']({ file, path: name, reason: archiveReasons.hash });
  let manifest: unknown;
  try {
    manifest = JSON.parse(texts[0] ?? '');
  } catch (error) {
    throw archiveErrors['import/damaged']({ file, path: name, reason: archiveReasons.form }, error);
  }
  const { atelier, format } = (manifest ?? {}) as { readonly atelier?: unknown; readonly format?: unknown };
  if (atelier !== 'profile') throw notOurs();
  if (typeof format === 'number' && format > archiveFormat) {
    throw archiveErrors['import/newer']({ what: { en: 'the format', fr: 'le format' }, found: format, known: archiveFormat });
  }
  if (!validateArchiveManifest(manifest)) {
    const reason = describeViolations(validateArchiveManifest.errors, manifest);
    throw archiveErrors['import/unfit']({ file, path: name, reason });
  }
  if (Number.isNaN(Date.parse(manifest.createdAt))) throw archiveErrors['import/unfit']({ file, path: name, reason: archiveReasons.form });
  return manifest;
}

/** Each file of the archive is listed once, with its size, and lies where an export puts files. */
function checkNames(zip: ZipReader, file: string, { files, keys }: ArchiveManifest): void {
  const unfit = (path: string, reason: keyof typeof archiveReasons) =>
    archiveErrors['import/unfit']({ file, path, reason: archiveReasons[reason] });
  const left = new Set(zip.sizes.keys());
  left.delete(archiveFiles.manifest);
  left.delete(archiveFiles.manifestHash);
  const unpacked = new Set<string>();
  for (const { path, size } of files) {
    if (!left.delete(path)) throw zip.sizes.has(path) ? unfit(path, 'doubled') : unfit(path, 'missing');
    if (zip.sizes.get(path) !== size) throw archiveErrors['import/damaged']({ file, path, reason: archiveReasons.hash });
    if (!isOurs(path)) throw unfit(path, 'place');
    // A folder that treats both as one file would take one of them for the other.
    const same = path.normalize('NFC').toLowerCase();
    if (process.platform !== 'linux' && unpacked.has(same)) throw unfit(path, 'doubled');
    unpacked.add(same);
  }
  const [extra] = left;
  if (extra !== undefined) throw unfit(extra, 'extra');
  if (keys && !zip.sizes.has(archiveFiles.keys)) throw unfit(archiveFiles.keys, 'missing');
}

function isOurs(path: string): boolean {
  if (path === archiveFiles.readme || path === archiveFiles.keys) return true;
  if (path.startsWith(tablesFolder)) return /^[a-z0-9-]+\.jsonl$/.test(path.slice(tablesFolder.length));
  return path.startsWith(profileFolder) && rowInArchive(path.slice(profileFolder.length)) !== undefined;
}

/** Reads a file as far as it is declared to go. */
async function readAll(zip: ZipReader, file: string, name: string, take: (chunk: Buffer) => Promise<void> | void) {
  const hash = builtinCrypto().createHash('sha256');
  let size = 0;
  const content = await zip.open(name).catch((error: unknown) => {
    throw archiveErrors['import/damaged']({ file, path: name, reason: archiveReasons.content }, error);
  });
  const chunks = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    const next = await chunks.next().catch((error: unknown) => {
      throw archiveErrors['import/damaged']({ file, path: name, reason: archiveReasons.content }, error);
    });
    if (next.done === true) return { size, sha256: hash.digest('hex') };
    hash.update(next.value);
    size += next.value.length;
    await take(next.value);
  }
}

/** Writes a new file, durable when the promise resolves; returns its folder. */
async function writeFile(path: string, mode: number, write: (take: (chunk: Buffer) => Promise<void>) => Promise<void>): Promise<string> {
  makePrivateFolder(dirname(path));
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, 'wx', mode);
    const file = handle;
    await write(chunk => writeAll(chunk, (rest: Uint8Array) => file.write(rest)));
    await handle.sync();
  } finally {
    await handle?.close();
  }
  return dirname(path);
}
