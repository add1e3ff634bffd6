import type { AgentEvent, AgentService, Entry } from '@atelier/agent/contract';
import type { ConversationsService } from '@atelier/conversations/contract';
import { type AppError, isAppError, visibleText } from '@atelier/kernel';
import type { Policy } from '../../contract/index.ts';
import type { Clock } from '../clock.ts';
import { errors } from '../errors.ts';
import { Lanes, type Next } from '../lanes.ts';
import { ownWords, problemOf, type StoredProblem } from '../problems.ts';
import type { Messages, StoredMessage } from '../store/messages.ts';
import { keyOf, type ThreadPlace, type Threads } from '../store/threads.ts';
import { isMarked, markOf, promptOf, textOf } from './prompt.ts';
import { type Followed, type TurnEnd, Turns } from './turns.ts';

export interface AnsweringParts {
  readonly agent: Pick<AgentService, 'configure' | 'prompt' | 'resume' | 'state' | 'stop' | 'transcript'>;
  readonly conversations: Pick<ConversationsService, 'create' | 'describe' | 'setPrivate'>;
  readonly messages: Messages;
  readonly threads: Threads;
  readonly clock: Clock;
  /** The channel as it is called, what holds for it, and whether it works now; undefined for one that is gone. */
  channel(id: string): { readonly title: string; readonly policy: Policy; readonly isOpen: boolean } | undefined;
  /** Whether somebody may write, and so is answered. */
  isAllowed(channel: string, user: string): boolean;
  changed(place: ThreadPlace): void;
  /** There is something to send. */
  answered(place: ThreadPlace): void;
  notice(error: AppError): void;
  asItself(run: () => void): void;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** So many minutes at the full rate within an hour are taken for a loop. */
const loopMinutes = 6;
/** Fewer in an hour are no loop, however low the limit per minute is. */
const fewestOfLoop = 60;
const mostAtOnce = 4;
const mostTries = 3;
/** The longest that a turn may take. */
const mostMinutes = 20;
/** So long after it was stopped its end is waited for. */
const endMinutes = 2;
const lookedAt = 60;
const busy: ReadonlySet<string> = new Set(['running', 'retrying', 'compacting', 'starting', 'restarting']);
/** Somebody has ended the turn, so it is not begun again by itself. */
const final: ReadonlySet<TurnEnd['ended']> = new Set(['stopped', 'budget']);

/** Gives messages to the agent, in each thread one after the other, and keeps what it answers. */
export class Answering {
  readonly #parts: AnsweringParts;
  readonly #lanes: Lanes;
  readonly #turns = new Turns();
  readonly #begun = new Map<string, number[]>();
  /** When the person was told of a loop in a thread. */
  readonly #told = new Map<string, number>();

  constructor(parts: AnsweringParts) {
    this.#parts = parts;
    const { clock, asItself } = parts;
    this.#lanes = new Lanes({ clock, most: mostAtOnce, asItself, step: place => this.#step(place) });
  }

  wake(place: ThreadPlace): void {
    this.#lanes.wake(place);
  }

  take(event: AgentEvent, place: ThreadPlace): void {
    this.#turns.take(event);
    if (event.kind === 'turnEnded') this.wake(place);
  }

  /** Stops the turn of a thread, if one runs for a message. */
  stop(place: ThreadPlace): void {
    const conversation = this.#parts.threads.conversationOf(place);
    if (conversation !== undefined && this.#turns.has(conversation))
      this.#parts.asItself(() => void this.#parts.agent.stop(conversation).catch(() => undefined));
  }

  end(): void {
    this.#lanes.end();
  }

  async #step(place: ThreadPlace): Promise<Next> {
    const { messages, clock, channel, changed, isAllowed } = this.#parts;
    const message = messages.head('in', place);
    const open = channel(place.channel);
    if (message === undefined || open === undefined || !open.isOpen) return undefined;
    if (message.nextAt > clock.now()) return message.nextAt;
    try {
      if (!message.isForced && !isAllowed(message.channel, message.user)) {
        messages.change(message, { state: 'dropped', endedAt: clock.now() });
        return 'again';
      }
      return await this.#answer(message, open);
    } catch (error) {
      // It may have come as far as being asked, which counts as a try.
      const now = messages.get(message.id);
      if (now.state !== 'dropped') this.#failed({ ...now, tries: message.tries + 1 }, problemOf(error), false);
      return 'again';
    } finally {
      changed(place);
    }
  }

  async #answer(message: StoredMessage, { title, policy }: { readonly title: string; readonly policy: Policy }): Promise<Next> {
    const { agent, conversations, messages, clock } = this.#parts;
    const isNew = message.state === 'waiting';
    if (isNew && this.#isLoop(message, policy)) {
      const loop = errors['channels/loop']({ title });
      this.#failed(message, problemOf(loop), true, this.#isToldOf(message) ? 'told' : loop);
      return 'again';
    }
    const allowedAt = isNew ? this.#allowedAt(message, policy) : 0;
    if (allowedAt > clock.now()) return allowedAt;
    const conversation = await this.#conversation(message, title);
    if (busy.has((await agent.state(conversation)).status)) return clock.now() + minuteMs / 2;
    const closed = { accessMode: 'secure', network: false, unattended: true } as const;
    await agent.configure(conversation, { ...closed, chargedTo: { kind: 'channel', of: message.channel } });
    await conversations.setPrivate(conversation, true);
    if (messages.get(message.id).state === 'dropped') return 'again';
    const found = isNew ? undefined : await this.#found(conversation, message);
    if (found?.answer !== undefined) return this.#answered(message, found.answer);
    const asking = messages.change(message, { state: 'asking', tries: message.tries + 1 });
    if (isNew) this.#note(message);
    this.#parts.changed(message);
    const end = await this.#turn(conversation, asking, title, found !== undefined);
    // Who goes on in it is there to be asked.
    await agent.configure(conversation, { unattended: false }).catch(() => undefined);
    // Its writer was removed, or its conversation deleted, while it was answered.
    if (messages.get(message.id).state === 'dropped') return 'again';
    if (end.ended === 'done') return this.#answered(asking, end.text.trim());
    const { problem } = end;
    const told: StoredProblem =
      problem === undefined
        ? ownWords(end.ended)
        : { code: problem.code, texts: problem.texts ?? { en: problem.message, fr: problem.message } };
    this.#failed(asking, told, final.has(end.ended));
    return 'again';
  }

  async #turn(conversation: string, message: StoredMessage, title: string, isRead: boolean): Promise<TurnEnd> {
    const { agent, clock } = this.#parts;
    const turn = this.#turns.follow(conversation, markOf(message), isRead);
    const stop = clock.after(mostMinutes * minuteMs, () => void agent.stop(conversation).catch(() => undefined));
    const give = clock.after((mostMinutes + endMinutes) * minuteMs, () => turn.give({ ended: 'stopped', problem: undefined, text: '' }));
    try {
      return await Promise.race([this.#begin(conversation, message, title, isRead, turn).then(() => turn.end), turn.end]);
    } finally {
      stop();
      give();
      turn.release();
    }
  }

  async #begin(conversation: string, message: StoredMessage, title: string, isRead: boolean, turn: Followed): Promise<void> {
    if (isRead && (await this.#resumed(conversation))) return turn.begun();
    const { text, images } = promptOf(message, title);
    const told = { images, outside: [{ kind: 'message', name: title }], passedFrom: message.channel } as const;
    const { taken } = await this.#parts.agent.prompt(conversation, text, told);
    if (taken === 'started') turn.begun();
  }

  /** Whether a turn that was cut goes on. One that has failed is begun again with the same message. */
  async #resumed(conversation: string): Promise<boolean> {
    return await this.#parts.agent.resume(conversation).then(
      () => true,
      () => false,
    );
  }

  /** Whether the conversation holds the message, and its answer if the turn came to its end: known only by what is in it. */
  async #found(conversation: string, message: StoredMessage): Promise<{ readonly answer?: string } | undefined> {
    let entries: readonly Entry[] = [];
    let at = -1;
    for (let isMore = true; isMore && at < 0; ) {
      const before = entries[0]?.id;
      const page = await this.#parts.agent.transcript(conversation, { limit: lookedAt, ...(before !== undefined && { before }) });
      entries = [...page.entries, ...entries];
      at = entries.findLastIndex(entry => entry.kind === 'user' && isMarked(textOf(entry), markOf(message)));
      // What is older than the message is not its turn.
      isMore = page.entries.length >= lookedAt && (page.entries[0]?.at ?? 0) >= message.at;
    }
    if (at < 0) return undefined;
    const after = entries.slice(at + 1);
    const next = after.findIndex(({ kind }) => kind === 'user');
    const answer = (next < 0 ? after : after.slice(0, next)).findLast(({ kind }) => kind === 'assistant');
    const isWhole = answer !== undefined && (answer.stopped === 'done' || answer.stopped === 'length');
    return isWhole ? { answer: textOf(answer).trim() } : {};
  }

  async #conversation(message: StoredMessage, title: string): Promise<string> {
    const { conversations, threads, clock } = this.#parts;
    const there = threads.conversationOf(message);
    if (there !== undefined) {
      const isThere = await conversations.describe(there).then(
        () => true,
        (error: unknown) => {
          if (isAppError(error) && error.code === 'conversations/not-found') return false;
          // It may only not be readable now; the message is tried again.
          throw error;
        },
      );
      if (isThere) {
        threads.touch(message, clock.now());
        return there;
      }
      threads.leave(there);
    }
    const first = visibleText(`${message.name}: ${message.text}`, 'name').replaceAll('\n', ' ').slice(0, 60);
    const begun = await conversations.create({ title: first || title, channel: message.channel, accessMode: 'secure' });
    threads.add(message, message.name, begun, clock.now());
    return begun;
  }

  #answered(message: StoredMessage, text: string): Next {
    const { messages, clock, answered } = this.#parts;
    messages.answer(message, text, clock.now());
    answered(message);
    return 'again';
  }

  #failed(message: StoredMessage, problem: StoredProblem, isFinal: boolean, told?: AppError | 'told'): void {
    const { messages, clock, channel, notice } = this.#parts;
    const now = clock.now();
    const tries = Math.max(1, message.tries);
    if (!isFinal && tries < mostTries) {
      const state = message.state === 'asking' ? 'asking' : 'waiting';
      messages.change(message, { state, tries, nextAt: now + tries * minuteMs, problem });
      return;
    }
    messages.change(message, { state: 'failed', tries, endedAt: now, problem });
    const title = channel(message.channel)?.title ?? message.channel;
    if (told !== 'told') notice(told ?? errors['channels/not-answered']({ name: message.name, title, why: problem.texts.en }));
  }

  /** Two programs that answer each other never stop by themselves. */
  #isLoop(message: StoredMessage, { perMinute }: Policy): boolean {
    if (message.isForced) return false;
    const { messages, clock } = this.#parts;
    return messages.answeredSince(message, clock.now() - hourMs) >= Math.max(perMinute * loopMinutes, fewestOfLoop);
  }

  /** Whether the person was told of a loop in this thread within the hour; if not, they are now. */
  #isToldOf({ channel, thread }: ThreadPlace): boolean {
    const key = keyOf(channel, thread);
    const now = this.#parts.clock.now();
    const isTold = now - (this.#told.get(key) ?? 0) < hourMs;
    if (!isTold) this.#told.set(key, now);
    return isTold;
  }

  /** When the next message of a thread may begin a turn. */
  #allowedAt({ channel, thread }: ThreadPlace, { perMinute }: Policy): number {
    const begun = this.#recent(channel, thread);
    return begun.length < perMinute ? 0 : (begun.at(-perMinute) ?? 0) + minuteMs;
  }

  #note({ channel, thread }: ThreadPlace): void {
    this.#begun.set(`${channel}\n${thread}`, [...this.#recent(channel, thread), this.#parts.clock.now()]);
  }

  #recent(channel: string, thread: string): number[] {
    const now = this.#parts.clock.now();
    return (this.#begun.get(`${channel}\n${thread}`) ?? []).filter(at => now - at < minuteMs && at <= now);
  }
}
