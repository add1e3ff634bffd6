import type { AppError } from '@atelier/kernel';
import { plainText } from '@atelier/kernel/plain-text';
import type { Outbound, SendAnswer } from '../../contract/index.ts';
import type { Clock } from '../clock.ts';
import { errors } from '../errors.ts';
import { Lanes, type Next } from '../lanes.ts';
import { ownWords, problemOf, type StoredProblem } from '../problems.ts';
import type { Messages, StoredMessage } from '../store/messages.ts';
import type { ThreadPlace } from '../store/threads.ts';

export interface SendingParts {
  readonly messages: Messages;
  readonly clock: Clock;
  /** The channel, and whether it is connected now; undefined for one that is gone. */
  channel(id: string): OpenChannel | undefined;
  /** Has the bridge send it. Rejects if it is not known whether it did. */
  send(channel: string, outbound: Outbound): Promise<unknown>;
  /** Whether somebody may write, and so may be written to. */
  isAllowed(channel: string, user: string): boolean;
  changed(place: ThreadPlace): void;
  /** Something that answers no message has gone on. */
  postChanged(channel: string, key: string): void;
  notice(error: AppError): void;
  asItself(run: () => void): void;
}

interface OpenChannel {
  readonly title: string;
  readonly repeats: boolean;
  /** It shows Markdown. */
  readonly markdown: boolean;
  readonly isConnected: boolean;
}

const mostAtOnce = 8;
const mostTries = 8;
const firstWaitMs = 2000;
const longestWaitMs = 10 * 60_000;
const sendMs = 60_000;

/** Sends what waits, in each thread one after the other. What may have left is not sent again unless its network drops the second one. */
export class Sending {
  readonly #parts: SendingParts;
  readonly #lanes: Lanes;

  constructor(parts: SendingParts) {
    this.#parts = parts;
    const { clock, asItself } = parts;
    this.#lanes = new Lanes({ clock, most: mostAtOnce, asItself, step: place => this.#step(place) });
  }

  wake(place: ThreadPlace): void {
    this.#lanes.wake(place);
  }

  end(): void {
    this.#lanes.end();
  }

  async #step(place: ThreadPlace): Promise<Next> {
    const { messages, clock, channel, changed, isAllowed, postChanged } = this.#parts;
    const message = messages.head('out', place);
    const open = channel(place.channel);
    // Later ones wait behind one that is uncertain.
    if (message === undefined || open === undefined || message.state === 'uncertain') return undefined;
    try {
      // No step is under way here, so it was cut off by the end of Atelier.
      if (message.state === 'sending') return this.#unknown(message, open, ownWords('Atelier ended while it was sent'));
      // Somebody was removed meanwhile: nothing more goes to them, unless the person sends it again.
      if (!message.isForced && !isAllowed(message.channel, message.user)) {
        messages.change(message, { state: 'dropped', endedAt: clock.now() });
        return 'again';
      }
      if (!open.isConnected) return undefined;
      if (message.nextAt > clock.now()) return message.nextAt;
      return await this.#send(message, open);
    } finally {
      changed(place);
      if (message.answers === undefined) postChanged(message.channel, message.key);
    }
  }

  async #send(waiting: StoredMessage, open: OpenChannel): Promise<Next> {
    const { messages, clock, send } = this.#parts;
    const message = messages.change(waiting, { state: 'sending', tries: waiting.tries + 1, problem: undefined });
    this.#parts.changed(message);
    const { channel, thread, user, key, answers } = message;
    // A text of marks alone is sent as it is.
    const text = open.markdown ? message.text : plainText(message.text) || message.text;
    let answer: SendAnswer;
    try {
      answer = Object(
        await within(clock, send(channel, { thread, user, text, key, ...(answers !== undefined && { answers }) })),
      ) as SendAnswer;
    } catch (error) {
      return this.#unknown(message, open, problemOf(error));
    }
    const problem = typeof answer.problem === 'string' ? ownWords(answer.problem) : undefined;
    if (answer.outcome === 'sent') messages.change(message, { state: 'sent', endedAt: clock.now(), problem: undefined });
    else if (answer.outcome === 'not-sent') return this.#later(message, open.title, problem ?? ownWords('the bridge could not send it'));
    else if (answer.outcome === 'refused') this.#failed(message, open.title, problem ?? ownWords('its network refused it'));
    else return this.#unknown(message, open, ownWords('the bridge answered what it may not'));
    return 'again';
  }

  #unknown(message: StoredMessage, { title, repeats }: OpenChannel, problem: StoredProblem): Next {
    if (repeats) return this.#later(message, title, problem);
    const { messages, notice } = this.#parts;
    messages.change(message, { state: 'uncertain', problem });
    notice(errors['channels/uncertain']({ name: message.name, title }));
    return undefined;
  }

  #later(message: StoredMessage, title: string, problem: StoredProblem): Next {
    const { messages, clock } = this.#parts;
    if (message.tries >= mostTries) {
      this.#failed(message, title, problem);
      return 'again';
    }
    const nextAt = clock.now() + Math.min(longestWaitMs, firstWaitMs * 4 ** (Math.max(1, message.tries) - 1));
    messages.change(message, { state: 'waiting', nextAt, problem });
    return nextAt;
  }

  #failed(message: StoredMessage, title: string, problem: StoredProblem): void {
    const { messages, clock, notice } = this.#parts;
    messages.change(message, { state: 'failed', endedAt: clock.now(), problem });
    notice(errors['channels/not-sent']({ name: message.name, title, why: problem.texts.en }));
  }
}

/** A bridge that does not answer may still have sent it. */
async function within(clock: Clock, work: Promise<unknown>): Promise<unknown> {
  const late = Promise.withResolvers<never>();
  const cancel = clock.after(sendMs, () => late.reject(new Error('the bridge did not answer in time')));
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    cancel();
    work.catch(() => undefined);
  }
}
