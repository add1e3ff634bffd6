import type { AgentEvent, Usage } from '../../contract/index.ts';
import type { EngineEvent } from '../../engine/protocol.ts';
import { agentErrors } from '../errors.ts';
import { isBusy, type Live, plus } from './live.ts';
import type { RuntimesOptions } from './runtimes.ts';
import type { Stage } from './stage.ts';

/** Takes what the engine says happens, keeps what must be kept of it, and tells it on. */
export class Intake {
  readonly #options: RuntimesOptions;
  readonly #stage: Stage;
  readonly #next: (live: Live) => void;
  readonly #stop: (live: Live) => void;

  /** `next` sends what is queued; `stop` ends the turn. */
  constructor(options: RuntimesOptions, stage: Stage, next: (live: Live) => void, stop: (live: Live) => void) {
    this.#options = options;
    this.#stage = stage;
    this.#next = next;
    this.#stop = stop;
  }

  take(events: readonly EngineEvent[]): void {
    for (const event of events) this.#take(this.#stage.of(event.conversation), event);
  }

  /** The engine's process is gone, and every runtime with it. */
  lost(code: string): void {
    for (const live of this.#stage.all) {
      if (!live.isOpen && !isBusy(live)) continue;
      const wasBusy = isBusy(live);
      live.isOpen = false;
      if (!wasBusy) this.#stage.status(live, 'absent');
      else this.#stage.cut(live, agentErrors['agent/engine-ended']({ code }));
    }
  }

  #take(live: Live, event: EngineEvent): void {
    const { kind } = event;
    if (kind === 'settled') return this.#settled(live, event);
    if (kind === 'retry') {
      this.#stage.status(live, 'retrying');
      const { attempt, of, delayMs, message } = event;
      return this.#stage.tell(live, { kind: 'retry', retry: { attempt, of, delayMs }, problem: { code: 'agent/retrying', message } });
    }
    if (kind === 'compaction') {
      if (event.phase === 'started') this.#stage.status(live, 'compacting');
      else if (live.status === 'compacting') this.#stage.status(live, live.ended === undefined ? 'idle' : 'running');
      return this.#stage.tell(live, { kind: 'compaction', phase: event.phase });
    }
    if (kind === 'context') {
      live.context = {
        ...(event.tokens !== undefined && { tokens: event.tokens }),
        ...(event.window !== undefined && { window: event.window }),
      };
      return this.#stage.tell(live, { kind: 'status', status: live.status, context: live.context });
    }
    if (kind === 'messageEnded' && event.entry.usage !== undefined) this.#metered(live, event.entry.usage);
    if (live.status === 'retrying') this.#stage.status(live, 'running');
    const { conversation: _conversation, ...rest } = event;
    this.#stage.tell(live, rest as Partial<AgentEvent> & Pick<AgentEvent, 'kind'>);
  }

  /** Each message is charged when it ends, so that a turn of many does not run far past its budget. */
  #metered(live: Live, usage: Usage): void {
    const { charge, records } = this.#options;
    live.charged = plus(live.charged, usage);
    live.usedUp ??= charge(records.get(live.conversation), usage, 0);
    if (live.usedUp !== undefined) this.#stop(live);
  }

  #settled(live: Live, event: Extract<EngineEvent, { kind: 'settled' }>): void {
    const { records, charge, completed, queue } = this.#options;
    const { conversation } = live;
    const before = records.get(conversation);
    const { usage } = event;
    records.save({ ...before, cut: false, usage: plus(before.usage, usage) });
    // Of what no message said: a compaction, a title.
    const rest = plus(usage, live.charged, -1);
    live.usedUp ??= charge(before, rest, (this.#options.now() - live.began) / 60_000);
    const isUsedUp = live.usedUp !== undefined && event.ended === 'stopped';
    const problem = isUsedUp ? live.usedUp?.toRecord(this.#options.locale()) : event.problem;
    live.problem = problem && { code: problem.code, message: problem.message };
    live.lastUsed = this.#options.now();
    this.#stage.status(live, event.ended === 'failed' ? 'failed' : 'idle');
    const ended = isUsedUp ? 'budget' : event.ended;
    this.#stage.tell(live, { kind: 'turnEnded', ended, usage, ...(live.problem && { problem: live.problem }) });
    this.#stage.turnOver(live);
    if (event.ended !== 'done') {
      queue.hold(conversation, true);
      if (queue.list(conversation).length > 0) this.#stage.tellQueue(live);
      return;
    }
    if (queue.next(conversation) === undefined) completed(conversation, usage);
    else this.#next(live);
  }
}
