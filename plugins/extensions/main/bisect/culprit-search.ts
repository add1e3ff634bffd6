import {
  Costs,
  type Database,
  type ExtensionContext,
  type ExtensionStatus,
  Extensions,
  type Handlers,
  type Publisher,
} from '@atelier/kernel';
import { type Blame, BlameChannel, type ExtensionsBlameShape } from '../../contract/index.ts';
import { applyAnswer, type Bisection, dependentsFirst, maxSteps, recomputeOff, removeMissing, startBisection } from './bisection.ts';
import { suspicionsOf } from './suspicions.ts';

const offStates: readonly ExtensionStatus['state'][] = ['stopped', 'quarantined', 'refused'];

/** Finds the extension that causes a problem by bisection. It restarts extensions, never the app. */
export class CulpritSearch {
  readonly #ctx: ExtensionContext;
  readonly #store: BisectionStore;
  readonly #channel: Publisher<ExtensionsBlameShape>;
  #queue: Promise<unknown> = Promise.resolve();

  /** Serves its channel from then on. */
  constructor(ctx: ExtensionContext, db: Database) {
    this.#ctx = ctx;
    this.#store = openBisectionStore(db);
    this.#channel = ctx.serve(BlameChannel, this.#handlers());
  }

  /** Resumes a search that was interrupted when the app ended. */
  resume(): Promise<void> {
    return this.#enqueue(async () => {
      const bisection = this.#store.read();
      if (bisection) await this.#apply(recomputeOff(await this.#removeUninstalled(bisection)));
    });
  }

  #handlers(): Handlers<ExtensionsBlameShape> {
    const store = this.#store;
    return {
      look: () => this.#state(),
      begin: () =>
        this.#runStep(async () => {
          const before = store.read();
          if (before?.phase === 'asking') return before;
          const candidates = (await this.#thirdParty()).filter(({ state }) => !offStates.includes(state));
          return startBisection(dependentsFirst(candidates.map(({ id, requires = [] }) => ({ id, requires }))));
        }),
      answer: ({ broken, step }) =>
        this.#runStep(async () => {
          const bisection = store.read();
          return bisection?.step === step ? applyAnswer(await this.#removeUninstalled(bisection), broken) : bisection;
        }),
      end: async () => {
        await this.#enqueue(async () => {
          const bisection = store.read();
          if (bisection) await this.#apply({ ...bisection, off: [] });
          store.write(undefined);
        });
        this.#channel.emit('stepped', {});
        return null;
      },
    };
  }

  async #runStep(work: () => Promise<Bisection | undefined>): Promise<Blame> {
    await this.#enqueue(async () => {
      const bisection = await work();
      if (bisection) await this.#apply(bisection);
    });
    this.#channel.emit('stepped', {});
    return await this.#state();
  }

  /** Stores the planned state before it switches anything, so that a restart knows what the search switched off. */
  async #apply(bisection: Bisection): Promise<void> {
    const store = this.#store;
    const kernel = this.#ctx.get(Extensions);
    const before = new Set(store.read()?.off);
    const wanted = new Set(bisection.off);
    store.write({ ...bisection, off: bisection.candidates.filter(id => before.has(id) || wanted.has(id)) });
    const states = new Map((await this.#thirdParty()).map(({ id, state }) => [id, state]));
    // Dependencies are switched on before their dependents, and off after them.
    for (const id of bisection.candidates.toReversed()) {
      if (before.has(id) && !wanted.has(id) && states.has(id))
        await kernel.enable(id).catch(error => this.#ctx.log.warn(`${id} was not switched on again: ${error}`));
    }
    for (const id of bisection.candidates) {
      if (wanted.has(id) && states.has(id) && states.get(id) !== 'stopped') await kernel.disable(id);
    }
    store.write(bisection);
  }

  async #removeUninstalled(bisection: Bisection): Promise<Bisection> {
    const installed = new Set((await this.#thirdParty()).map(({ id }) => id));
    return removeMissing(bisection, new Set(bisection.candidates.filter(id => !installed.has(id))));
  }

  async #thirdParty(): Promise<readonly ExtensionStatus[]> {
    return (await this.#ctx.get(Extensions).list()).filter(({ bundled, version }) => !bundled && version !== '');
  }

  async #state(): Promise<Blame> {
    const bisection = this.#store.read();
    const kernel = this.#ctx.get(Extensions);
    const costs = this.#ctx.get(Costs);
    const slowed = new Set((await costs.list()).filter(one => one.slowed !== undefined).map(({ id }) => id));
    const evidence = (await this.#thirdParty()).map(async status => ({
      status,
      samples: await costs.history(status.id),
      log: await kernel.log(status.id),
      slowed: slowed.has(status.id),
      now: Date.now(),
    }));
    return {
      phase: bisection?.phase ?? 'idle',
      step: bisection?.step ?? 0,
      most: maxSteps(bisection?.candidates.length ?? 0),
      candidates: [...(bisection?.candidates ?? [])],
      suspects: [...(bisection?.suspects ?? [])],
      off: [...(bisection?.off ?? [])],
      ...(bisection?.culprit !== undefined && { culprit: bisection.culprit }),
      guesses: [...suspicionsOf(await Promise.all(evidence))],
    };
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }
}

/** The persisted state of the search, which survives an app that ends in the middle of a step. */
interface BisectionStore {
  read(): Bisection | undefined;
  write(bisection: Bisection | undefined): void;
}

interface Row {
  readonly extension: string;
  readonly suspect: number;
  readonly off: number;
}

function openBisectionStore(db: Database): BisectionStore {
  const select = db.prepare<{ phase: Bisection['phase']; step: number; culprit: string | null }>('SELECT phase, step, culprit FROM hunt');
  const selectMembers = db.prepare<Row>('SELECT extension, suspect, off FROM hunted ORDER BY place');
  const insert = db.prepare('INSERT INTO hunt (only, phase, step, culprit) VALUES (1, ?, ?, ?)');
  const insertMember = db.prepare('INSERT INTO hunted (extension, place, suspect, off) VALUES (?, ?, ?, ?)');
  const remove = db.prepare('DELETE FROM hunt');
  const removeMembers = db.prepare('DELETE FROM hunted');
  return {
    read() {
      const row = select.get();
      if (row === undefined) return undefined;
      const members = selectMembers.all();
      const idsOf = (rows: readonly Row[]): readonly string[] => rows.map(({ extension }) => extension);
      return {
        phase: row.phase,
        step: row.step,
        candidates: idsOf(members),
        suspects: idsOf(members.filter(({ suspect }) => suspect === 1)),
        off: idsOf(members.filter(({ off }) => off === 1)),
        ...(row.culprit !== null && { culprit: row.culprit }),
      };
    },
    write(bisection) {
      db.transaction(() => {
        remove.run();
        removeMembers.run();
        if (bisection === undefined) return;
        const [suspects, off] = [new Set(bisection.suspects), new Set(bisection.off)];
        insert.run(bisection.phase, bisection.step, bisection.culprit ?? null);
        bisection.candidates.forEach((id, place) => {
          insertMember.run(id, place, Number(suspects.has(id)), Number(off.has(id)));
        });
      });
    },
  };
}
