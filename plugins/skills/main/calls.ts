import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackagesService } from '@atelier/extensions/contract';
import { type AppError, isAppError, visibleText } from '@atelier/kernel';
import type { Bilingual, Details, SkillsShape } from '../contract/index.ts';
import { differenceOf } from './difference.ts';
import { errors } from './errors.ts';
import { notRead, writeSkill } from './folders.ts';
import { type ReadSkill, readSkill } from './format/read-skill.ts';
import { placeOf, type Sources } from './sources.ts';
import { hasUpdate, type Row, type Store, skillOf } from './store/store.ts';

export interface CallParts {
  readonly store: Store;
  readonly sources: Sources;
  readonly packages: PackagesService;
  /** The exact files of each installed skill, whether it is on or off. */
  readonly kept: string;
  /** The folder that the agent loads skills from. */
  readonly loaded: string;
  changed(): void;
}

type Calls = {
  readonly [K in keyof SkillsShape['calls']]: (params: SkillsShape['calls'][K]['params']) => Promise<SkillsShape['calls'][K]['result']>;
};

/** The calls of the channel. What changes files runs one after another. */
export function skillCalls({ store, sources, packages, kept, loaded, changed }: CallParts): Calls {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work).finally(changed);
    last = turn.catch(() => undefined);
    return turn;
  };
  const rowOf = (id: string): Row => {
    const row = store.find(id);
    if (row === undefined) throw errors['skills/unknown']({ id });
    return row;
  };
  const installedRow = (id: string): Row => {
    const row = rowOf(id);
    if (row.pinned === null) throw errors['skills/not-installed']({ name: row.name });
    return row;
  };
  const keptOf = ({ id }: Row): string => join(kept, id);
  const loadedAs = (id: string, name: string): string => join(loaded, /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) ? name : id);
  /** Where the agent finds an installed skill, which has the name that was agreed to. */
  const loadedOf = ({ id, name, pinned_name }: Row): string => loadedAs(id, pinned_name ?? name);
  const folderName = ({ path }: Row): string => path.split(/[\\/]/).at(-1) ?? path;
  const readIn = (folder: string, row: Row): Promise<ReadSkill> =>
    readSkill(folder, folderName(row)).catch(error => {
      throw notRead(row.path, error);
    });
  const fromSource = (row: Row): Promise<ReadSkill> => readIn(row.path, row);
  const installedFiles = (row: Row): Promise<ReadSkill> => readIn(keptOf(row), row);

  async function take(row: Row, integrity: string): Promise<void> {
    const read = await fromSource(row);
    const { name } = read.head;
    // What the person agreed to is what is taken.
    if (read.integrity !== integrity) throw errors['skills/changed']({ name });
    if (/^atelier(?:-|$)/i.test(name)) throw errors['skills/name-reserved']({ name });
    const isNamedAnew = row.pinned_name !== name;
    const fresh = loadedAs(row.id, name);
    // A folder that the person put there themselves is never written over.
    if (isNamedAnew && (store.installedAs(name) !== undefined || (await isTaken(fresh, integrity))))
      throw errors['skills/name-taken']({ name });
    await writeSkill(keptOf(row), read);
    if (row.pinned === null || row.is_on === 1) await writeSkill(fresh, read);
    if (row.pinned !== null && isNamedAnew && row.is_on === 1) await rm(loadedOf(row), { recursive: true, force: true });
    store.pin(row.id, read);
    if (row.pinned !== null && row.is_on === 0) store.switchTo(row.id, false);
  }

  return {
    list: async question => store.list(question),
    overview: async () => store.overview(),
    async details({ id }): Promise<Details> {
      const row = rowOf(id);
      const installed = row.pinned === null ? undefined : await installedFiles(row);
      const read = installed ?? (await fromSource(row));
      // Where its source cannot be read now, what is installed is shown all the same.
      const fresh = installed && hasUpdate(row) ? await fromSource(row).catch(() => undefined) : undefined;
      const review = store.review(id);
      return {
        skill: skillOf(row),
        text: read.text,
        files: read.files.map(({ path, bytes }) => ({ path: visibleText(path, 'code'), bytes: bytes.length })),
        integrity: read.integrity,
        allowedTools: [...read.head.allowedTools],
        ...(review !== undefined && { review }),
        ...(fresh && { update: differenceOf(read, fresh) }),
      };
    },
    install: ({ id, integrity }) =>
      inTurn(async () => {
        await take(rowOf(id), integrity);
        return null;
      }),
    update: ({ id, integrity }) =>
      inTurn(async () => {
        await take(installedRow(id), integrity);
        return null;
      }),
    uninstall: ({ id }) =>
      inTurn(async () => {
        const row = rowOf(id);
        if (row.pinned === null) return null;
        if (row.is_on === 1) await rm(loadedOf(row), { recursive: true, force: true });
        store.unpin(id);
        await rm(keptOf(row), { recursive: true, force: true });
        return null;
      }),
    setOn: ({ id, on }) =>
      inTurn(async () => {
        const row = installedRow(id);
        if (on === (row.is_on === 1)) return null;
        if (on && existsSync(loadedOf(row))) throw errors['skills/name-taken']({ name: skillOf(row).name });
        if (on) await writeSkill(loadedOf(row), await installedFiles(row));
        else await rm(loadedOf(row), { recursive: true, force: true });
        store.switchTo(id, on);
        return null;
      }),
    async rate({ id, stars, text }) {
      rowOf(id);
      store.rate(id, stars, text);
      changed();
      return null;
    },
    addSource: ({ address }) =>
      inTurn(async () => {
        const place = placeOf(address);
        const { address: real, skills, refusals, revision } = await sources.read(place);
        if (skills.length === 0) {
          await sources.remove(place);
          const [why] = refusals;
          throw why ?? errors['skills/source-empty']({ address: real });
        }
        const id = store.addSource(place.kind, real);
        store.seen(id, skills, refusals.map(bilingual), revision);
        return store.source(id)!;
      }),
    async findPackages({ text }) {
      const { packages: found, failures } = await packages.find(text);
      return { packages: [...found], failures: failures.map(({ registry, error }) => ({ from: registry, message: bilingual(error) })) };
    },
    removeSource: ({ id }) =>
      inTurn(async () => {
        const source = store.source(id);
        store.removeSource(id);
        if (source !== undefined) await sources.remove(source);
        return null;
      }),
    refresh: () =>
      inTurn(async () => {
        const failures: { from: string; message: Bilingual }[] = [];
        // One source that cannot be read does not keep the others from being read.
        for (const source of store.sources()) {
          try {
            const { skills, refusals, revision } = await sources.read(source, source.revision);
            store.seen(source.id, skills, refusals.map(bilingual), revision);
          } catch (error) {
            if (!isAppError(error)) throw error;
            failures.push({ from: source.address, message: bilingual(error) });
          }
        }
        return { failures };
      }),
  };
}

/** Whether a folder is there that is not this very skill; an installation that was killed leaves one that is. */
const isTaken = async (folder: string, integrity: string): Promise<boolean> =>
  existsSync(folder) && (await readSkill(folder).catch(() => undefined))?.integrity !== integrity;

const bilingual = (error: AppError): Bilingual => ({ fr: error.in('fr'), en: error.in('en') });
