import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type AppError, isAppError, type Locale } from '@atelier/kernel';
import type { Webhook } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { fieldsOf } from '../events/event.ts';
import type { Events } from '../events/events.ts';
import { problemOf, toldIn } from '../problems.ts';
import { onceOnly } from '../store/receipts.ts';
import type { Rules, StoredRule } from '../store/rules.ts';
import type { StoredWebhooks } from '../store/webhooks.ts';
import type { Clock } from '../time/clock.ts';
import { type Call, Listener, type Reply } from './listener.ts';

export interface WebhooksParts {
  readonly rules: Rules;
  readonly stored: StoredWebhooks;
  readonly events: Pick<Events, 'called'>;
  readonly clock: Clock;
  language(): Promise<Locale>;
  /** Nothing is heard although a rule is on. */
  notice(error: AppError): void;
}

const minuteMs = 60_000;
/** Calls of a rule, and refused ones of all, in a minute; what is more is told to come back. */
const mostCalls = 60;

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const isHook = ({ draft }: StoredRule): boolean => draft?.trigger.kind === 'webhook';

/**
 * Hears calls of rules on this machine, while one that waits for a call is on. The address has the id of the rule, which nobody guesses, and
 * is worth nothing without the secret, of which only a digest is kept.
 */
export class Webhooks {
  readonly #parts: WebhooksParts;
  #listener: Listener | undefined;
  #problem: AppError | undefined;
  #isOver = false;
  /** One change of the listener after the other. */
  #work: Promise<void> = Promise.resolve();
  readonly #counts = new Map<string, number>();
  #minute = 0;
  /** A call is its own occasion: whoever saved a rule, or looked at it, is not who its runs act for. */
  readonly #asItself = AsyncLocalStorage.snapshot();

  constructor(parts: WebhooksParts) {
    this.#parts = parts;
  }

  /** Begins or ends to listen, as the rules are now. */
  update(): Promise<void> {
    this.#work = this.#work.then(() => this.#asItself(() => this.#set()));
    return this.#work;
  }

  end(): Promise<void> {
    this.#isOver = true;
    return this.update();
  }

  async view(rule: StoredRule, locale: Locale): Promise<Webhook> {
    this.#demand(rule);
    await this.update();
    const { stored } = this.#parts;
    const port = this.#listener?.port ?? stored.port();
    const problem = rule.on ? this.#problem : undefined;
    return {
      hasSecret: stored.digest(rule.id) !== undefined,
      ...(port !== undefined && { address: `http://127.0.0.1:${port}/hooks/${rule.id}` }),
      ...(problem && { problem: toldIn(locale, problemOf(problem)) }),
    };
  }

  /** Why nothing is heard, if a rule waits for it. */
  get problem(): AppError | undefined {
    return this.#problem;
  }

  /** A new secret; only its digest stays here. */
  async renew(rule: StoredRule): Promise<string> {
    this.#demand(rule);
    const secret = randomBytes(32).toString('base64url');
    const { stored } = this.#parts;
    stored.setDigest(rule.id, digestOf(secret).toString('hex'));
    await this.update();
    if (this.#problem?.code === 'automation/hook-port') stored.forgetPort();
    return secret;
  }

  forget(rule: string): void {
    this.#parts.stored.remove(rule);
  }

  #demand(rule: StoredRule): void {
    if (!isHook(rule)) throw errors['automation/no-webhook']({ title: rule.title });
  }

  async #set(): Promise<void> {
    const { rules, stored, notice } = this.#parts;
    const isWanted = !this.#isOver && [...rules.all()].some(rule => rule.on && isHook(rule));
    if (!isWanted) this.#problem = undefined;
    if (isWanted === (this.#listener !== undefined)) return;
    if (!isWanted) {
      const listener = this.#listener;
      this.#listener = undefined;
      await listener?.close();
      return;
    }
    const port = stored.port();
    const before = this.#problem?.code;
    try {
      this.#listener = await Listener.open(port ?? 0, call => this.#asItself(() => this.#answer(call)));
      this.#problem = undefined;
      if (port === undefined) stored.setPort(this.#listener.port);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const isTaken = port !== undefined && ['EADDRINUSE', 'EACCES'].includes(code ?? '');
      this.#problem = isTaken ? errors['automation/hook-port']({ port }, error) : errors['automation/hook-closed']({ why: message }, error);
      if (this.#problem.code !== before) notice(this.#problem);
    }
  }

  async #answer(call: Call): Promise<Reply> {
    try {
      return { status: 202, body: { ok: true, ...this.#take(call) } };
    } catch (error) {
      if (!isAppError(error)) throw error;
      const status = statuses.get(error.code) ?? 500;
      const more: Readonly<Record<string, string>> = status === 429 ? { 'Retry-After': '60' } : status === 405 ? { Allow: 'POST' } : {};
      return { status, headers: more, body: { ok: false, error: error.toRecord(await this.#parts.language()) } };
    }
  }

  #take({ method, path, secret, idempotencyKey, isForeign, body }: Call) {
    const { rules, stored, events } = this.#parts;
    if (isForeign) throw this.#refused('automation/hook-refused');
    if (method !== 'POST') throw this.#refused('automation/hook-method');
    const id = /^\/hooks\/([0-9a-f-]{36})$/.exec(path)?.[1] ?? '';
    const rule = rules.find(id);
    if (rule === undefined || !rule.on || !isHook(rule)) throw this.#refused('automation/hook-unknown');
    const digest = stored.digest(id);
    const isRight = timingSafeEqual(digestOf(secret ?? ''), Buffer.from(digest ?? '0'.repeat(64), 'hex'));
    if (secret === undefined || digest === undefined || !isRight) throw this.#refused('automation/hook-secret');
    if (!this.#mayCall(id)) throw errors['automation/hook-too-fast']({});
    if (body === undefined) throw errors['automation/hook-too-long']({});
    const occurrence = idempotencyKey === undefined ? onceOnly() : `call ${digestOf(idempotencyKey).toString('hex')}`;
    return events.called(id, { fields: fieldsOf({ text: body }), sources: [{ kind: 'declared', name: 'webhook' }] }, occurrence);
  }

  /** Whoever tries again and again is not answered more often than that. */
  #refused(code: 'automation/hook-refused' | 'automation/hook-method' | 'automation/hook-unknown' | 'automation/hook-secret'): AppError {
    return this.#mayCall('') ? errors[code]({}) : errors['automation/hook-too-fast']({});
  }

  #mayCall(rule: string): boolean {
    const minute = Math.floor(this.#parts.clock.now() / minuteMs);
    if (minute !== this.#minute) this.#counts.clear();
    this.#minute = minute;
    const count = (this.#counts.get(rule) ?? 0) + 1;
    this.#counts.set(rule, count);
    return count <= mostCalls;
  }
}

const statuses: ReadonlyMap<string, number> = new Map([
  ['automation/hook-refused', 403],
  ['automation/hook-method', 405],
  ['automation/hook-unknown', 404],
  ['automation/hook-secret', 401],
  ['automation/hook-too-long', 413],
  ['automation/hook-too-fast', 429],
]);
