import type { CostsService, ExtensionStatus, ExtensionsService, Handlers, Log } from '@atelier/kernel';
import type { Blame, ExtensionsBlameShape } from '../../contract/index.ts';
import { answered, asMeant, beginHunt, dependentsFirst, type Hunt, mostSteps, without } from './hunt.ts';
import type { KeptHunt } from './kept-hunt.ts';
import { suspicionsOf } from './suspicions.ts';

/** What a search for a culprit is made with. */
export interface BlameParts {
  readonly kept: KeptHunt;
  readonly kernel: Pick<ExtensionsService, 'list' | 'enable' | 'disable' | 'log'>;
  readonly costs: Pick<CostsService, 'list' | 'history'>;
  readonly log: Log;
  stepped(): void;
}

const off: readonly ExtensionStatus['state'][] = ['stopped', 'quarantined', 'refused'];

/** Finds the extension that broke something, by restarting extensions and never the app. */
export class BlameSearch {
  readonly #parts: BlameParts;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(parts: BlameParts) {
    this.#parts = parts;
  }

  /** Goes on with a search that the end of the app cut off. */
  resume(): Promise<void> {
    return this.#inTurn(async () => {
      const hunt = this.#parts.kept.read();
      if (hunt) await this.#bring(asMeant(await this.#stillThere(hunt)));
    });
  }

  handlers(): Handlers<ExtensionsBlameShape> {
    const { kept } = this.#parts;
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
        this.#parts.stepped();
        return null;
      },
    };
  }

  async #step(work: () => Promise<Hunt | undefined>): Promise<Blame> {
    await this.#inTurn(async () => {
      const hunt = await work();
      if (hunt) await this.#bring(hunt);
    });
    this.#parts.stepped();
    return await this.#told();
  }

  /** Written down first, so that whatever is off because of the search is known to be. */
  async #bring(hunt: Hunt): Promise<void> {
    const { kept, kernel, log } = this.#parts;
    const before = new Set(kept.read()?.off);
    const wanted = new Set(hunt.off);
    kept.write({ ...hunt, off: hunt.candidates.filter(id => before.has(id) || wanted.has(id)) });
    const states = new Map((await this.#thirdParty()).map(({ id, state }) => [id, state]));
    // What others require comes first when switching on, and last when switching off.
    for (const id of hunt.candidates.toReversed()) {
      if (before.has(id) && !wanted.has(id) && states.has(id))
        await kernel.enable(id).catch(error => log.warn(`${id} was not switched on again: ${error}`));
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
    return (await this.#parts.kernel.list()).filter(({ bundled, version }) => !bundled && version !== '');
  }

  async #told(): Promise<Blame> {
    const { kept, kernel, costs } = this.#parts;
    const hunt = kept.read();
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
