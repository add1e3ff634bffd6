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
import { answered, asMeant, beginHunt, dependentsFirst, type Hunt, mostSteps, without } from './hunt.ts';
import { suspicionsOf } from './suspicions.ts';

const off: readonly ExtensionStatus['state'][] = ['stopped', 'quarantined', 'refused'];

/** Finds the extension that broke something, by restarting extensions and never the app. */
export class BlameSearch {
  readonly #ctx: ExtensionContext;
  readonly #kept: KeptHunt;
  readonly #channel: Publisher<ExtensionsBlameShape>;
  #turn: Promise<unknown> = Promise.resolve();

  /** Answers its channel from then on. */
  constructor(ctx: ExtensionContext, db: Database) {
    this.#ctx = ctx;
    this.#kept = openHunt(db);
    this.#channel = ctx.serve(BlameChannel, this.#handlers());
  }

  /** Goes on with a search that the end of the app cut off. */
  resume(): Promise<void> {
    return this.#inTurn(async () => {
      const hunt = this.#kept.read();
      if (hunt) await this.#bring(asMeant(await this.#stillThere(hunt)));
    });
  }

  #handlers(): Handlers<ExtensionsBlameShape> {
    const kept = this.#kept;
    return {
      look: () => this.#told(),
      begin: () =>
        this.#step(async () => {
          const before = kept.read();
          if (before?.phase === 'asking') return before;
          const candidates = (await this.#thirdParty()).filter(({ state }) => !off.includes(state));
          return beginHunt(dependentsFirst(candidates.map(({ id, requires = [] }) => ({ id, requires }))));
        }),
      answer: ({ broken, step }) =>
        this.#step(async () => {
          const hunt = kept.read();
          return hunt?.step === step ? answered(await this.#stillThere(hunt), broken) : hunt;
        }),
      end: async () => {
        await this.#inTurn(async () => {
          const hunt = kept.read();
          if (hunt) await this.#bring({ ...hunt, off: [] });
          kept.write(undefined);
        });
        this.#channel.emit('stepped', {});
        return null;
      },
    };
  }

  async #step(work: () => Promise<Hunt | undefined>): Promise<Blame> {
    await this.#inTurn(async () => {
      const hunt = await work();
      if (hunt) await this.#bring(hunt);
    });
    this.#channel.emit('stepped', {});
    return await this.#told();
  }

  /** Written down first, so that whatever is off because of the search is known to be. */
  async #bring(hunt: Hunt): Promise<void> {
    const kept = this.#kept;
    const kernel = this.#ctx.get(Extensions);
    const before = new Set(kept.read()?.off);
    const wanted = new Set(hunt.off);
    kept.write({ ...hunt, off: hunt.candidates.filter(id => before.has(id) || wanted.has(id)) });
    const states = new Map((await this.#thirdParty()).map(({ id, state }) => [id, state]));
    // What others require comes first when switching on, and last when switching off.
    for (const id of hunt.candidates.toReversed()) {
      if (before.has(id) && !wanted.has(id) && states.has(id))
        await kernel.enable(id).catch(error => this.#ctx.log.warn(`${id} was not switched on again: ${error}`));
    }
    for (const id of hunt.candidates) {
      if (wanted.has(id) && states.has(id) && states.get(id) !== 'stopped') await kernel.disable(id);
    }
    kept.write(hunt);
  }

  async #stillThere(hunt: Hunt): Promise<Hunt> {
    const here = new Set((await this.#thirdParty()).map(({ id }) => id));
    return without(hunt, new Set(hunt.candidates.filter(id => !here.has(id))));
  }

  async #thirdParty(): Promise<readonly ExtensionStatus[]> {
    return (await this.#ctx.get(Extensions).list()).filter(({ bundled, version }) => !bundled && version !== '');
  }

  async #told(): Promise<Blame> {
    const hunt = this.#kept.read();
    const kernel = this.#ctx.get(Extensions);
    const costs = this.#ctx.get(Costs);
    const slowed = new Set((await costs.list()).filter(one => one.slowed !== undefined).map(({ id }) => id));
    const traces = (await this.#thirdParty()).map(async status => ({
      status,
      samples: await costs.history(status.id),
      log: await kernel.log(status.id),
      slowed: slowed.has(status.id),
      now: Date.now(),
    }));
    return {
      phase: hunt?.phase ?? 'idle',
      step: hunt?.step ?? 0,
      most: mostSteps(hunt?.candidates.length ?? 0),
      candidates: [...(hunt?.candidates ?? [])],
      suspects: [...(hunt?.suspects ?? [])],
      off: [...(hunt?.off ?? [])],
      ...(hunt?.culprit !== undefined && { culprit: hunt.culprit }),
      guesses: [...suspicionsOf(await Promise.all(traces))],
    };
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}

/** The search as it stands on the disk: what it switched off is known even where the app ends in the middle of a step. */
interface KeptHunt {
  read(): Hunt | undefined;
  write(hunt: Hunt | undefined): void;
}

interface Row {
  readonly extension: string;
  readonly suspect: number;
  readonly off: number;
}

function openHunt(db: Database): KeptHunt {
  const select = db.prepare<{ phase: Hunt['phase']; step: number; culprit: string | null }>('SELECT phase, step, culprit FROM hunt');
  const selectMembers = db.prepare<Row>('SELECT extension, suspect, off FROM hunted ORDER BY place');
  const insert = db.prepare('INSERT INTO hunt (only, phase, step, culprit) VALUES (1, ?, ?, ?)');
  const insertMember = db.prepare('INSERT INTO hunted (extension, place, suspect, off) VALUES (?, ?, ?, ?)');
  const remove = db.prepare('DELETE FROM hunt');
  const removeMembers = db.prepare('DELETE FROM hunted');
  return {
    read() {
      const kept = select.get();
      if (kept === undefined) return undefined;
      const members = selectMembers.all();
      const idsOf = (rows: readonly Row[]): readonly string[] => rows.map(({ extension }) => extension);
      return {
        phase: kept.phase,
        step: kept.step,
        candidates: idsOf(members),
        suspects: idsOf(members.filter(({ suspect }) => suspect === 1)),
        off: idsOf(members.filter(({ off }) => off === 1)),
        ...(kept.culprit !== null && { culprit: kept.culprit }),
      };
    },
    write(hunt) {
      db.transaction(() => {
        remove.run();
        removeMembers.run();
        if (hunt === undefined) return;
        const [suspects, off] = [new Set(hunt.suspects), new Set(hunt.off)];
        insert.run(hunt.phase, hunt.step, hunt.culprit ?? null);
        hunt.candidates.forEach((id, place) => {
          insertMember.run(id, place, Number(suspects.has(id)), Number(off.has(id)));
        });
      });
    },
  };
}
