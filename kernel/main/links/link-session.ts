import { type AppError, type ErrorRecord, isAppError, type Locale } from '@atelier/kernel';
import type { Link } from '@atelier/kernel/host';
import type { Frame } from '@atelier/schemas/frame.ts';
import { validateFrame } from '@atelier/schemas/frame.validate.js';
import type { Meter } from '../costs/meter.ts';
import { extensionErrors } from '../errors/extension.ts';
import { runtimeErrors } from '../errors/runtime.ts';
import type { KnownExtensions } from '../lifecycle/extension-records.ts';
import type { AppLog } from '../log/log.ts';
import { mayUse } from '../manifest/declared.ts';
import { reasonOf } from '../reason.ts';
import { describeViolations } from '../schema/violations.ts';
import type { Caller, Channels, OpenChannel } from '../tables/channels.ts';
import { Outbox, systemAfter } from './outbox.ts';

/** Invalid frames; a link that sends more of them is broken or hostile, and is closed. */
const maxBadFrames = 100;
/** Calls that may be pending over one link. */
const maxCalls = 10_000;
const maxFramesAMessage = 64;

export interface LinkParts {
  readonly channels: Channels;
  readonly extensions: KnownExtensions;
  readonly meter: Meter;
  readonly log: AppLog;
  /** Resolves once no version of the extension is being replaced. */
  settled(id: string): Promise<void>;
}

/** One connected UI: its calls into channels, and the events it follows. */
export class LinkSession {
  readonly #parts: LinkParts;
  readonly #link: Link;
  readonly #outbox: Outbox;
  readonly #calls = new Map<string, AbortController>();
  readonly #followed = new Map<string, number>();
  #badFrames = 0;
  locale: Locale;

  constructor(parts: LinkParts, link: Link, locale: Locale) {
    this.#parts = parts;
    this.#link = link;
    this.locale = locale;
    this.#outbox = new Outbox(link, { after: systemAfter });
    link.onMessage(message => this.#receive(message));
  }

  /** Forwards an event, if this link follows its channel. */
  event(channel: OpenChannel, name: string, body: unknown): void {
    if (this.#followed.has(channel.id)) this.#outbox.event(`${channel.id}:${name}`, body, channel.file.events[name]);
  }

  /** Follows a channel's events until `unfollow` was called equally often. */
  follow(channel: string): void {
    this.#followed.set(channel, (this.#followed.get(channel) ?? 0) + 1);
  }

  unfollow(channel: string): void {
    const left = (this.#followed.get(channel) ?? 0) - 1;
    if (left > 0) this.#followed.set(channel, left);
    else this.#followed.delete(channel);
  }

  /** Cancels every pending call; nothing is sent any more. */
  end(): void {
    for (const call of this.#calls.values()) call.abort();
    this.#calls.clear();
    this.#outbox.close();
  }

  #receive(message: unknown): void {
    const frames: readonly unknown[] = Array.isArray(message) ? message : [message];
    if (frames.length > maxFramesAMessage) return this.#bad(0, `${frames.length} frames in one message; the most is ${maxFramesAMessage}.`);
    for (const frame of frames) {
      if (validateFrame(frame)) this.#take(frame);
      else this.#bad(idOf(frame), describeViolations(validateFrame.errors, frame)[this.locale]);
    }
  }

  #take(frame: Frame): void {
    if (frame.kind === 'call') void this.#call(frame);
    else if (frame.kind === 'cancel') this.#calls.get(callKey(frame))?.abort();
    else this.#bad(frame.id, `A link may send calls and cancels, but this is an ${frame.kind}.`);
  }

  async #call(frame: Frame): Promise<void> {
    const key = callKey(frame);
    if (this.#calls.has(key) || this.#calls.size >= maxCalls) {
      this.#bad(frame.id, this.#calls.has(key) ? `The id ${frame.id} is in use.` : `${maxCalls} calls are under way.`);
      return;
    }
    const controller = new AbortController();
    this.#calls.set(key, controller);
    try {
      const value = await this.#dispatch(frame, controller.signal);
      this.#answer(frame, { ok: true, value: value ?? null });
    } catch (error) {
      this.#answer(frame, { ok: false, error: this.#recordOf(error, frame.to) });
    } finally {
      this.#calls.delete(key);
    }
  }

  async #dispatch({ to, body, from }: Frame, signal: AbortSignal): Promise<unknown> {
    const colon = to.lastIndexOf(':');
    const channel = to.slice(0, colon);
    const member = to.slice(colon + 1);
    if (from !== undefined) {
      // A view may call while its extension is being replaced; the call waits until that is over.
      await this.#parts.settled(from);
      this.#checkDependency(from, channel);
    }
    // A call to an extension that is being replaced is answered by the version that stays, not by one that is being tried.
    const owner = this.#parts.channels.ownerOf(channel);
    if (owner !== undefined) await this.#parts.settled(owner);
    return await this.#parts.channels.call(channel, member, body ?? {}, signal, this.#callerFor(from));
  }

  #callerFor(from: string | undefined): Caller {
    const session = this;
    return {
      from,
      get locale() {
        return session.locale;
      },
      set locale(locale) {
        session.locale = locale;
      },
      follow: channel => session.follow(channel),
      unfollow: channel => session.unfollow(channel),
    };
  }

  /** A view may call what its extension declared, and nothing else; the shell sets the view's extension. */
  #checkDependency(from: string, channel: string): void {
    const user = this.#parts.extensions.get(from);
    if (!user) throw extensionErrors['extension/unknown']({ id: from });
    const owner = this.#parts.channels.ownerOf(channel);
    if (owner === undefined) throw runtimeErrors['channel/unknown']({ channel });
    if (!mayUse(from, user.found.atelier, owner)) {
      throw extensionErrors['extension/undeclared-dependency']({ id: from, what: `the channel "${channel}"`, owner });
    }
    this.#parts.meter.called(from, true);
  }

  #answer(frame: Frame, body: object): void {
    this.#outbox.answer({ v: 1, id: frame.id, kind: 'answer', to: frame.to, ...(frame.from !== undefined && { from: frame.from }), body });
  }

  #bad(id: number, violations: string): void {
    this.#badFrames += 1;
    const error = runtimeErrors['frame/invalid']({ violations });
    this.#parts.log.for('@atelier/kernel').warn(error.message, { link: this.#link.id });
    if (this.#badFrames > maxBadFrames) this.#link.close(error.in(this.locale));
    else this.#outbox.answer({ v: 1, id, kind: 'answer', to: 'kernel:frame', body: { ok: false, error: error.toRecord(this.locale) } });
  }

  #recordOf(error: unknown, to: string): ErrorRecord {
    const known: AppError = isAppError(error)
      ? error
      : runtimeErrors['channel/failed']({ owner: 'Atelier', to, reason: reasonOf(error) }, error);
    if (known !== error) this.#parts.log.for('@atelier/kernel').error(known.message, { stack: (error as Error).stack });
    return known.toRecord(this.locale);
  }
}

function callKey(frame: Frame): string {
  return `${frame.from ?? ''} ${frame.id}`;
}

function idOf(frame: unknown): number {
  const id = typeof frame === 'object' && frame !== null ? (frame as { id?: unknown }).id : undefined;
  return Number.isSafeInteger(id) && (id as number) >= 0 ? (id as number) : 0;
}
