import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errors } from './errors.ts';
import { notRead, unfinishedOf, writeSkill } from './folders.ts';
import { type ReadSkill, readSkill } from './format/read-skill.ts';
import { type Change, type Row, type Store, skillOf } from './store/store.ts';

export interface InstalledParts {
  readonly store: Store;
  /** The exact files of each installed skill, whether it is on or off. */
  readonly kept: string;
  /** The folder that the agent loads skills from. */
  readonly loaded: string;
}

/**
 * The files of installed skills: those that are kept, and those that the agent loads while the skill is on. What is begun is written down
 * first, so that the start after a kill ends it and what the agent loads is what the person is shown.
 */
export class Installed {
  readonly #store: Store;
  readonly #kept: string;
  readonly #loaded: string;

  constructor({ store, kept, loaded }: InstalledParts) {
    this.#store = store;
    this.#kept = kept;
    this.#loaded = loaded;
  }

  read(row: Row): Promise<ReadSkill> {
    return readAs(this.#keptOf(row), row);
  }

  /** Installs what the person agreed to, or puts it in the place of what is installed. */
  async install(row: Row, read: ReadSkill): Promise<void> {
    const { name } = read.head;
    const isNamedAnew = row.pinned_name !== name;
    const folder = this.#loadedAs(row.id, name);
    const wasThere = existsSync(folder);
    // A folder that the person put there themselves is never written over.
    if (isNamedAnew && (this.#store.installedAs(name) !== undefined || (await isOther(folder, read))))
      throw errors['skills/name-taken']({ name });
    this.#store.begin({ skill: row.id, wanted: 'installed', integrity: read.integrity });
    try {
      await this.#put(row, read);
    } catch (error) {
      // An update that failed is ended by the next start; it was agreed to.
      if (row.pinned === null) {
        if (!wasThere) await rm(folder, { recursive: true, force: true });
        await this.#discard(row);
        this.#store.end(row.id);
      }
      throw error;
    }
    this.#store.end(row.id);
  }

  async remove(row: Row): Promise<void> {
    this.#store.begin({ skill: row.id, wanted: 'removed', integrity: null });
    await this.#takeAway(row);
    this.#store.end(row.id);
  }

  async switchTo(row: Row, on: boolean): Promise<void> {
    if (on && existsSync(this.#loadedOf(row))) throw errors['skills/name-taken']({ name: skillOf(row).name });
    this.#store.begin({ skill: row.id, wanted: on ? 'on' : 'off', integrity: null });
    await this.#switch(row, on);
    this.#store.end(row.id);
  }

  /** Ends what a kill cut off; true if there was anything. What cannot be ended is left for the next time. */
  async settle(failed: (error: unknown) => void): Promise<boolean> {
    const changes = this.#store.underWay();
    for (const change of changes) {
      const row = this.#store.find(change.skill);
      try {
        if (row !== undefined) await this.#redo(row, change);
        this.#store.end(change.skill);
      } catch (error) {
        failed(error);
      }
    }
    return changes.length > 0;
  }

  async #redo(row: Row, { wanted, integrity }: Change): Promise<void> {
    if (wanted === 'installed') {
      const read = await this.#begun(row, integrity);
      if (read !== undefined) await this.#put(row, read);
      else if (row.pinned === null) await this.#discard(row);
      else await rm(unfinishedOf(this.#keptOf(row)), { recursive: true, force: true });
    } else if (row.pinned === null) await this.#discard(row);
    else if (wanted === 'removed') await this.#takeAway(row);
    else await this.#switch(row, wanted === 'on');
  }

  /** The files of an installation that was cut off, if all of them had been written: in their place, or about to be put there. */
  async #begun(row: Row, integrity: string | null): Promise<ReadSkill | undefined> {
    const kept = this.#keptOf(row);
    for (const folder of [kept, unfinishedOf(kept)]) {
      const read = await readAs(folder, row).catch(() => undefined);
      if (read?.integrity === integrity) return read;
    }
    return undefined;
  }

  async #put(row: Row, read: ReadSkill): Promise<void> {
    const folder = this.#loadedAs(row.id, read.head.name);
    await writeSkill(this.#keptOf(row), read);
    if (row.pinned === null || row.is_on === 1) await writeSkill(folder, read);
    if (row.pinned !== null && row.is_on === 1 && this.#loadedOf(row) !== folder)
      await rm(this.#loadedOf(row), { recursive: true, force: true });
    this.#store.pin(row.id, read, row.pinned === null || row.is_on === 1);
  }

  async #takeAway(row: Row): Promise<void> {
    if (row.is_on === 1) await rm(this.#loadedOf(row), { recursive: true, force: true });
    this.#store.unpin(row.id);
    await this.#discard(row);
  }

  async #switch(row: Row, on: boolean): Promise<void> {
    if (on) await writeSkill(this.#loadedOf(row), await this.read(row));
    else await rm(this.#loadedOf(row), { recursive: true, force: true });
    this.#store.switchTo(row.id, on);
  }

  async #discard(row: Row): Promise<void> {
    const kept = this.#keptOf(row);
    for (const folder of [kept, unfinishedOf(kept)]) await rm(folder, { recursive: true, force: true });
  }

  #keptOf({ id }: Row): string {
    return join(this.#kept, id);
  }

  #loadedAs(id: string, name: string): string {
    return join(this.#loaded, /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) ? name : id);
  }

  /** Where the agent finds an installed skill, which has the name that was agreed to. */
  #loadedOf({ id, name, pinned_name }: Row): string {
    return this.#loadedAs(id, pinned_name ?? name);
  }
}

/** The skill of a row, read from a folder of any name. */
export async function readAs(folder: string, { path }: Row): Promise<ReadSkill> {
  try {
    return await readSkill(folder, { name: path.split(/[\\/]/).at(-1) ?? path });
  } catch (error) {
    throw notRead(path, error);
  }
}

/** Whether a folder is there that is not this very skill. */
const isOther = async (folder: string, { integrity }: ReadSkill): Promise<boolean> =>
  existsSync(folder) && (await readSkill(folder).catch(() => undefined))?.integrity !== integrity;
