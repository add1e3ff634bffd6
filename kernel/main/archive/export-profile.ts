import { constants, lstatSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { type AppError, isAppError } from '@atelier/kernel';
import type { ArchiveManifest } from '@atelier/schemas/files/archive.ts';
import { pathIn, walkProfile } from '@atelier/schemas/profile/paths.mjs';
import { readRegular } from '../../children/regular-file.ts';
import { builtinCrypto } from '../builtin-crypto.ts';
import type { SecretStore } from '../context/secret-store.ts';
import { archiveErrors, archiveReasons, archiveResults, diskReason } from '../errors/archive.ts';
import type { Found } from '../manifest/manifest.ts';
import { syncFolder } from '../storage/atomic-write.ts';
import { exportedAs, profileFolder, rowAmongKeys, rowInArchive } from './content.ts';
import { copyDatabase, type Table } from './database-copy.ts';
import { type ArchivedFile, archiveFiles, archiveFormat, type LeftOut, maxFiles, tablesFolder } from './manifest.ts';
import { readmeText } from './readme-text.ts';
import { type Keys, leastPassphrase, maxKeysBytes, sealKeys } from './sealed-keys.ts';
import { withoutKeys } from './without-keys.ts';
import { openZipWriter, type ZipWriter } from './zip-writer.ts';

/** The profile to export. */
export interface ExportParts {
  readonly userData: string;
  readonly version: string | undefined;
  readonly found: readonly Pick<Found, 'id' | 'version' | 'bundled'>[];
  readonly secrets: Pick<SecretStore, 'all'>;
}

export interface ExportOptions {
  /** The archive, which must not exist. */
  readonly file: string;
  /** Takes the keys along, encrypted with it; left out: no key is in the archive. */
  readonly passphrase?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What an export came to. */
export interface ExportReport {
  readonly file: string;
  readonly bytes: number;
  readonly files: number;
  readonly keys: boolean;
  readonly leftOut: readonly LeftOut[];
}

/** Of what was left out, the person would not read more. */
const maxNamed = 20;

/** What to tell the person. */
export function toldOfExport({ file, bytes, files, keys, leftOut }: ExportReport): readonly AppError[] {
  const done = archiveResults[keys ? 'export/done-with-keys' : 'export/done'];
  const paths = leftOut.slice(0, maxNamed).map(({ path }) => path);
  return [
    done({ file, files, megabytes: Math.max(0.1, bytes / 1024 ** 2).toFixed(1) }),
    ...(leftOut.length === 0 ? [] : [archiveResults['export/left-out']({ count: leftOut.length, paths })]),
  ];
}

/** The largest file whose keys are taken out; such files are small. */
const maxJsonBytes = 4 * 1024 * 1024;
const ownerExecutes = 0o100;

/** Writes everything of a profile into one archive, also while the profile is in use. */
export async function exportProfile(parts: ExportParts, { file, passphrase, signal }: ExportOptions): Promise<ExportReport> {
  checkTarget(parts.userData, file);
  if (passphrase !== undefined && [...passphrase].length < leastPassphrase) {
    throw archiveErrors['export/passphrase-short']({ least: leastPassphrase });
  }
  removeLeftDrafts(dirname(file));
  const draft = join(dirname(file), `.${basename(file)}${draftMark}${process.pid}-${builtinCrypto().randomBytes(6).toString('hex')}`);
  const zip = openZipWriter(draft);
  try {
    const archive = new Archive(parts, zip, draft, passphrase, signal);
    const { files, leftOut } = await archive.write();
    await zip.end();
    await rename(draft, file);
    syncFolder(dirname(file));
    return { file, bytes: statSync(file).size, files: files.length, keys: passphrase !== undefined, leftOut };
  } catch (error) {
    await zip.abandon();
    if (signal?.aborted || isAppError(error)) throw error;
    throw archiveErrors['export/failed']({ file, reason: diskReason(error) }, error);
  }
}

const draftMark = '.new-';
/** What a running export has not written to for so long is of no running export, also of another machine's. */
const leftAfterMs = 10 * 60_000;

/** Removes what a killed export has left in the folder: whole databases of the person, under names that nobody sees. */
function removeLeftDrafts(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const [, pid] = /^(\d{1,10})-[0-9a-f]{12}(?:\.sqlite(?:-[a-z]{1,10})?)?$/.exec(name.split(`.zip${draftMark}`)[1] ?? '') ?? [];
      const path = join(folder, name);
      const found = pid === undefined || !name.startsWith('.') ? undefined : lstatSync(path, { throwIfNoEntry: false });
      if (found?.isFile() === true && Date.now() - found.mtimeMs > leftAfterMs && !isRunning(Number(pid))) rmSync(path, { force: true });
    }
  } catch {
    // A folder that may not be listed, or a file of somebody else, keeps nobody from an export.
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function checkTarget(userData: string, file: string): void {
  const folder = dirname(file);
  if (!isAbsolute(file) || statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw archiveErrors['export/no-folder']({ folder });
  // A link that leads nowhere would be replaced.
  if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) throw archiveErrors['export/file-exists']({ file });
  const [inside, profile] = [realpathSync(folder), realpathSync(userData)];
  if (`${inside}${sep}`.startsWith(`${profile}${sep}`)) throw archiveErrors['export/inside-profile']({ folder, profile: userData });
}

class Archive {
  readonly #parts: ExportParts;
  readonly #zip: ZipWriter;
  readonly #draft: string;
  readonly #passphrase: string | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #files: ArchivedFile[] = [];
  readonly #leftOut: LeftOut[] = [];
  readonly #databases = new Map<string, readonly Table[]>();
  readonly #keyFiles: Record<string, string> = {};
  #keyBytes = 0;

  constructor(parts: ExportParts, zip: ZipWriter, draft: string, passphrase: string | undefined, signal: AbortSignal | undefined) {
    this.#parts = parts;
    this.#zip = zip;
    this.#draft = draft;
    this.#passphrase = passphrase;
    this.#signal = signal;
  }

  async write(): Promise<Pick<ArchiveManifest, 'files' | 'leftOut'>> {
    const { userData } = this.#parts;
    const createdAt = new Date().toISOString();
    const { files, undescribed } = await walkProfile(userData);
    this.#leftOut.push(...undescribed);
    for (const { path } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
      this.#signal?.throwIfAborted();
      await this.#take(path);
    }
    const keys = this.#passphrase !== undefined;
    if (keys) await this.#addText(archiveFiles.keys, await sealKeys(await this.#keys(), this.#passphrase ?? ''));
    const { version, found } = this.#parts;
    await this.#addText(archiveFiles.readme, readmeText({ createdAt, version, keys, databases: this.#databases }));
    const list = (bundled: boolean) => found.filter(one => one.bundled === bundled).map(({ id, version }) => ({ id, version }));
    const manifest: ArchiveManifest = {
      ...{ atelier: 'profile', format: archiveFormat, createdAt, ...(version !== undefined && { version }) },
      ...{ profile: await idOf(userData), keys, plugins: list(true), extensions: list(false) },
      ...{ files: this.#files, leftOut: this.#leftOut },
    };
    const text = `${JSON.stringify(manifest, undefined, 1)}\n`;
    const { sha256 } = await this.#zip.add(archiveFiles.manifest, Readable.from([text]), { changed: new Date() });
    await this.#zip.add(archiveFiles.manifestHash, Readable.from([`${sha256}  ${archiveFiles.manifest}\n`]), { changed: new Date() });
    return manifest;
  }

  async #take(path: string): Promise<void> {
    const amongKeys = rowAmongKeys(path);
    if (amongKeys !== undefined) return await this.#takeJson(path, exportedAs(amongKeys) === 'withoutKeys');
    const row = rowInArchive(path)?.row;
    if (row === undefined) {
      // A name that no archive can have, in a folder that is in it as a whole.
      if (/[\0\\]/.test(path) && rowInArchive(path.replaceAll(/[\0\\]/g, '_')) !== undefined) this.#leftOut.push({ path, why: 'name' });
    } else if (exportedAs(row) === 'database') await this.#takeDatabase(path);
    else await this.#takeFile(path);
  }

  async #takeFile(path: string): Promise<void> {
    const file = join(this.#parts.userData, path);
    // Neither a link is followed, nor a pipe waited for.
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    const handle = await open(file, flags).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ELOOP') this.#leftOut.push({ path, why: 'link' });
      else if (error.code === 'ENXIO') this.#leftOut.push({ path, why: 'kind' });
      else if (error.code !== 'ENOENT') this.#leftOut.push({ path, why: 'unreadable' });
      return undefined;
    });
    if (handle === undefined) return;
    try {
      const found = await handle.stat();
      if (!found.isFile()) {
        this.#leftOut.push({ path, why: 'kind' });
        return;
      }
      // What is appended meanwhile belongs to a later export.
      const content = found.size === 0 ? Readable.from([]) : handle.createReadStream({ end: found.size - 1, autoClose: false });
      await this.#add(`${profileFolder}${path}`, content, found.mtime, (found.mode & ownerExecutes) !== 0);
    } finally {
      await handle.close();
    }
  }

  async #takeDatabase(path: string): Promise<void> {
    const copy = await copyDatabase(join(this.#parts.userData, path), `${this.#draft}.sqlite`);
    if (copy === undefined) {
      this.#leftOut.push({ path, why: 'damaged' });
      return;
    }
    try {
      this.#databases.set(path, copy.tables);
      await this.#add(`${profileFolder}${path}`, copy.stream(), new Date());
      const lines = copy.lines();
      if (lines !== undefined) await this.#add(`${tablesFolder}${basename(path, '.sqlite')}.jsonl`, lines, new Date());
    } finally {
      await copy.remove();
    }
  }

  /** A file with keys: without them in the profile's folder, and as it is among the keys. */
  async #takeJson(path: string, alsoWithout: boolean): Promise<void> {
    const file = join(this.#parts.userData, path);
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) return;
    const isLarge = found.size > maxJsonBytes || this.#keyBytes + found.size > maxKeysBytes;
    const text = isLarge ? undefined : await readRegular(file).catch(() => undefined);
    const plain = text === undefined || !alsoWithout ? undefined : jsonWithoutKeys(text);
    if (plain !== undefined) await this.#add(`${profileFolder}${path}`, Readable.from([plain]), found.mtime);
    if (text === undefined || (alsoWithout && plain === undefined)) {
      if (alsoWithout || this.#passphrase !== undefined) this.#leftOut.push({ path, why: isLarge ? 'too-large' : 'unreadable' });
    } else if (this.#passphrase !== undefined) {
      this.#keyBytes += found.size;
      this.#keyFiles[path] = text;
    }
  }

  async #keys(): Promise<Keys> {
    return { files: this.#keyFiles, secrets: await this.#parts.secrets.all() };
  }

  async #addText(name: string, text: string): Promise<void> {
    await this.#add(name, Readable.from([text]), new Date());
  }

  async #add(name: string, content: Readable, changed: Date, program = false): Promise<void> {
    if (this.#files.length >= maxFiles - 10) throw new Error(archiveReasons.many.en);
    const written = await this.#zip.add(name, content, { changed, program });
    this.#files.push({ path: name, ...written, ...(program && { program }) });
  }
}

function jsonWithoutKeys(text: string): string | undefined {
  try {
    return `${JSON.stringify(withoutKeys(JSON.parse(text)), undefined, 2)}\n`;
  } catch {
    return undefined;
  }
}

async function idOf(userData: string): Promise<string> {
  try {
    const { id } = JSON.parse(await readRegular(pathIn(userData, 'identity'))) as { id?: unknown };
    return typeof id === 'string' ? id.slice(0, 64) : '';
  } catch {
    return '';
  }
}
