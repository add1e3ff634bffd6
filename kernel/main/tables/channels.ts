import { type AppError, type ChannelShape, type Handle, type Handlers, isAppError, type Locale } from '@atelier/kernel';
import type { ChannelFile } from '@atelier/schemas/channel.ts';
import { extensionErrors } from '../errors/extension.ts';
import { runtimeErrors } from '../errors/runtime.ts';
import { reasonOf } from '../reason.ts';
import { type ChannelValidators, inBothLanguages, type Validator, type Violation } from '../schema/violations.ts';
import { Deadlines } from './deadlines.ts';

/** What an event's line in the channel file says about sending it. */
export type EventPolicy = Omit<ChannelFile['events'][string], 'payload' | 'description'>;

/** A channel with everything that is known about it: its file is read and its validators are loaded at first use. */
export interface OpenChannel {
  readonly id: string;
  readonly owner: string;
  readonly file: ChannelFile;
  readonly validators: ChannelValidators;
}

/** Reads a channel's file and its validators. */
export type LoadChannel = () => Promise<Pick<OpenChannel, 'file' | 'validators'>>;

interface Declared {
  readonly owner: string;
  readonly load: LoadChannel;
  open: Promise<OpenChannel> | undefined;
}

/** Who calls over a link, as only the kernel's own channel needs to know. */
export interface Caller {
  locale: Locale;
  /** The extension whose view it is; undefined for the shell itself. */
  readonly from: string | undefined;
  follow(channel: string): void;
  unfollow(channel: string): void;
}

type Handler = (params: unknown, signal: AbortSignal, caller: Caller | undefined) => Promise<unknown>;
type Serving = Readonly<Record<string, Handler>>;
type EventListener = (channel: OpenChannel, name: string, body: unknown) => void;

/** Who is told what around a call. */
export interface ChannelSurroundings {
  /** Wakes the owner, so that it can serve; throws why it cannot. */
  wake(owner: string, what: string): Promise<void>;
  counted(owner: string, failed: boolean, ms: number): void;
  /** Whether an extension came with the app. */
  isOurs(id: string): boolean;
  /** Results and events are checked too; on in development and tests. */
  readonly checkOutgoing: boolean;
}

const defaultTimeoutMs = 30_000;

/** All channels: who declared them, who serves them, and the way of a call into one. */
export class Channels {
  readonly #declared = new Map<string, Declared>();
  readonly #serving = new Map<string, Serving>();
  readonly #listeners = new Set<EventListener>();
  readonly #opened = new Map<string, OpenChannel>();
  readonly #deadlines = new Deadlines();
  readonly #around: ChannelSurroundings;

  constructor(around: ChannelSurroundings) {
    this.#around = around;
  }

  /** Makes a channel known; the owner of one that is known already keeps it, and its id is returned. */
  declare(id: string, owner: string, load: LoadChannel): string | undefined {
    const there = this.#declared.get(id);
    if (there) return there.owner;
    this.#declared.set(id, { owner, load, open: undefined });
    return undefined;
  }

  /** Forgets every channel of one owner. */
  undeclare(owner: string): void {
    for (const [id, declared] of this.#declared) {
      if (declared.owner !== owner) continue;
      this.#declared.delete(id);
      this.#opened.delete(id);
    }
  }

  ownerOf(id: string): string | undefined {
    return this.#declared.get(id)?.owner;
  }

  serve<S extends ChannelShape>(id: string, handlers: Handlers<S> | Serving): Handle {
    if (this.#serving.has(id)) throw runtimeErrors['channel/served-twice']({ owner: this.ownerOf(id) ?? '', channel: id });
    this.#serving.set(id, handlers as Serving);
    return { dispose: () => void this.#serving.delete(id) };
  }

  close(): void {
    this.#deadlines.close();
  }

  /** Sends an event to whoever listens; the order of emits is the order of arrival. */
  emit(channel: OpenChannel, name: string, body: unknown): void {
    const validate = channel.validators.events[name];
    if (!validate) throw this.#unknownMember(channel, 'event', name);
    if (this.#around.checkOutgoing) this.#checkResult(channel, `${channel.id}:${name}`, validate, body);
    for (const listener of [...this.#listeners]) listener(channel, name, body);
  }

  onEvent(listener: EventListener): Handle {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  /** The channel's file and validators; throws for a name nobody declared. */
  async open(id: string): Promise<OpenChannel> {
    const declared = this.#declared.get(id);
    if (!declared) throw runtimeErrors['channel/unknown']({ channel: id });
    declared.open ??= declared.load().then(loaded => ({ id, owner: declared.owner, ...loaded }));
    try {
      const channel = await declared.open;
      this.#opened.set(id, channel);
      return channel;
    } catch (error) {
      declared.open = undefined;
      throw error;
    }
  }

  /** One call, from checking its params to checking its result. Rejects with an AppError and nothing else. */
  async call(id: string, member: string, params: unknown, signal: AbortSignal | undefined, caller: Caller | undefined): Promise<unknown> {
    const channel = this.#opened.get(id) ?? (await this.open(id));
    // The validators first: their record has no prototype, so a name off the wire finds what is declared or nothing.
    const validators = channel.validators.calls[member];
    const declaredCall = validators && channel.file.calls[member];
    if (!declaredCall) throw this.#unknownMember(channel, 'call', member);
    const to = `${id}:${member}`;
    const from = caller?.from;
    if ((channel.file.ours || declaredCall.ours) && from !== undefined && !this.#around.isOurs(from))
      throw extensionErrors['extension/not-allowed']({ id: from, verb: `call ${to}` });
    const wrong = validators.params(params);
    if (wrong.length > 0) throw runtimeErrors['channel/invalid-params']({ to, violations: inBothLanguages(wrong) });
    if (!this.#serving.has(id)) await this.#around.wake(channel.owner, to);
    const handler = this.#serving.get(id)?.[member];
    if (!handler) throw runtimeErrors['channel/not-served']({ owner: channel.owner, channel: id });
    let failed = true;
    const began = performance.now();
    try {
      const result = await inTime(this.#deadlines, handler, params, signal, caller, declaredCall.timeoutMs ?? defaultTimeoutMs, seconds =>
        runtimeErrors['channel/timeout']({ owner: channel.owner, to, seconds }),
      );
      if (this.#around.checkOutgoing) this.#checkResult(channel, to, validators.result, result);
      failed = false;
      return result;
    } catch (error) {
      if (signal?.aborted) throw runtimeErrors['channel/cancelled']({ to });
      if (isAppError(error)) throw error;
      throw runtimeErrors['channel/failed']({ owner: channel.owner, to, reason: reasonOf(error) }, error);
    } finally {
      this.#around.counted(channel.owner, failed, performance.now() - began);
    }
  }

  #checkResult(channel: OpenChannel, to: string, validate: Validator, value: unknown): void {
    const wrong: readonly Violation[] = validate(value);
    if (wrong.length > 0) throw runtimeErrors['channel/invalid-result']({ owner: channel.owner, to, violations: inBothLanguages(wrong) });
  }

  #unknownMember(channel: OpenChannel, kind: 'call' | 'event', member: string): AppError {
    const known = Object.keys(kind === 'call' ? channel.file.calls : channel.file.events);
    return runtimeErrors['channel/unknown-member']({ channel: channel.id, kind, member, known, owner: channel.owner });
  }
}

/** For handlers that do not ask for a signal: making one costs more than many a call. */
const neverAborted = new AbortController().signal;

/** Runs a handler under the caller's signal and a limit; what the handler does after that is its own affair. */
function inTime(
  deadlines: Deadlines,
  handler: Handler,
  params: unknown,
  signal: AbortSignal | undefined,
  caller: Caller | undefined,
  limitMs: number,
  late: (seconds: number) => AppError,
): Promise<unknown> {
  const own = handler.length > 1 ? new AbortController() : undefined;
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      own?.abort();
      reject(new Error('cancelled'));
    };
    if (signal?.aborted) return giveUp();
    const tooLate = (): void => {
      own?.abort();
      reject(late(limitMs / 1000));
    };
    const deadline = limitMs > 0 ? deadlines.add(limitMs, tooLate) : undefined;
    signal?.addEventListener('abort', giveUp, { once: true });
    const settled = (): void => {
      if (deadline) deadlines.remove(deadline);
      signal?.removeEventListener('abort', giveUp);
    };
    const failed = (error: unknown): void => {
      settled();
      reject(error as Error);
    };
    try {
      handler(params, own?.signal ?? neverAborted, caller).then(value => {
        settled();
        resolve(value);
      }, failed);
    } catch (error) {
      failed(error);
    }
  });
}
