import type { PackagesService } from '@atelier/extensions/contract';
import { isAppError, visibleText } from '@atelier/kernel';
import type { Bilingual, Details, Proposal, SkillsShape } from '../contract/index.ts';
import { bilingual } from './bilingual.ts';
import { differenceOf } from './difference.ts';
import { errors } from './errors.ts';
import type { ReadSkill } from './format/read-skill.ts';
import { type Installed, readAs } from './installed.ts';
import type { TrustedProjects } from './project/trusted-projects.ts';
import { placeOf, type Sources } from './sources.ts';
import { hasUpdate, type Row, type Store, skillOf } from './store/store.ts';

export interface CallParts {
  readonly store: Store;
  readonly sources: Sources;
  readonly packages: PackagesService;
  readonly installed: Installed;
  readonly ofProjects: TrustedProjects;
  propose(conversation: string): Promise<Proposal>;
  createOwn(text: string): Promise<string>;
  /** Until then changes wait: what an earlier start began is ended first. */
  readonly settled: Promise<unknown>;
  changed(): void;
}

type Calls = {
  readonly [K in keyof SkillsShape['calls']]: (params: SkillsShape['calls'][K]['params']) => Promise<SkillsShape['calls'][K]['result']>;
};

/** The calls of the channel. What changes files runs one after another. */
export function skillCalls({ store, sources, packages, installed, ofProjects, propose, createOwn, settled, changed }: CallParts): Calls {
  let last = settled;
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
  const fromSource = (row: Row): Promise<ReadSkill> => readAs(row.path, row);

  async function take(row: Row, integrity: string): Promise<void> {
    const read = await fromSource(row);
    const { name } = read.head;
    // What the person agreed to is what is taken.
    if (read.integrity !== integrity) throw errors['skills/changed']({ name });
    if (/^atelier(?:-|$)/i.test(name)) throw errors['skills/name-reserved']({ name });
    await installed.install(row, read);
  }

  return {
    list: async question => store.list(question),
    overview: async () => store.overview(),
    async details({ id }): Promise<Details> {
      const row = rowOf(id);
      const mine = row.pinned === null ? undefined : await installed.read(row);
      const read = mine ?? (await fromSource(row));
      // Where its source cannot be read now, what is installed is shown all the same.
      const fresh = mine && hasUpdate(row) ? await fromSource(row).catch(() => undefined) : undefined;
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
        if (row.pinned !== null) await installed.remove(row);
        return null;
      }),
    setOn: ({ id, on }) =>
      inTurn(async () => {
        const row = installedRow(id);
        if (on !== (row.is_on === 1)) await installed.switchTo(row, on);
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
    propose: ({ conversation }) => propose(conversation),
    create: ({ text }) => inTurn(async () => ({ id: await createOwn(text) })),
    projects: () => ofProjects.projects(),
    ofProject: ({ project }) => ofProjects.found(project),
    trustProject: ({ project, checksum }) =>
      inTurn(async () => {
        await ofProjects.trust(project, checksum);
        return null;
      }),
  };
}
