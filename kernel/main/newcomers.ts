import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type ExaminedExtension, type ExtensionState, isAppError, type Rights } from '@atelier/kernel';
import type { Choice } from './choices.ts';
import type { Core } from './core.ts';
import { backupsFolderOf, databaseFileOf, dataFolderOf } from './data-places.ts';
import { extensionErrors } from './errors/extension.ts';
import { noticeTexts } from './errors/notice.ts';
import type { Lifecycle } from './lifecycle.ts';
import { type Found, readingOf, readManifest } from './manifest/manifest.ts';
import { withdraw } from './publishing.ts';
import { newResident, type Resident } from './resident.ts';
import { slugOf, wordOf } from './slug.ts';
import { makePrivateFolder, syncFolder } from './storage/atomic-write.ts';
import { backupsOf } from './storage/backup.ts';
import { type SetAside, setAside } from './storage/set-aside.ts';
import type { Switchboard } from './switchboard.ts';
import { version as kernelVersion } from './version.ts';

const offStates: readonly ExtensionState[] = ['stopped', 'refused', 'quarantined'];

/** Takes extensions in and lets them go while the app runs: one generation after the other, never half of one. */
export class Newcomers {
  readonly #core: Core;
  readonly #residents: Map<string, Resident>;
  readonly #lifecycle: Lifecycle;
  readonly #switchboard: Switchboard;
  readonly #replacing = new Map<string, Promise<void>>();

  constructor(core: Core, residents: Map<string, Resident>, lifecycle: Lifecycle, switchboard: Switchboard) {
    this.#core = core;
    this.#residents = residents;
    this.#lifecycle = lifecycle;
    this.#switchboard = switchboard;
  }

  /** Resolves once no version of it is being put in the place of another. */
  async settled(id: string): Promise<void> {
    await this.#replacing.get(id);
  }

  async examine(manifest: unknown): Promise<ExaminedExtension> {
    const reading = readingOf(manifest, nameOf(manifest), false);
    if (!('found' in reading)) throw reading.error;
    return this.#examined(reading.found);
  }

  adopt(folder: string, granted: Rights | undefined): Promise<void> {
    return this.#switchboard.inTurn(async () => {
      const place = realpathSync(folder);
      const reading = readManifest(place, false);
      if (!reading) throw extensionErrors['extension/manifest-unreadable']({ folder, reason: 'it holds no package.json' });
      if (!('found' in reading)) throw reading.error;
      const { id } = reading.found;
      await this.#examined(reading.found);
      const replaced = Promise.withResolvers<void>();
      this.#replacing.set(id, replaced.promise);
      try {
        await this.#replace(reading.found, granted);
      } finally {
        this.#replacing.delete(id);
        replaced.resolve();
      }
    });
  }

  /** Takes what lies in the folder of one that is here as its next generation, for who writes it: it may ask for more, and is granted nothing. */
  async reload(id: string): Promise<void> {
    const resident = this.#residents.get(id);
    if (!resident) throw extensionErrors['extension/unknown']({ id });
    await this.adopt(resident.found.folder, undefined);
  }

  forget(id: string, data: 'keep' | 'delete'): Promise<void> {
    return this.#switchboard.inTurn(async () => {
      const resident = this.#residents.get(id);
      if (!resident) throw extensionErrors['extension/unknown']({ id });
      if (resident.found.bundled) throw extensionErrors['extension/built-in']({ id });
      // First, so that an app which dies from here on does not bring it back.
      this.#unlink(resident.found);
      await this.#takeOut(resident);
      await this.#switchboard.replan();
      await this.#core.choices.put(id, undefined);
      if (data === 'delete') await this.#deleteData(id);
      this.#core.log.for(id).info('Removed.', { data });
    });
  }

  async #examined(found: Found): Promise<ExaminedExtension> {
    const { id, version, atelier, requires, optional } = found;
    const others = [...this.#residents.values()].map(resident => resident.found).filter(other => other.id !== id);
    if (this.#residents.get(id)?.found.bundled) throw extensionErrors['extension/built-in']({ id });
    const alike = others.find(other => !other.bundled && wordOf(other.id) === wordOf(id));
    if (alike) throw extensionErrors['extension/word-in-use']({ id, word: wordOf(id), other: alike.id });
    const { plan } = await import('./manifest/plan.ts');
    const off = new Set([...this.#core.choices.off].filter(one => one !== id));
    const next = plan([...others, found], kernelVersion, off);
    const refusal = next.refusals.find(one => one.id === id);
    if (refusal) throw refusal.error;
    const breaks = next.refusals.map(one => one.id).filter(one => this.#switchboard.place(one) !== undefined);
    return { id, version, asks: (atelier.rights ?? {}) as Rights, requires, optional, breaks };
  }

  async #replace(found: Found, granted: Rights | undefined): Promise<void> {
    const { id, version } = found;
    const log = this.#core.log.for(id);
    const old = this.#residents.get(id);
    const before: Choice | undefined = old && this.#core.choices.of(id);
    // A block is of the version that goes.
    const { blocked: _of, ...others } = before ?? {};
    const wasRunning = old?.state === 'active' || old?.state === 'waking';
    const wasAsleep = old?.state === 'dormant';
    const dependents = old ? this.#runningDependents(id) : [];
    if (old) await this.#takeOut(old);
    let data: SetAside | undefined;
    try {
      data = await setAside(databaseFileOf(this.#core, id));
      // To put a new version in is a person's answer to one that crashed.
      await this.#core.choices.put(id, {
        ...others,
        ...(before?.quarantined && { quarantined: false }),
        ...(granted && { granted }),
      } as Choice);
      const next = await this.#bringIn(newResident(found));
      // Somebody may have woken it already, and it may have failed at that.
      if (!offStates.includes(next.state) && found.atelier.main !== undefined) {
        await this.#startOn(next, old?.found.version);
        // One that had failed is wanted: what shows it has already asked the new one something.
        if (wasAsleep && found.atelier.activation === undefined) await this.#lifecycle.stop(next, 'dormant', undefined);
      }
      this.#link(found);
      data.drop();
    } catch (error) {
      const failed = this.#residents.get(id);
      if (failed && failed !== old) await this.#takeOut(failed);
      data?.restore();
      await this.#core.choices.put(id, before);
      if (old) await this.#bringIn(old);
      else await this.#switchboard.replan();
      if (old) log.warn(`${version} did not start, so ${old.found.version} is back.`);
      await this.#wake(wasRunning ? [id, ...dependents] : dependents);
      throw error;
    }
    this.#switchboard.forgetOutsider(id);
    log.info(old ? `${old.found.version} was replaced by ${version}.` : `${version} was taken in.`);
    await this.#wake(dependents);
  }

  /** A version that is gone back to may not be able to read what a newer one has made of its data: then it has those of before again. */
  async #startOn(next: Resident, from: string | undefined): Promise<void> {
    const { id, version } = next.found;
    const start = () => this.#lifecycle.wake(id, 'the person');
    try {
      return await start();
    } catch (error) {
      if (from === undefined || !isAppError(error) || error.code !== 'storage/newer-database') throw error;
      const [{ stepBack }, { connect }] = await Promise.all([import('./storage/recover.ts'), import('./storage/storage.ts')]);
      const place = { owner: id, file: databaseFileOf(this.#core, id), folder: backupsFolderOf(this.#core) };
      const steppedBack = stepBack(place, Number(error.details.known), connect);
      if (steppedBack === undefined) throw error;
      await this.#lifecycle.stop(next, 'dormant', undefined);
      try {
        await start();
      } catch (again) {
        rmSync(steppedBack.keptAs, { force: true });
        throw again;
      }
      const { time, keptAs } = steppedBack;
      this.#core.notices.raise(noticeTexts['notice/data-of-before']({ id, version, from, time: new Date(time).toISOString(), keptAs }), id);
    }
  }

  /** Puts a resident into the plan; it is dormant then, or off where the person or the plan wants that. */
  async #bringIn(resident: Resident): Promise<Resident> {
    this.#residents.set(resident.found.id, resident);
    resident.state = 'stopped';
    await this.#switchboard.replan();
    if (resident.state !== 'stopped') return resident;
    await this.#lifecycle.stop(resident, 'stopped', undefined);
    return resident;
  }

  /** Stops one and whoever requires it; nothing of it is shown any more. */
  async #takeOut(resident: Resident): Promise<void> {
    const { id } = resident.found;
    withdraw(this.#core, resident);
    this.#residents.delete(id);
    this.#core.pointSchemas.forget(id);
    await this.#lifecycle.stop(resident, 'stopped', undefined);
    await this.#switchboard.replan();
  }

  #runningDependents(id: string): readonly string[] {
    return [...this.#residents.values()]
      .filter(({ found, state }) => state === 'active' && Object.hasOwn(found.requires, id))
      .map(({ found }) => found.id);
  }

  async #wake(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.#lifecycle.wake(id, 'the person').catch(() => undefined);
  }

  /** The one step that counts: which folder the next start finds. A link is replaced whole, so it is the old one or the new. */
  #link({ id, folder }: Found): void {
    const { installed } = this.#core.host.paths;
    makePrivateFolder(installed);
    const link = join(installed, slugOf(id));
    const isThere = lstatSync(link, { throwIfNoEntry: false });
    if (isThere?.isDirectory()) {
      // Somebody put the folder there by hand, to write it; it is left where it is.
      if (realpathSync(link) === folder) return;
      throw extensionErrors['extension/by-hand']({ id, folder: link });
    }
    const next = join(installed, `.link-${randomUUID()}`);
    symlinkSync(folder, next, 'junction');
    if (process.platform === 'win32') rmSync(link, { force: true });
    renameSync(next, link);
    syncFolder(installed);
  }

  #unlink({ id, folder }: Found): void {
    const { installed } = this.#core.host.paths;
    const link = join(installed, slugOf(id));
    if (lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(link);
    else throw extensionErrors['extension/by-hand']({ id, folder });
    syncFolder(installed);
  }

  async #deleteData(id: string): Promise<void> {
    const file = databaseFileOf(this.#core, id);
    const beside = readdirSync(dirname(file)).filter(name => name.startsWith(basename(file)));
    for (const name of beside) rmSync(join(dirname(file), name), { force: true });
    rmSync(dataFolderOf(this.#core, id), { recursive: true, force: true });
    const folder = backupsFolderOf(this.#core);
    for (const backup of existsSync(folder) ? backupsOf({ owner: id, file, folder }) : []) rmSync(backup.file, { force: true });
    await this.#core.secrets.forget(id);
  }
}

function nameOf(manifest: unknown): string {
  const name = (manifest as { name?: unknown } | null | undefined)?.name;
  return typeof name === 'string' ? name.slice(0, 214) : 'package.json';
}
