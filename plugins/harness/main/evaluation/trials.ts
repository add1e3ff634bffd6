import type { AgentService } from '@atelier/agent/contract';
import { isAppError } from '@atelier/kernel';
import type { Candidate, Trial, TrialOrder } from '../../contract/index.ts';
import type { Candidates } from '../candidates/candidates.ts';
import { errors } from '../errors.ts';
import type { OwnTask } from './own-tasks.ts';
import { type Places, runTask, type TaskRun } from './run-task.ts';
import { flat, isOnFrontier, scoreOf } from './statistics.ts';

/** By what the hidden runs of a trial are stopped. */
const trialName = '@atelier/harness:trial';
const mostModels = 3;

export interface TrialsParts {
  readonly agent: Pick<AgentService, 'runHiddenWithTools' | 'stopHidden'>;
  readonly candidates: Candidates;
  readonly places: Places;
  readonly now: () => number;
  readonly changed: () => void;
  ownTasks(): Promise<readonly OwnTask[]>;
}

type Why = NonNullable<Trial['why']>;
interface Variant {
  readonly candidate: Candidate;
  readonly model: string;
  readonly runs: TaskRun[];
}

/** Does the person's last tasks again, with a candidate and the active one, by each model; it changes nothing but what it shows. */
export class Trials {
  readonly #parts: TrialsParts;
  #state: Trial = { phase: 'idle', done: 0, of: 0, cost: 0, tasks: 0, variants: [] };
  #ending: PromiseWithResolvers<Why> | undefined;

  constructor(parts: TrialsParts) {
    this.#parts = parts;
  }

  get state(): Trial {
    return this.#state;
  }

  /** Resolves when it has begun. */
  async start(order: TrialOrder): Promise<void> {
    if (this.#ending !== undefined) throw errors['harness/trial-runs']({});
    const ending = Promise.withResolvers<Why>();
    this.#ending = ending;
    try {
      const tasks = await this.#parts.ownTasks();
      if (tasks.length === 0) throw errors['harness/no-own-tasks']({});
      const used = tasks.flatMap(({ model }) => (model === undefined ? [] : [model]));
      const models = [...new Set(order.models ?? used)].slice(0, mostModels);
      const variants = await this.#variants(order.candidate, models);
      const of = tasks.length * variants.length;
      this.#set({ phase: 'running', done: 0, of, cost: 0, tasks: tasks.length, variants: [] });
      const clock = setTimeout(() => ending.resolve('minutes'), order.minutes * 60_000);
      void this.#run(tasks, variants, order.money, ending.promise).then(state => {
        clearTimeout(clock);
        this.#ending = undefined;
        this.#set(state);
      });
    } catch (error) {
      this.#ending = undefined;
      throw error;
    }
  }

  stop(): void {
    this.#ending?.resolve('person');
  }

  async #variants(id: string, models: readonly string[]): Promise<readonly Variant[]> {
    const { candidates } = this.#parts;
    const [all, active] = [await candidates.all(), await candidates.active()];
    const found = all.find(one => one.id === id);
    if (found === undefined) throw errors['harness/unknown-candidate']({ id });
    const compared = found.id === active.id ? [found] : [found, active];
    return compared.flatMap(candidate => models.map(model => ({ candidate, model, runs: [] })));
  }

  /** Returns the state that it ends in; never rejects. */
  async #run(tasks: readonly OwnTask[], variants: readonly Variant[], money: number, ending: Promise<Why>): Promise<Trial> {
    let isOver = false;
    void ending.then(() => {
      isOver = true;
      // What runs now would go on spending.
      void this.#parts.agent.stopHidden(trialName).catch(() => undefined);
    });
    const work = this.#all(tasks, variants, money, () => isOver);
    work.catch(() => undefined);
    return await Promise.race([work, ending]).then(
      (why): Trial => ({ ...this.#state, phase: why === 'person' ? 'stopped' : 'done', why }),
      (error: unknown): Trial => {
        const failure = (isAppError(error) ? error.message : String(error)).slice(0, 1000);
        return { ...this.#state, phase: 'failed', why: 'failure', failure };
      },
    );
  }

  /** Each task with all variants in turn, so that a slow hour counts for all. */
  async #all(tasks: readonly OwnTask[], variants: readonly Variant[], money: number, isOver: () => boolean): Promise<Why> {
    for (const { task, files } of tasks)
      for (const { candidate, model, runs } of variants) {
        if (isOver()) return 'person';
        // A model without a known price costs nothing that could run out.
        if (this.#state.cost > money) return 'money';
        const left = Math.max(0.01, money - this.#state.cost);
        const run = await runTask(this.#parts, task, candidate, { name: trialName, model, money: left, isOver, files });
        if (isOver()) return 'person';
        runs.push(run);
        const { done, cost } = this.#state;
        this.#set({ ...this.#state, done: done + 1, cost: cost + run.cost, variants: shown(variants) });
      }
    return 'tasks';
  }

  #set(state: Trial): void {
    this.#state = state;
    this.#parts.changed();
  }
}

/** Those that were run, with whether another of them is better in everything. */
function shown(variants: readonly Variant[]): Trial['variants'] {
  const begun = variants
    .filter(({ runs }) => runs.length > 0)
    .map(({ candidate: { id, title }, model, runs }) => ({ candidate: id, title, model, runs: runs.length, score: scoreOf(runs) }));
  const all = begun.map(({ score }) => flat(score));
  return begun.map(one => ({ ...one, isOnFrontier: isOnFrontier(flat(one.score), all) }));
}
