import { type AppError, type ChannelShape, type Handle, type Handlers, isAppError, type Locale, ownerOf } from '@atelier/kernel';
import type { ChannelFile } from '@atelier/schemas/channel.ts';
import type { Called } from '../access/check-access.ts';
import { actFor } from '../access/on-behalf.ts';
import { runtimeErrors } from '../errors/runtime.ts';
import { reasonOf } from '../reason.ts';
import { type ChannelValidators, inBothLanguages, type TakenBy, type Validator, type Violation } from '../schema/violations.ts';
import { Deadlines } from './deadlines.ts';

/** How an event is sent, by its entry in the channel file. */
export type EventPolicy = Omit<ChannelFile['events'][string], 'payload' | 'description'>;

/** A channel whose file is read and whose validators are loaded, at first use. */
export interface OpenChannel {
  readonly id: string;
  readonly owner: string;
  readonly file: ChannelFile;
  readonly validators: ChannelValidators;
}

/** Reads a channel's file and its validators. */
export type LoadChannel = () => Promise<Pick<OpenChannel, 'file' | 'validators'>>;

interface Declared {
  readonly id: string;
  readonly owner: string;
  readonly load: LoadChannel;
  open: Promise<OpenChannel> | undefined;
}

/** The caller over a link; only the kernel's own channel needs it. */
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

/** The callbacks for a call. */
export interface ChannelsParts {
  /** Wakes the owner, so that it can serve; throws the reason if it cannot. */
  wake(owner: string, what: string): Promise<void>;
  counted(owner: string, failed: boolean, ms: number): void;
  /** Throws if an extension's view may not make this call. */
  checkAccess(from: string, called: Called): void;
  isInstalled(id: string): boolean;
  /** Results and events are checked too; on in development and tests. */
  readonly checkOutgoing: boolean;
}

const defaultTimeoutMs = 30_000;

const opened = async ({ id, owner, load }: Declared): Promise<OpenChannel> => ({ id, owner, ...(await load()) });

/** All channels: their owners, their handlers, and the calls into them. */
export class Channels {
  readonly #declared = new Map<string, Declared>();
  readonly #serving = new Map<string, Serving>();
  readonly #listeners = new Set<EventListener>();
  readonly #opened = new Map<string, OpenChannel>();
  readonly #deadlines = new Deadlines();
  readonly #parts: ChannelsParts;

  constructor(parts: ChannelsParts) {
    this.#parts = parts;
  }

  /** Declares a channel; if it is declared already, the first owner keeps it and its id is returned. */
  declare(id: string, owner: string, load: LoadChannel): string | undefined {
    const there = this.#declared.get(id);
    if (there) return there.owner;
    this.#declared.set(id, { id, owner, load, open: undefined });
    return undefined;
  }

  /** Removes every channel of one owner. */
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

  /** Sends an event to all listeners; events arrive in the order in which they were emitted. */
  emit(channel: OpenChannel, name: string, body: unknown): void {
    const validate = channel.validators.events[name];
    if (!validate) throw this.#unknownMember(channel, 'event', name);
    if (this.#parts.checkOutgoing) this.#checkResult(channel, `${channel.id}:${name}`, validate, body);
    for (const listener of [...this.#listeners]) listener(channel, name, body);
  }

  onEvent(listener: EventListener): Handle {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  /** The channel's file and validators; throws for an undeclared name. */
  async open(id: string): Promise<OpenChannel> {
    const declared = this.#declared.get(id);
    if (!declared) throw runtimeErrors['channel/unknown']({ channel: id });
    declared.open ??= opened(declared);
    try {
      const channel = await declared.open;
      this.#opened.set(id, channel);
      return channel;
    } catch (error) {
      declared.open = undefined;
      throw error;
    }
  }

  /** Reads, once, what the methods of a service take: from the channel file of its owner that names it; undefined if none does. */
  formOf(key: string): () => Promise<TakenBy | undefined> {
    // The files that are declared when it is provided: it may be called for the last time after they are withdrawn.
    const own = [...this.#declared.values()].filter(({ owner }) => owner === ownerOf(key));
    let form: Promise<TakenBy | undefined> | undefined;
    const read = async (): Promise<TakenBy | undefined> => {
      const files = await Promise.allSettled(own.map(declared => (declared.open ??= opened(declared))));
      const named = files.find(file => file.status === 'fulfilled' && `${file.value.owner}:${file.value.file.service?.name}` === key);
      if (named?.status === 'fulfilled') return named.value.validators.service;
      if (files.every(({ status }) => status === 'fulfilled')) return undefined;
      // A file that cannot be read may be the one that names it: until it can, no method may be called.
      form = undefined;
      return {};
    };
    return () => (form ??= read());
  }

  /** Makes one call, from checking its params to checking its result. Rejects with AppErrors only. */
  async call(id: string, member: string, params: unknown, signal: AbortSignal | undefined, caller: Caller | undefined): Promise<unknown> {
    const channel = this.#opened.get(id) ?? (await this.open(id));
    // The validators first: their record has no prototype, so a name from the wire finds only declared calls.
    const validators = channel.validators.calls[member];
    const declaredCall = validators && channel.file.calls[member];
    if (!declaredCall) throw this.#unknownMember(channel, 'call', member);
    const to = `${id}:${member}`;
    const from = caller?.from;
    const access = declaredCall.access ?? channel.file.access;
    const checkCaller = (): void => {
      if (from !== undefined) this.#parts.checkAccess(from, { owner: channel.owner, name: to, access, params });
    };
    checkCaller();
    const wrong = validators.params(params);
    if (wrong.length > 0) throw runtimeErrors['channel/invalid-params']({ to, violations: inBothLanguages(wrong) });
    if (!this.#serving.has(id)) {
      await this.#parts.wake(channel.owner, to);
      // The person may have withdrawn a right meanwhile.
      checkCaller();
    }
    const handler = this.#serving.get(id)?.[member];
    if (!handler) throw runtimeErrors['channel/not-served']({ owner: channel.owner, channel: id });
    let failed = true;
    const began = performance.now();
    try {
      const run = (): Promise<unknown> =>
        inTime(this.#deadlines, handler, params, signal, caller, declaredCall.timeoutMs ?? defaultTimeoutMs, seconds =>
          runtimeErrors['channel/timeout']({ owner: channel.owner, to, seconds }),
        );
      const result = await (from !== undefined && this.#parts.isInstalled(from) ? actFor(from, run) : run());
      if (this.#parts.checkOutgoing) this.#checkResult(channel, to, validators.result, result);
      failed = false;
      return result;
    } catch (error) {
      if (signal?.aborted) throw runtimeErrors['channel/cancelled']({ to });
      if (isAppError(error)) throw error;
      throw runtimeErrors['channel/failed']({ owner: channel.owner, to, reason: reasonOf(error) }, error);
    } finally {
      this.#parts.counted(channel.owner, failed, performance.now() - began);
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

/** Runs a handler under the caller's signal and a time limit; a later result is ignored. */
function inTime(
  deadlines: Deadlines,
  handler: Handler,
  params: unknown,
  signal: AbortSignal | undefined,
  caller: Caller | undefined,
  limitMs: number,
  late: (seconds: number) => AppError,
): Promise<unknown> {
  const own = new AbortController();
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      own.abort();
      reject(new Error('cancelled'));
    };
    if (signal?.aborted) return giveUp();
    const tooLate = (): void => {
      own.abort();
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
      handler(params, own.signal, caller).then(value => {
        settled();
        resolve(value);
      }, failed);
    } catch (error) {
      failed(error);
    }
  });
}
