import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { visibleText } from '@atelier/kernel';
import type { Details, SkillsShape } from '../contract/index.ts';
import { errors } from './errors.ts';
import { skillsIn, writeSkill } from './folders.ts';
import { type ReadSkill, readSkill } from './format/read-skill.ts';
import { hasUpdate, type Row, type Store, skillOf } from './store/store.ts';

export interface CallParts {
  readonly store: Store;
  /** The exact files of each installed skill, whether it is on or off. */
  readonly kept: string;
  /** The folder that the agent loads skills from. */
  readonly loaded: string;
  changed(): void;
  warn(text: string): void;
}

type Calls = {
  readonly [K in keyof SkillsShape['calls']]: (params: SkillsShape['calls'][K]['params']) => Promise<SkillsShape['calls'][K]['result']>;
};

/** The calls of the channel. What changes files runs one after another. */
export function skillCalls({ store, kept, loaded, changed, warn }: CallParts): Calls {
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
  const loadedOf = ({ id, name }: Row): string => join(loaded, /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) ? name : id);
  const folderName = ({ path }: Row): string => path.split(/[\\/]/).at(-1) ?? path;
  const fromSource = (row: Row): Promise<ReadSkill> => readSkill(row.path, folderName(row));
  const installedFiles = (row: Row): Promise<ReadSkill> => readSkill(keptOf(row), folderName(row));

  async function take(row: Row, integrity: string): Promise<void> {
    const { name } = row;
    const read = await fromSource(row);
    // What the person agreed to is what is taken.
    if (read.integrity !== integrity || read.head.name !== name) throw errors['skills/changed']({ name });
    await writeSkill(keptOf(row), read);
    if (row.pinned === null || row.is_on === 1) await writeSkill(loadedOf(row), read);
    store.pin(row.id, integrity);
    if (row.pinned !== null && row.is_on === 0) store.switchTo(row.id, false);
  }

  async function readSource(address: string): Promise<void> {
    const source = store.sourceAt(address);
    if (source === undefined) return;
    const { skills, refusals } = await skillsIn(address);
    for (const refusal of refusals) warn(refusal);
    store.seen(source.id, skills);
  }

  return {
    list: async question => store.list(question),
    overview: async () => store.overview(),
    async details({ id }): Promise<Details> {
      const row = rowOf(id);
      const installed = row.pinned === null ? undefined : await installedFiles(row);
      const read = installed ?? (await fromSource(row));
      const fresh = installed && hasUpdate(row) ? await fromSource(row) : undefined;
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
        const row = rowOf(id);
        const { name } = row;
        if (/^atelier(?:-|$)/i.test(name)) throw errors['skills/name-reserved']({ name });
        const other = store.installedAs(name);
        // A folder that the person put there themselves is never written over.
        if (row.pinned === null && (other !== undefined || existsSync(loadedOf(row)))) throw errors['skills/name-taken']({ name });
        await take(row, integrity);
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
        if (on && existsSync(loadedOf(row))) throw errors['skills/name-taken']({ name: row.name });
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
    addSource: ({ kind, address }) =>
      inTurn(async () => {
        const found = await skillsIn(address);
        if (found.skills.length === 0) {
          const [why] = found.refusals;
          throw why === undefined
            ? errors['skills/source-empty']({ address: found.address })
            : errors['skills/source-unreadable']({ address: found.address, why });
        }
        store.addSource(kind, found.address);
        await readSource(found.address);
        const source = store.sourceAt(found.address);
        if (source === undefined) throw errors['skills/source-empty']({ address: found.address });
        return source;
      }),
    removeSource: ({ id }) =>
      inTurn(async () => {
        store.removeSource(id);
        return null;
      }),
    refresh: () =>
      inTurn(async () => {
        // One source that cannot be read does not keep the others from being read.
        for (const { address } of store.sources()) await readSource(address).catch(error => warn(String(error)));
        return null;
      }),
  };
}

/** What an update changes, for the person to see before it is taken. */
function differenceOf(old: ReadSkill, fresh: ReadSkill): Details['update'] {
  const [before, after] = [old, fresh].map(({ files }) => new Map(files.map(({ path, bytes }) => [path, bytes.toString('base64')])));
  const paths = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].sort();
  const [had, has] = [old.head.allowedTools, fresh.head.allowedTools];
  return {
    integrity: fresh.integrity,
    before: old.text,
    after: fresh.text,
    toolsAdded: has.filter(tool => !had.includes(tool)),
    toolsRemoved: had.filter(tool => !has.includes(tool)),
    otherFiles: paths.filter(path => path !== 'SKILL.md' && before?.get(path) !== after?.get(path)).map(path => visibleText(path, 'code')),
    ...(fresh.head.version !== undefined && { version: fresh.head.version }),
  };
}
