import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, lstatSync, openSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Attestation, Package, Rights, Signature } from '../../contract/index.ts';

/** The metadata stored with each version: where it came from, and what it contained when it was installed. */
export interface VersionRecord {
  readonly id: string;
  readonly version: string;
  /** The id of the registry in the person's registries. */
  readonly registry: string;
  readonly registryName: string;
  readonly registryUrl: string;
  readonly integrity: string;
  readonly installedAt: number;
  readonly bytes: number;
  readonly files: number;
  readonly publisher: string | undefined;
  readonly date: string | undefined;
  readonly attested: boolean;
  /** Undefined if installed before attestations were verified. */
  readonly attestation?: Attestation;
  /** Undefined if installed before signatures were verified. */
  readonly signature?: Signature;
  readonly asks: Rights;
  readonly requires: readonly string[];
  readonly packages: readonly Package[];
  readonly scripts: readonly string[];
  /** The sha256 of each file. */
  readonly hashes: Readonly<Record<string, string>>;
  /** The store folder of the previous version, for a rollback. */
  readonly previous: string | undefined;
}

/** The attestation of a version, as verified when it was installed. */
export function attestationOf({ attestation, attested }: Pick<VersionRecord, 'attestation' | 'attested'>): Attestation {
  return attestation ?? (attested ? { state: 'claimed', why: 'not-checked' } : { state: 'none' });
}

/** One version in the store. */
export interface StoredVersion {
  readonly record: VersionRecord;
  /** The version's folder in the store; its package is in `package`. */
  readonly folder: string;
}

const storeFolder = '.store';
const recordFile = 'record.json';
export const packageFolder = 'package';

const stagingPrefix = '.staging-';

/** Stores versions side by side. Only the kernel's link determines which of them is in use. */
export class Store {
  readonly installed: string;
  readonly #root: string;
  /** Staging folders of this run; any others were left by a killed run. */
  readonly #staging = new Set<string>();

  constructor(installed: string) {
    this.installed = installed;
    this.#root = join(installed, storeFolder);
  }

  /** The versions in use. */
  list(): readonly StoredVersion[] {
    return installedIn(this.installed);
  }

  find(id: string): StoredVersion | undefined {
    return this.list().find(({ record }) => record.id === id);
  }

  /** The version before the one in use, if it is still stored. */
  previous(id: string): StoredVersion | undefined {
    const name = this.find(id)?.record.previous;
    const stored = name === undefined ? undefined : readVersion(join(this.#root, name));
    return stored?.record.id === id ? stored : undefined;
  }

  /** A new folder to build a version in, on the same disk as the store. */
  async stage(): Promise<string> {
    const folder = join(this.#root, `${stagingPrefix}${randomUUID()}`);
    this.#staging.add(basename(folder));
    await mkdir(join(folder, packageFolder), { recursive: true, mode: 0o700 });
    return folder;
  }

  /** Deletes a staging folder. */
  async discard(staged: string): Promise<void> {
    this.#staging.delete(basename(staged));
    await rm(staged, { recursive: true, force: true });
  }

  /** Turns a staging folder into a stored version, which is not in use yet. */
  async commit(staged: string, record: VersionRecord): Promise<StoredVersion> {
    const current = this.find(record.id);
    const complete = { ...record, previous: current && basename(current.folder) };
    await writeRecord(staged, complete);
    for (const folder of foldersOf(staged)) syncFolder(folder);
    const folder = join(this.#root, `${slugOf(record.id)}-${record.version}-${randomUUID().slice(0, 8)}`);
    await rename(staged, folder);
    this.#staging.delete(basename(staged));
    syncFolder(this.#root);
    return { folder, record: complete };
  }

  /** Prepares a rollback to a stored version: the version in use becomes its previous one. */
  async prepareRollback(folder: string): Promise<StoredVersion> {
    const stored = readVersion(folder);
    if (stored === undefined) throw Object.assign(new Error(folder), { code: 'ENOENT' });
    const current = this.find(stored.record.id);
    const record = { ...stored.record, previous: current && basename(current.folder) };
    await writeRecord(folder, record);
    return { folder, record };
  }

  /** Removes what nothing refers to: the rest of a killed install, and versions older than the previous one. */
  async prune(): Promise<readonly string[]> {
    const used = new Set(this.list().flatMap(({ folder, record }) => [basename(folder), record.previous ?? '']));
    const unused = namesIn(this.#root).filter(name => !used.has(name) && !this.#staging.has(name));
    const links = namesIn(this.installed).filter(name => name.startsWith('.link-'));
    for (const name of unused) await rm(join(this.#root, name), { recursive: true, force: true });
    for (const name of links) await rm(join(this.installed, name), { force: true });
    return [...unused, ...links];
  }
}

/** `@acme/notes` as `acme--notes`, for the name of a folder. */
export function slugOf(id: string): string {
  return id.replace('@', '').replace('/', '--');
}

/** Atomic, because the folder may be in use. */
async function writeRecord(folder: string, record: VersionRecord): Promise<void> {
  const temp = join(folder, `${recordFile}.new`);
  const handle = await open(temp, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(record, undefined, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temp, join(folder, recordFile));
}

function foldersOf(root: string): readonly string[] {
  const inside = readdirSync(root, { recursive: true, withFileTypes: true }).filter(entry => entry.isDirectory());
  return [...inside.map(entry => join(entry.parentPath, entry.name)), root];
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The installed versions: each link into the store. Other entries were added manually. */
function installedIn(installed: string): readonly StoredVersion[] {
  return namesIn(installed)
    .filter(name => !name.startsWith('.') && lstatSync(join(installed, name)).isSymbolicLink())
    .flatMap(name => storedVersionAt(join(installed, name)) ?? []);
}

function storedVersionAt(link: string): StoredVersion | undefined {
  try {
    const target = realpathSync(link);
    return basename(target) === packageFolder ? readVersion(dirname(target)) : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a folder of the store; undefined if it has no complete version. */
function readVersion(folder: string): StoredVersion | undefined {
  try {
    return { folder, record: JSON.parse(readFileSync(join(folder, recordFile), 'utf8')) as VersionRecord };
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
