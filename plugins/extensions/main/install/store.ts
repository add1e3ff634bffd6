import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, lstatSync, openSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Attestation, Package, Rights, Signature } from '../../contract/index.ts';

/** What is kept beside each version of an extension: where it came from, and what it was when it was taken. */
export interface VersionRecord {
  readonly id: string;
  readonly version: string;
  /** The id of the registry among those of the person. */
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
  /** Undefined where it was installed before attestations were looked at. */
  readonly attestation?: Attestation;
  /** Undefined where it was installed before signatures were looked at. */
  readonly signature?: Signature;
  readonly asks: Rights;
  readonly requires: readonly string[];
  readonly packages: readonly Package[];
  readonly scripts: readonly string[];
  /** Each file and its sha256. */
  readonly hashes: Readonly<Record<string, string>>;
  /** The folder in the store of the version that was there before, to go back to. */
  readonly previous: string | undefined;
}

/** Where a version was built, as it was found out when it was taken. */
export function attestationOf({ attestation, attested }: Pick<VersionRecord, 'attestation' | 'attested'>): Attestation {
  return attestation ?? (attested ? { state: 'claimed', why: 'not-checked' } : { state: 'none' });
}

/** One version in the store, and the folder that its files lie in. */
export interface Kept {
  readonly record: VersionRecord;
  /** The version's own folder in the store; its package lies in `package`. */
  readonly folder: string;
}

const storeName = '.store';
const recordName = 'record.json';
export const packageName = 'package';

const stagingPrefix = '.staging-';

/** Where versions lie side by side. Which of them is in use is said by the kernel's link, and by nothing in here. */
export class Store {
  readonly installed: string;
  readonly #root: string;
  /** Being built in this run; what else is staged was left by one that died. */
  readonly #live = new Set<string>();

  constructor(installed: string) {
    this.installed = installed;
    this.#root = join(installed, storeName);
  }

  /** All that is in use now. */
  list(): readonly Kept[] {
    return installedIn(this.installed);
  }

  find(id: string): Kept | undefined {
    return this.list().find(({ record }) => record.id === id);
  }

  /** The version before the one in use, if it is still here. */
  previous(id: string): Kept | undefined {
    const name = this.find(id)?.record.previous;
    const kept = name === undefined ? undefined : recordedIn(join(this.#root, name));
    return kept?.record.id === id ? kept : undefined;
  }

  /** A new folder to build a version in, on the same disk as the store. */
  async stage(): Promise<string> {
    const folder = join(this.#root, `${stagingPrefix}${randomUUID()}`);
    this.#live.add(basename(folder));
    await mkdir(join(folder, packageName), { recursive: true, mode: 0o700 });
    return folder;
  }

  /** Throws away what was being built. */
  async drop(staged: string): Promise<void> {
    this.#live.delete(basename(staged));
    await rm(staged, { recursive: true, force: true });
  }

  /** Turns a staged folder into a version of the store; answers its new place. It is not in use yet. */
  async keep(staged: string, record: VersionRecord): Promise<Kept> {
    const current = this.find(record.id);
    const whole = { ...record, previous: current && basename(current.folder) };
    await writeRecord(staged, whole);
    for (const folder of foldersOf(staged)) sync(folder);
    const folder = join(this.#root, `${slugOf(record.id)}-${record.version}-${randomUUID().slice(0, 8)}`);
    await rename(staged, folder);
    this.#live.delete(basename(staged));
    sync(this.#root);
    return { folder, record: whole };
  }

  /** Makes ready to go back to a version that is here: from it, one will be able to go to the one in use now. */
  async again(folder: string): Promise<Kept> {
    const kept = recordedIn(folder);
    if (kept === undefined) throw Object.assign(new Error(folder), { code: 'ENOENT' });
    const current = this.find(kept.record.id);
    const record = { ...kept.record, previous: current && basename(current.folder) };
    await writeRecord(folder, record);
    return { folder, record };
  }

  /** Removes what nothing leads to: what a killed install left, and versions older than the one before. */
  async prune(): Promise<readonly string[]> {
    const used = new Set(this.list().flatMap(({ folder, record }) => [basename(folder), record.previous ?? '']));
    const unused = namesIn(this.#root).filter(name => !used.has(name) && !this.#live.has(name));
    const links = namesIn(this.installed).filter(name => name.startsWith('.link-'));
    for (const name of unused) await rm(join(this.#root, name), { recursive: true, force: true });
    for (const name of links) await rm(join(this.installed, name), { force: true });
    return [...unused, ...links];
  }
}

/** `@acme/notes` as part of a folder's name. */
export function slugOf(id: string): string {
  return id.replace('@', '').replace('/', '--');
}

/** Whole or not at all, also where the folder is one that is in use. */
async function writeRecord(folder: string, record: VersionRecord): Promise<void> {
  const next = join(folder, `${recordName}.new`);
  const handle = await open(next, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(record, undefined, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(next, join(folder, recordName));
}

function foldersOf(root: string): readonly string[] {
  const inside = readdirSync(root, { recursive: true, withFileTypes: true }).filter(entry => entry.isDirectory());
  return [...inside.map(entry => join(entry.parentPath, entry.name)), root];
}

function sync(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** What is installed: each link of the folder that leads into the store. Anything else in there was put there by hand. */
function installedIn(installed: string): readonly Kept[] {
  return namesIn(installed)
    .filter(name => !name.startsWith('.') && lstatSync(join(installed, name)).isSymbolicLink())
    .flatMap(name => keptAt(join(installed, name)) ?? []);
}

function keptAt(link: string): Kept | undefined {
  try {
    const place = realpathSync(link);
    return basename(place) === packageName ? recordedIn(dirname(place)) : undefined;
  } catch {
    return undefined;
  }
}

/** The version in one folder of the store; undefined where it is none, or was not finished. */
function recordedIn(folder: string): Kept | undefined {
  try {
    return { folder, record: JSON.parse(readFileSync(join(folder, recordName), 'utf8')) as VersionRecord };
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
