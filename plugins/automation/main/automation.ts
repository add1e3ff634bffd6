import { AsyncLocalStorage } from 'node:async_hooks';
import type { AgentEvent, Usage } from '@atelier/agent/contract';
import type { AppError, Database, Log } from '@atelier/kernel';
import type { Ran } from '../contract/index.ts';
import type { SystemScheduler } from './closed/system-scheduler.ts';
import { mostTimes, WhileClosed } from './closed/while-closed.ts';
import { errors } from './errors.ts';
import { Events } from './events/events.ts';
import { backOff, backOffMs } from './failing.ts';
import { problemOf } from './problems.ts';
import { Removing, type SeenRule } from './removing.ts';
import { type Acting, act } from './runs/act.ts';
import { freshOf } from './runs/fresh.ts';
import { nothingGiven } from './runs/instruct.ts';
import { Messages } from './runs/messages.ts';
import { Posts, type PostsParts } from './runs/posts.ts';
import { type Run, Runner } from './runs/runner.ts';
import { Turns } from './runs/turns.ts';
import { Scheduler } from './scheduler.ts';
import type { SharedParts } from './shared.ts';
import { type Outcome, onceOnly, openReceipts, type Receipts } from './store/receipts.ts';
import { type RuleChange, Rules } from './store/rules.ts';
import { openFolders, openSwitch } from './store/settings.ts';
import { openTranscripts } from './store/transcripts.ts';
import { openStoredWebhooks } from './store/webhooks.ts';
import type { Clock } from './time/clock.ts';
import { Unwritten } from './unwritten.ts';
import { Webhooks } from './webhook/webhooks.ts';

export interface AutomationParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly acting: Omit<Acting, 'turns' | 'inConversation' | 'asking' | 'beginning' | 'said' | 'now' | 'folders'>;
  readonly channels: PostsParts['channels'];
  /** The scheduler of the system, and what it starts; undefined where it should start nothing. */
  readonly system: SystemScheduler | undefined;
  /** The time zone of the machine, now. */
  zone(): string;
  commandLine(): Promise<readonly string[] | undefined>;
  rulesChanged(): void;
  receiptsChanged(rule: string): void;
  /** A run has ended. */
  ran(ran: Ran): void;
  /** A rule was switched off because it fails, or cannot be heard. */
  notice(error: AppError): void;
}

/** A start for what is due looks so often whether all of it is done. */
const restMs = 500;
/** So long it waits for a result to be where it goes, once nothing runs: a channel may be gone. */
const deliveringMs = 5 * 60_000;
/** So much earlier than something is due the system may start Atelier. */
const soonMs = 60_000;
/** So long nothing begins before what an ended process was given is taken back. */
const takeBackMs = 10_000;

/** Rules, their receipts, what sets them off, and their runs. */
export class Automation {
  readonly rules: Rules;
  readonly receipts: Receipts;
  readonly transcripts: ReturnType<typeof openTranscripts>;
  readonly pause: ReturnType<typeof openSwitch>;
  readonly folders: ReturnType<typeof openFolders>;
  readonly runner: Runner;
  readonly scheduler: Scheduler;
  readonly events: Events;
  readonly webhooks: Webhooks;
  readonly messages: Messages;
  readonly posts: Posts;
  readonly closed: WhileClosed;
  readonly #parts: AutomationParts;
  readonly #turns = new Turns(async conversation => await this.#parts.acting.agent.rootOf(conversation));
  readonly #unwritten: Unwritten;
  readonly #removing: Removing;
  /** Conversations that rules began; they set off none. */
  readonly #own: Set<string>;
  #beginning: Promise<unknown> = Promise.resolve();
  #isEnded = false;

  constructor(parts: AutomationParts) {
    this.#parts = parts;
    const { db, clock, log } = parts;
    this.rules = new Rules(db);
    this.receipts = openReceipts(db, conversation => this.#turns.isAsking(conversation));
    this.transcripts = openTranscripts(db);
    this.pause = openSwitch(db, 'paused');
    this.folders = openFolders(db);
    this.#own = new Set(this.receipts.ownConversations());
    this.#unwritten = new Unwritten({ db, clock, log, rules: this.rules, notice: error => parts.notice(error) });
    const acting = this.#acting();
    this.runner = new Runner({
      now: () => clock.now(),
      fresh: run => freshOf(run, this.rules.find(run.rule.id)),
      started: ({ receipt, rule }) => this.#noted(rule.id, () => this.receipts.started(receipt, clock.now())),
      act: (run, signal) => act(acting, run, signal),
      ended: (run, outcome) => this.#ended(run, outcome),
      dropped: (run, reason) => this.#endsAs(run, { status: 'skipped', reason }),
    });
    const shared: SharedParts = {
      ...{ db, clock, log, rules: this.rules, receipts: this.receipts, runner: this.runner },
      isPaused: () => this.pause.get(),
      notice: error => parts.notice(error),
      turnOff: (rule, error) => this.#turnOff(rule, error),
      unwritten: occasion =>
        this.#unwritten.add({
          ...{ rule: occasion.rule, title: occasion.title },
          write: () => this.receipts.skip(occasion, 'missed', clock.now()),
          written: () => this.#parts.receiptsChanged(occasion.rule),
        }),
      changed: rule => {
        this.closed.update();
        this.#parts.receiptsChanged(rule);
      },
    };
    this.scheduler = new Scheduler(shared);
    this.events = new Events(shared);
    const stored = openStoredWebhooks(db);
    const { notice, acting: at } = parts;
    const asItself = AsyncLocalStorage.snapshot();
    const delivering = {
      ...{ receipts: this.receipts, clock, asItself, changed: shared.changed, failed: notice },
      warn: (error: unknown) => log.warn(String(error)),
    };
    this.messages = new Messages({ ...delivering, agent: at.agent, conversations: at.conversations });
    this.posts = new Posts({ ...delivering, channels: parts.channels, notify: at.notify });
    this.closed = new WhileClosed({
      ...{ setting: openSwitch(db, 'whileClosed'), system: parts.system, log, notice, now: () => clock.now() },
      zone: () => parts.zone(),
      command: () => parts.commandLine(),
      times: () => (this.pause.get() ? [] : this.scheduler.nextTimes(mostTimes)),
    });
    this.webhooks = new Webhooks({ ...{ rules: this.rules, stored, events: this.events, clock, notice }, language: () => at.language() });
    this.#removing = new Removing({ db, rules: this.rules, transcripts: this.transcripts, webhooks: this.webhooks });
  }

  /** Says of what ran when Atelier ended that it was cut off, and begins what is due. Nothing is run twice. */
  start(): void {
    const left = this.receipts.leftRunning();
    const own = left.flatMap(({ conversation }) => (conversation !== undefined && this.#own.has(conversation) ? [conversation] : []));
    if (own.length === 0) return this.#goOn(left);
    // As long as it is not taken back, the receipt says so: another start takes it back if this one does not come to that.
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const unwait = this.#parts.clock.after(takeBackMs, resolve);
    const taken = own.map(conversation =>
      this.#parts.acting.agent.setAccess(conversation, nothingGiven).catch(error => this.#parts.log.warn(String(error))),
    );
    void Promise.race([Promise.all(taken), late]).then(() => {
      unwait();
      if (!this.#isEnded) this.#goOn(left);
    });
  }

  #goOn(left: ReturnType<Receipts['leftRunning']>): void {
    const { clock, acting } = this.#parts;
    for (const { id, rule, cause, began, conversation } of left) {
      const problem = problemOf(errors['automation/interrupted']({}));
      this.receipts.end(
        id,
        clock.now(),
        began ? { status: 'failed', reason: 'interrupted', problem } : { status: 'skipped', reason: 'missed' },
      );
      if (began) this.#failed(rule, cause !== 'person');
      if (conversation === undefined) continue;
      acting.agent.configure(conversation, { unattended: false }).catch(() => undefined);
    }
    this.scheduler.tick();
    void this.webhooks.update();
    void this.messages.leave();
    void this.posts.send();
    this.closed.update();
  }

  /** The machine has slept, or its clock or its zone was set. */
  woke(): void {
    this.scheduler.nudge();
    this.closed.update();
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    this.scheduler.end();
    this.events.end();
    this.runner.close();
    this.#unwritten.end();
    await this.webhooks.end();
  }

  /** Rules were added, changed, switched or removed. */
  changed(): void {
    this.events.rulesChanged();
    void this.webhooks.update();
    this.scheduler.tick();
    this.closed.update();
    this.#parts.rulesChanged();
  }

  /** Pauses all rules, or lets them go on. What was due until now is told by how it was; what only waits for its turn does not begin. */
  setPaused(isPaused: boolean): void {
    this.scheduler.nudge();
    this.pause.set(isPaused);
    if (isPaused) this.runner.pause();
    this.changed();
  }

  /** Removes a rule, ends its run, and removes what was said and called in the earlier ones. Its receipts stay. What the person removes can be brought back. */
  remove(id: string, isUndoable = true): void {
    const rule = this.rules.get(id);
    this.runner.stop(id);
    this.#removing.remove(rule, isUndoable);
    this.changed();
    this.#parts.receiptsChanged(id);
  }

  /** Brings a rule back that was removed just before, with its receipts: what was due meanwhile is told by how it was. */
  restore(id: string): void {
    this.#removing.restore(id);
    this.changed();
    this.#parts.receiptsChanged(id);
  }

  /** Removes what an extension has proposed and the person has not taken; returns how many that were. */
  dismiss(by: string, seen?: readonly SeenRule[]): number {
    const count = this.#removing.dismiss(by, seen);
    if (count > 0) this.changed();
    return count;
  }

  /** Begins a run because the person asks for it; returns its receipt. */
  runNow(id: string): string {
    const rule = this.rules.usable(id);
    if (rule.proposed) throw errors['automation/proposed']({ title: rule.title, id: rule.by ?? '' });
    if (this.runner.isBusy(id)) throw errors['automation/running']({ title: rule.title });
    const now = this.#parts.clock.now();
    const receipt = this.receipts.begin({ rule: id, title: rule.title, cause: 'person', due: now, occurrence: onceOnly() });
    if (receipt === undefined) throw errors['automation/running']({ title: rule.title });
    this.#parts.receiptsChanged(id);
    this.runner.add({ receipt, rule, event: undefined, isConditional: false });
    return receipt;
  }

  /** Runs what is due, and what will be within a minute; resolves when that has ended and its results are where they go. */
  async runDue(): Promise<void> {
    this.scheduler.nudge();
    let waited = 0;
    while (!this.#isAtRest(waited)) {
      await new Promise<void>(resolve => this.#parts.clock.after(restMs, resolve));
      waited = this.runner.isIdle ? waited + restMs : 0;
    }
    await this.closed.settled();
  }

  #isAtRest(waitedMs: number): boolean {
    if (!this.runner.isIdle || this.scheduler.earliest <= this.#parts.clock.now() + soonMs) return false;
    return waitedMs >= deliveringMs || !(['message', 'channel'] as const).some(kind => this.receipts.waiting(kind));
  }

  takeAgentEvent(event: AgentEvent): void {
    this.#turns.take(event);
    this.messages.take(event);
  }

  /** A hidden conversation has used a model, for a rule or for something else. */
  takeHiddenUse({
    usage,
    chargedTo,
  }: {
    readonly usage: Usage;
    readonly chargedTo?: { readonly kind: string; readonly of: string };
  }): void {
    if (chargedTo?.kind === 'automation') this.#turns.takeHidden(chargedTo.of, usage);
  }

  /** Whether a rule works in a conversation, or began it: what happens there sets off no rule. Waits for one that is just beginning. */
  async isOwn(conversation: string): Promise<boolean> {
    await this.#beginning;
    return this.#own.has(conversation) || this.#turns.has(conversation);
  }

  /** Why the rule that runs in a conversation may not use a tool. */
  denies(conversation: string, tool: string): string | undefined {
    return this.#turns.denies(conversation, tool);
  }

  /** Whether a rule runs in a conversation now. */
  isRunning(conversation: string): boolean {
    return this.#turns.has(conversation);
  }

  isOwnNow(conversation: string): boolean {
    return this.#own.has(conversation) || this.#turns.has(conversation);
  }

  forgetConversation(conversation: string): void {
    if (this.#own.delete(conversation)) this.receipts.forgetConversation(conversation);
  }

  #acting(): Acting {
    const { acting, clock, receiptsChanged } = this.#parts;
    return {
      ...acting,
      turns: this.#turns,
      now: () => clock.now(),
      folders: () => this.folders.all(),
      inConversation: ({ receipt, rule }, conversation, began) => {
        this.receipts.inConversation(receipt, rule.id, conversation, began);
        receiptsChanged(rule.id);
      },
      asking: ({ rule }) => receiptsChanged(rule.id),
      said: ({ receipt, rule }, steps) => this.#noted(rule.id, () => this.transcripts.keep(receipt, rule.id, steps)),
      beginning: async begin => {
        const begun = begin().then(conversation => {
          this.#own.add(conversation);
          return conversation;
        });
        const before = this.#beginning;
        this.#beginning = Promise.allSettled([before, begun]);
        return await begun;
      },
    };
  }

  #ended(run: Run, outcome: Outcome): void {
    this.#endsAs(run, outcome);
    if (outcome.status === 'skipped') return;
    const { receipt, rule } = run;
    const { action } = rule.draft;
    this.#parts.ran({ rule: rule.id, receipt, status: outcome.status, ...(action.kind === 'emit' && { event: action.event }) });
  }

  /** Writes how a run ended, once the disk takes it; only then its result goes where it has to. */
  #endsAs({ receipt, rule, isConditional }: Run, outcome: Outcome): void {
    const { id, title } = rule;
    const now = this.#parts.clock.now();
    const write = () => {
      this.receipts.end(receipt, now, outcome);
      // A person who stops it does not mean that it fails.
      if (outcome.status === 'failed' && outcome.reason !== 'stopped') this.#failed(id, isConditional);
      else if (outcome.status === 'ran' && (this.rules.find(id)?.failures ?? 0) > 0) {
        // It does not fail any more. Why it was switched off stands until the person has answered that.
        this.rules.change(id, { failures: 0, backOffUntil: undefined });
        this.#parts.rulesChanged();
      }
    };
    const written = () => {
      this.#parts.receiptsChanged(id);
      if (outcome.delivery?.status !== 'waiting') return;
      if (outcome.delivery.kind === 'message') void this.messages.leave(outcome.delivery.conversation);
      else void this.posts.changed(receipt);
    };
    this.#unwritten.add({ rule: id, title, write, written });
  }

  /**
   * After some failures in a row a rule waits longer each time; after more it is switched off, and the person is told. A run that the person
   * asked for shows that it fails, and no more.
   */
  #failed(id: string, isByItself = true): void {
    const { clock } = this.#parts;
    const rule = this.rules.find(id);
    if (rule === undefined) return;
    if (!isByItself && rule.failures >= backOff.from) return;
    const [now, failures] = [clock.now(), rule.failures + 1];
    const wait = backOffMs(failures);
    const isOver = failures >= backOff.offAt && rule.on;
    const change: RuleChange = { failures, ...(isByItself && { backOffUntil: wait > 0 ? now + wait : undefined }) };
    if (isOver) return this.#turnOff(id, errors['automation/switched-off']({ title: rule.title, count: failures }), change);
    this.rules.change(id, change);
    this.#parts.rulesChanged();
  }

  /** Switches a rule off because of what comes of it, and tells the person. */
  #turnOff(id: string, error: AppError, change: RuleChange = {}): void {
    const { clock, notice, rulesChanged } = this.#parts;
    this.rules.change(id, { ...change, on: false, offSince: clock.now(), problem: problemOf(error) });
    notice(error);
    this.events.rulesChanged();
    void this.webhooks.update();
    this.closed.update();
    rulesChanged();
  }

  #noted(rule: string, work: () => unknown): void {
    try {
      this.#parts.db.transaction(() => void work());
    } catch (error) {
      this.#parts.log.warn(`A receipt could not be written: ${String((error as Error).message)}`);
    }
    this.#parts.receiptsChanged(rule);
  }
}
