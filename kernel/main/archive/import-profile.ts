import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type AppError, isAppError } from '@atelier/kernel';
import type { Secrets } from '@atelier/kernel/host';
import type { ArchiveManifest } from '@atelier/schemas/files/archive.ts';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { archiveErrors, archiveReasons, archiveResults, diskReason } from '../errors/archive.ts';
import { freeBytes } from '../first-start/copy.ts';
import type { Found } from '../manifest/manifest.ts';
import { isOlder } from '../manifest/plan.ts';
import { atomicWrite, makePrivateFolder, privateFile, privateFolder, syncFolder } from '../storage/atomic-write.ts';
import { verifyBackup } from '../storage/backup.ts';
import { isForeign, sizeOf, versionOnDisk } from '../storage/database-file.ts';
import { connect } from '../storage/storage.ts';
import { readChoices } from './choices.ts';
import { profileFolder, rowAmongKeys, rowInArchive } from './content.ts';
import { archiveFiles } from './manifest.ts';
import { refuseNewerData } from './newer-data.ts';
import { filesOf, forgetImport, type ImportPlan, incomingFolder, partialFolder, readKept, readPlan, writePlan } from './plan.ts';
import { type OpenArchive, openArchive } from './read-archive.ts';
import { type Keys, openKeys } from './sealed-keys.ts';

/** The profile that an archive is imported into. */
export interface ImportParts {
  readonly userData: string;
  readonly version: string | undefined;
  readonly found: readonly Pick<Found, 'id' | 'version' | 'bundled'>[];
  /** Seals the secrets of extensions for this machine. */
  readonly seal: Pick<Secrets, 'seal'>;
  /** The newest step of an extension's database that is known here; undefined where that shows at the start only. */
  readonly known: (slug: string) => Promise<number | undefined>;
  /** The free bytes on the disk of a folder; asked from the system if left out. */
  readonly freeOf?: (folder: string) => number;
}

export interface ImportOptions {
  readonly file: string;
  /** Opens the keys; left out: they stay in the archive, and the keys of this machine are kept. */
  readonly passphrase?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What the next start will take over. */
export interface ImportReport {
  readonly createdAt: string;
  readonly version?: string;
  readonly files: number;
  readonly bytes: number;
  /** Whether the archive holds keys, and whether they come along. */
  readonly keys: 'none' | 'left' | 'taken';
  /** Extensions that the person had installed where the archive was made, and that are not installed here. */
  readonly without: readonly { readonly id: string; readonly version: string }[];
}

/** What to tell the person. */
export function toldOfImport({ createdAt, files, keys, without }: ImportReport): readonly AppError[] {
  const ids = without.map(({ id, version }) => `${id} ${version}`);
  return [
    archiveResults['import/checked']({ createdAt, files }),
    ...(keys === 'left' ? [archiveResults['import/keys-left']({})] : []),
    ...(ids.length === 0 ? [] : [archiveResults['import/without']({ ids })]),
  ];
}

const megabyte = 1024 * 1024;
/** Space that must remain free, for what the app writes meanwhile. */
const reserveBytes = 64 * megabyte;
/** Texts shrink to a tenth, tables with much repetition to a hundredth. */
const maxRatio = 200;
const ratioFromBytes = 1024 * megabyte;

/** Checks an archive as a whole, and puts its content where the next start takes it over. Until then nothing changes. */
export async function prepareImport(parts: ImportParts, { file, passphrase, signal }: ImportOptions): Promise<ImportReport> {
  const { userData } = parts;
  refuseUnderWay(userData);
  const archive = await openArchive(file);
  const partial = partialFolder(userData);
  try {
    const { manifest } = archive;
    checkVersion(parts, manifest);
    checkSize(parts, file, archive, parts.freeOf ?? freeBytes);
    const keys = await keysOf(archive, file, passphrase);
    mkdirSync(partial, { mode: privateFolder });
    const files = filesOf(partial);
    makePrivateFolder(files);
    await archive.unpack(files, signal);
    await checkData(parts, file, manifest, files);
    if (keys !== undefined) await putKeys(parts, file, keys, files);
    if (manifest.version !== undefined) await put(pathIn(files, 'version'), `${JSON.stringify({ version: manifest.version })}\n`);
    const here = new Set(parts.found.map(({ id }) => id));
    const without = manifest.extensions.filter(({ id }) => !here.has(id));
    signal?.throwIfAborted();
    ask(userData, partial, {
      ...{ createdAt: manifest.createdAt, keys: keys !== undefined },
      without: without.map(({ id, version }) => `${id} ${version}`),
    });
    return {
      createdAt: manifest.createdAt,
      ...(manifest.version !== undefined && { version: manifest.version }),
      ...{ files: manifest.files.length, bytes: archive.bytes, without },
      keys: !manifest.keys ? 'none' : keys === undefined ? 'left' : 'taken',
    };
  } catch (error) {
    if (signal?.aborted || isAppError(error)) throw error;
    throw archiveErrors['import/failed']({ file, folder: userData, reason: diskReason(error) }, error);
  } finally {
    archive.close();
    rmSync(partial, { recursive: true, force: true });
  }
}

/** Asks the next start to bring back what an import replaced; what is there then is kept too. */
export function askBack(userData: string, stamp: string): void {
  refuseUnderWay(userData);
  const kept = readKept(userData).find(one => one.stamp === stamp);
  if (kept === undefined) throw archiveErrors['import/not-kept']({});
  const partial = partialFolder(userData);
  mkdirSync(partial, { mode: privateFolder });
  ask(userData, partial, { createdAt: kept.until, keys: kept.keys, without: [], back: stamp });
}

/** Hands the folder of an import that is checked to the next start, in place of one that waited. */
function ask(userData: string, partial: string, plan: Omit<ImportPlan, 'step' | 'stamp'>): void {
  writePlan(partial, { ...plan, step: 'asked', stamp: new Date().toISOString().replaceAll(/[-:.]/g, '') });
  refuseUnderWay(userData);
  forgetImport(userData);
  renameSync(partial, incomingFolder(userData));
  syncFolder(userData);
}

/** Forgets an import that waits for the next start. */
export function cancelImport(userData: string): void {
  refuseUnderWay(userData);
  forgetImport(userData);
}

function refuseUnderWay(userData: string): void {
  const step = readPlan(userData)?.step ?? 'asked';
  if (step !== 'asked') throw archiveErrors['import/under-way']({});
}

function checkVersion({ version }: ImportParts, manifest: ArchiveManifest): void {
  if (version === undefined || manifest.version === undefined || !isOlder(version, manifest.version)) return;
  throw archiveErrors['import/newer']({ what: { en: 'the data', fr: 'ce qui se trouve' }, found: manifest.version, known: version });
}

function checkSize({ userData }: ImportParts, file: string, { bytes, packed }: OpenArchive, freeOf: (folder: string) => number): void {
  const need = Math.ceil(bytes / megabyte);
  if (bytes > ratioFromBytes && bytes > packed * maxRatio) throw archiveErrors['import/too-large']({ file, need });
  const free = freeOf(userData);
  if (bytes + reserveBytes <= free) return;
  throw archiveErrors['import/no-space']({
    folder: userData,
    need: Math.ceil((bytes + reserveBytes) / megabyte),
    free: Math.floor(free / megabyte),
  });
}

async function keysOf(archive: OpenArchive, file: string, passphrase: string | undefined): Promise<Keys | undefined> {
  if (passphrase === undefined) return undefined;
  if (!archive.manifest.keys) throw archiveErrors['import/no-keys']({ file });
  const keys = await openKeys(await archive.text(archiveFiles.keys), passphrase);
  if (keys === undefined) throw archiveErrors['import/passphrase-wrong']({ file });
  return keys;
}

/** Every database is sound and of a version that is known here, and the decisions have their form. */
async function checkData(parts: ImportParts, file: string, manifest: ArchiveManifest, files: string): Promise<void> {
  for (const { path } of manifest.files) {
    const place = path.startsWith(profileFolder) ? path.slice(profileFolder.length) : '';
    const { row, slug } = rowInArchive(place) ?? {};
    if (row === 'database' && slug !== undefined) {
      const database = join(files, place);
      const version = versionOnDisk(database, connect);
      const isSound = sizeOf(database) > 0 && !isForeign(database) && verifyBackup(database, version, connect);
      if (!isSound) throw archiveErrors['import/unfit']({ file, path, reason: archiveReasons.database });
      refuseNewerData(place, version, await parts.known(slug));
    }
    if (row === 'choices' && readChoices(files) === undefined)
      throw archiveErrors['import/unfit']({ file, path, reason: archiveReasons.form });
  }
}

/** Puts the keys at their places. What this machine seals, only this machine opens. */
async function putKeys({ seal }: ImportParts, file: string, { files: texts, secrets }: Keys, files: string): Promise<void> {
  for (const [path, text] of Object.entries(texts)) {
    if (rowAmongKeys(path) === undefined) throw archiveErrors['import/unfit']({ file, path, reason: archiveReasons.place });
    await put(join(files, path), text);
  }
  const sealed = Object.entries(secrets).map(async ([place, text]) => [place, Buffer.from(await seal.seal(text)).toString('base64')]);
  await put(pathIn(files, 'secrets'), `${JSON.stringify(Object.fromEntries(await Promise.all(sealed)), undefined, 2)}\n`);
}

async function put(path: string, text: string): Promise<void> {
  makePrivateFolder(dirname(path));
  await atomicWrite(path, Buffer.from(text), privateFile);
}
