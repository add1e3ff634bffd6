import { randomUUID } from 'node:crypto';
import type { AgentService } from '@atelier/agent/contract';
import { isAppError } from '@atelier/kernel';
import type { Attempt, Candidate, Optimizer, Order, Task } from '../../contract/index.ts';
import type { Archive } from '../archive.ts';
import type { Candidates } from '../candidates/candidates.ts';
import { errors } from '../errors.ts';
import { bonusOf, type Ratings } from '../feedback/ratings.ts';
import { hiddenName, propose } from './propose.ts';
import { type Places, runTask, type TaskRun } from './run-task.ts';
import { flat, gainOf, intervalOf, isOnFrontier, type Measured, scoreOf, verdictOn } from './statistics.ts';

/** Runs that are kept in the archive. */
const mostRuns = 20;

export interface OptimizerParts {
  readonly agent: Pick<AgentService, 'runHidden' | 'runHiddenWithTools' | 'stopHidden'>;
  readonly candidates: Candidates;
  readonly ratings: Pick<Ratings, 'thumbsOf'>;
  readonly archive: Archive;
  readonly places: Places;
  readonly now: () => number;
  readonly changed: () => void;
  readonly promoted: () => void;
}

type Why = NonNullable<Optimizer['why']>;
const idle: Optimizer = { phase: 'idle', done: 0, of: 0, cost: 0, attempts: [] };

/** Proposes candidates, runs each beside the active one on the same tasks, and promotes it only with evidence. */
export class OptimizerRuns {
  readonly #parts: OptimizerParts;
  #state = idle;
  /** Of the run that goes on. */
  #ending: PromiseWithResolvers<Why> | undefined;

  constructor(parts: OptimizerParts) {
    this.#parts = parts;
  }

  get state(): Optimizer {
    return this.#state;
  }

  start(order: Order): void {
    if (this.#ending !== undefined) throw errors['harness/optimizer-runs']({});
    const ending = Promise.withResolvers<Why>();
    this.#ending = ending;
    const { before } = this.#state;
    this.#set({ ...idle, phase: 'proposing', ...(before !== undefined && { before }) });
    const clock = setTimeout(() => ending.resolve('minutes'), order.minutes * 60_000);
    void this.#run(order, ending.promise).then(state => {
      clearTimeout(clock);
      this.#ending = undefined;
      this.#set(state);
    });
  }

  /** A task that runs is stopped, too, and counts for nothing. */
  stop(): void {
    this.#ending?.resolve('person');
  }

  async undo(): Promise<void> {
    const { before, ...state } = this.#state;
    if (before === undefined) throw errors['harness/nothing-promoted']({});
    await this.#parts.candidates.activate(before);
    this.#set(state);
    this.#parts.promoted();
  }

  /** Returns the state that it ends in; never rejects. */
  async #run(order: Order, ending: Promise<Why>): Promise<Optimizer> {
    const run = `${new Date(this.#parts.now()).toISOString().replaceAll(/[:.]/g, '-').toLowerCase()}-${randomUUID().slice(0, 8)}`;
    let isOver = false;
    void ending.then(() => {
      isOver = true;
      // What runs now would go on spending.
      void this.#parts.agent.stopHidden(hiddenName).catch(() => undefined);
    });
    const work = this.#rounds(order, run, () => isOver);
    // What is left of it after the end is heard, and says nothing more.
    work.catch(() => undefined);
    const state = await Promise.race([work, ending]).then(
      (why): Optimizer => ({ ...this.#state, phase: why === 'person' ? 'stopped' : 'done', why }),
      (error: unknown): Optimizer => {
        const failure = (isAppError(error) ? error.message : String(error)).slice(0, 1000);
        return { ...this.#state, phase: 'failed', why: 'failure', failure };
      },
    );
    await this.#archive(run, order, state).catch(() => undefined);
    return state;
  }

  async #rounds(order: Order, run: string, isOver: () => boolean): Promise<Why> {
    const { agent, candidates, now } = this.#parts;
    for (let round = 0; round < order.rounds; round += 1) {
      const base = await candidates.active();
      if (isOver()) return 'person';
      this.#set({ ...this.#state, phase: 'proposing' });
      const { proposal, cost } = await propose(agent, order, base, this.#state.attempts, now());
      if (isOver()) return 'person';
      this.#spent(cost);
      const runs = await this.#evaluate(order, proposal, base, isOver);
      if (runs === undefined) return 'money';
      const attempt = this.#judged(proposal, base, runs.own, runs.base);
      await this.#keep(run, proposal, attempt, runs.own);
      if (isOver()) return 'person';
      if (attempt.verdict === 'promoted') await this.#promote(proposal, base);
      this.#set({ ...this.#state, attempts: [...this.#state.attempts, attempt] });
    }
    return 'rounds';
  }

  /** Both candidates on each task, in turns, so that a slow hour counts for both; undefined if there is no money left. */
  async #evaluate({ tasks, repeats, model, money }: Order, own: Candidate, base: Candidate, isOver: () => boolean) {
    const runs = { own: [] as TaskRun[], base: [] as TaskRun[] };
    this.#set({ ...this.#state, phase: 'evaluating', done: 0, of: tasks.length * repeats * 2 });
    const one = async (task: Task, candidate: Candidate): Promise<TaskRun> => {
      const left = Math.max(0.01, money - this.#state.cost);
      const run = await runTask(this.#parts, task, candidate, { name: hiddenName, model, money: left, isOver });
      if (isOver()) return run;
      this.#spent(run.cost);
      this.#set({ ...this.#state, done: this.#state.done + 1 });
      return run;
    };
    for (let repeat = 0; repeat < repeats; repeat += 1)
      for (const task of tasks) {
        if (isOver()) return runs;
        // A model without a known price costs nothing that could run out.
        if (this.#state.cost > money) return undefined;
        runs.base.push(await one(task, base));
        // Nothing begins after the end, not even the other half of a pair.
        if (isOver()) return runs;
        runs.own.push(await one(task, own));
      }
    return runs;
  }

  #judged(proposal: Candidate, base: Candidate, own: readonly Measured[], others: readonly Measured[]): Attempt {
    const { ratings } = this.#parts;
    const bonus = bonusOf(ratings.thumbsOf(proposal.id)) - bonusOf(ratings.thumbsOf(base.id));
    const pairs = Math.min(own.length, others.length);
    const gain = intervalOf(own.slice(0, pairs).map((run, index) => gainOf(run, others[index] ?? run, base.scoring) + bonus));
    const [ownScore, baseScore] = [scoreOf(own), scoreOf(others)];
    const all = [baseScore, ...this.#state.attempts.map(attempt => attempt.own)].map(flat);
    return {
      ...{ candidate: proposal.id, title: proposal.title, pairs, own: ownScore, base: baseScore, gain },
      verdict: verdictOn(pairs, gain, ownScore.quality, baseScore.quality),
      isOnFrontier: isOnFrontier(flat(ownScore), all),
    };
  }

  async #promote(proposal: Candidate, base: Candidate): Promise<void> {
    const { candidates, promoted } = this.#parts;
    await candidates.save(proposal);
    await candidates.activate(proposal.id);
    this.#set({ ...this.#state, before: base.id });
    promoted();
  }

  async #keep(run: string, { id, ...candidate }: Candidate, attempt: Attempt, runs: readonly TaskRun[]): Promise<void> {
    const { archive } = this.#parts;
    const place = ['runs', run, 'candidates', id] as const;
    await archive.writeJson({ id, ...candidate }, ...place, 'candidate.json');
    await archive.writeText(runs[0]?.prompt ?? '', ...place, 'prompt.txt');
    await archive.writeJson(attempt, ...place, 'score.json');
    const lines = runs.flatMap(({ trace }) => trace.map(line => JSON.stringify(line).slice(0, 20_000)));
    await archive.writeText(`${lines.slice(0, 2000).join('\n')}\n`, ...place, 'trace.jsonl');
  }

  /** What was done, and no more runs than are kept. */
  async #archive(run: string, { model, repeats, tasks }: Order, state: Optimizer): Promise<void> {
    const { archive } = this.#parts;
    await archive.writeJson({ model, repeats, tasks: tasks.map(({ id }) => id), ...state }, 'runs', run, 'run.json');
    for (const old of (await archive.folders('runs')).slice(0, -mostRuns)) await archive.remove('runs', old);
  }

  #spent(cost: number): void {
    this.#set({ ...this.#state, cost: this.#state.cost + cost });
  }

  #set(state: Optimizer): void {
    this.#state = state;
    this.#parts.changed();
  }
}
