import type { Writable } from 'node:stream';
import { isAppError } from '@atelier/kernel';
import { actForAll, actingFor } from '../access/on-behalf.ts';
import { isolateErrors } from '../errors/isolate.ts';
import { bareReasonOf } from '../reason.ts';
import { trimmed } from './child/service-client.ts';
import { decode, encode, type ToChild } from './child/wire.ts';
import { fromWireError, toWireError } from './child/wire-error.ts';
import type { IsolateLimits } from './isolate-limits.ts';
import { HeldAnswer } from './under-way.ts';

/** Performs a verb for the child; its name comes from the child and may be any text. */
export interface Verbs {
  ask(verb: string, args: readonly unknown[], signal: AbortSignal): unknown;
  tell(verb: string, args: readonly unknown[]): void;
}

/** Events of the connection itself. */
export interface PeerEvents {
  onActive(): void;
  onFailed(error: Error): void;
  /** The main file has no `activate`. */
  onNothingToActivate(): void;
  /** An invalid message, or one that violates the protocol. */
  onBroken(what: string): void;
  onHung(): void;
  onBytes(bytes: number): void;
}

/** The kernel's end of the connection to one isolated extension. Everything from the other end is untrusted. */
export interface Peer {
  /** False once the child cannot answer any more. */
  readonly isOpen: boolean;
  send(frame: ToChild): void;
  receive(line: string): void;
  call(ref: number, name: string, args: readonly unknown[], signal?: AbortSignal): Promise<unknown>;
  /** Checks for calls that wait too long, and for an unresponsive child; call it regularly. */
  check(now: number): void;
  /** Rejects all pending calls; nothing is sent afterwards. */
  close(): void;
}

interface Call {
  readonly what: string;
  /** When its own time began; the time is paused while it waits for the service of another extension. */
  since: number;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

const graceMs = 50;
/** For so many calls it is known whom they were made for, also after they have ended: what they began may go on. */
const mostCourses = 10_000;
const none: readonly string[] = [];

/** Builds the kernel's end over the pipe to the child. */
export function isolatePeer(id: string, pipe: Writable, verbs: Verbs, events: PeerEvents, limits: IsolateLimits): Peer {
  const calls = new Map<number, Call>();
  /** The installed extensions that a call was made for, where it was for any. */
  const courses = new Map<number, readonly string[]>();
  const asked = new Map<number, AbortController>();
  let lastCall = 0;
  let batch = '';
  let closed = false;
  let servicesAsked = 0;
  /** Called once what is in the batch has left this process. */
  let leaving: (() => void)[] = [];
  let handing: Promise<void> = Promise.resolve();
  let pingedAt: number | undefined;

  function send(frame: ToChild): void {
    if (closed) return;
    if (batch === '') process.nextTick(flush);
    batch += `${encode(frame)}\n`;
  }
  function flush(): void {
    const lines = batch;
    const left = leaving;
    batch = '';
    leaving = [];
    const tellLeft = () => {
      for (const tell of left) tell();
    };
    if (closed) return tellLeft();
    pipe.write(lines, tellLeft);
    events.onBytes(lines.length);
    if (pipe.writableLength > limits.unreadBytes) events.onHung();
  }

  /** Large answers leave one after the other, so that the pipe holds at most one of them. */
  function hand(asking: number, { value, release }: HeldAnswer): Promise<void> {
    const handed = handing.then(() => {
      if (closed) return;
      send({ k: 'answer', id: asking, value });
      return new Promise<void>(resolve => leaving.push(resolve));
    });
    handing = handed.catch(() => undefined).finally(release);
    return handed;
  }

  function remember(call: number, askers: readonly string[]): void {
    courses.set(call, askers);
    const [oldest] = courses.keys();
    if (courses.size > mostCourses && oldest !== undefined) courses.delete(oldest);
  }

  async function serve(asking: number, verb: string, args: readonly unknown[], course: unknown): Promise<void> {
    if (asked.has(asking)) return events.onBroken('a question number in use');
    const abort = new AbortController();
    asked.set(asking, abort);
    if (verb === 'service') servicesAsked += 1;
    try {
      if (asked.size > limits.open) throw isolateErrors['extension/too-many']({ id, what: 'questions', limit: limits.open });
      // In the course of a call, the child acts for those that the call was made for; the kernel knows them, the child only names the call.
      const askers = course === undefined ? none : courses.get(course as number);
      if (askers === undefined) throw isolateErrors['extension/too-many']({ id, what: 'calls', limit: mostCourses });
      const value = await actForAll(askers, () => verbs.ask(verb, args, abort.signal));
      if (value instanceof HeldAnswer) await hand(asking, value);
      else send({ k: 'answer', id: asking, value });
    } catch (error) {
      send({ k: 'answer', id: asking, error: toWireError(error) });
    } finally {
      asked.delete(asking);
      if (verb === 'service') servicesAsked -= 1;
    }
  }

  function answered(number: unknown, value: unknown, error: unknown): void {
    const call = calls.get(number as number);
    // An answer to a call that timed out is valid; an answer to a call that was never made violates the protocol.
    if (!call) {
      if (typeof number !== 'number' || number < 1 || number > lastCall) events.onBroken('an answer to no call');
      return;
    }
    calls.delete(number as number);
    if (error === undefined) call.resolve(value);
    else call.reject(itsOwn(fromWireError(error)));
  }

  // Error codes of the kernel about an extension: a child may send them only about itself, or it could blame another.
  const itsOwn = (failure: Error): Error =>
    isAppError(failure) && failure.code.startsWith('extension/') && !failure.message.includes(id) ? new Error(failure.message) : failure;

  function receiveFrame(frame: Record<string, unknown>): void {
    const { k, id: number, verb, args } = frame;
    if (k === 'ask' && isNumber(number) && typeof verb === 'string' && Array.isArray(args)) void serve(number, verb, args, frame.for);
    else if (k === 'tell' && typeof verb === 'string' && Array.isArray(args)) verbs.tell(verb, args);
    else if (k === 'answer') answered(number, frame.value, frame.error);
    else if (k === 'cancel' && isNumber(number)) asked.get(number)?.abort();
    else if (k === 'active') events.onActive();
    else if (k === 'failed') events.onFailed(fromWireError(frame.error));
    else if (k === 'nothing') events.onNothingToActivate();
    else if (k !== 'pong') events.onBroken('an unknown kind of message');
  }

  return {
    get isOpen() {
      return !closed;
    },
    send,
    receive(line) {
      pingedAt = undefined;
      if (isTooDeep(line)) return events.onBroken(`a value nested more than ${deepest} levels deep`);
      let frame: unknown;
      try {
        frame = decode(line);
      } catch {
        return events.onBroken('a line that is no JSON');
      }
      if (typeof frame !== 'object' || frame === null) return events.onBroken('a line that is no message');
      try {
        receiveFrame(frame as Record<string, unknown>);
      } catch (error) {
        events.onBroken(bareReasonOf(error));
      }
    },
    call(ref, name, args, signal) {
      if (closed) return Promise.reject(isolateErrors['extension/gone']({ id, what: name }));
      const number = ++lastCall;
      return new Promise((resolve, reject) => {
        const cancel = () => {
          if (!calls.delete(number)) return;
          send({ k: 'cancel', id: number });
          reject(isolateErrors['extension/call-cancelled']({ id, what: name }));
        };
        const over = () => signal?.removeEventListener('abort', cancel);
        const askers = actingFor();
        if (askers.length > 0) remember(number, askers);
        calls.set(number, {
          what: name,
          since: performance.now(),
          resolve(value) {
            over();
            resolve(value);
          },
          reject(error) {
            over();
            reject(error);
          },
        });
        send({ k: 'call', id: number, ref, name, args: trimmed(args), ...(askers.length > 0 && { askers }) });
        if (signal?.aborted) cancel();
        else signal?.addEventListener('abort', cancel, { once: true });
      });
    },
    check(now) {
      const pinged = pingedAt;
      // If this process itself was blocked, the reply may already be in the pipe: it is read before the child counts as hung.
      if (pinged !== undefined && now - pinged >= limits.hangMs)
        setTimeout(() => pingedAt === pinged && !closed && events.onHung(), graceMs);
      // A service of another extension may be waiting for the person, who may take longer than a program.
      if (servicesAsked > 0) for (const call of calls.values()) call.since = now;
      for (const [number, call] of calls) {
        if (now - call.since < limits.callMs) break;
        calls.delete(number);
        send({ k: 'cancel', id: number });
        call.reject(isolateErrors['extension/no-answer']({ id, what: call.what, seconds: limits.callMs / 1000 }));
      }
      if (pingedAt === undefined) {
        pingedAt = now;
        send({ k: 'ping' });
      }
    },
    close() {
      closed = true;
      for (const call of calls.values()) call.reject(isolateErrors['extension/gone']({ id, what: call.what }));
      calls.clear();
      for (const abort of asked.values()) abort.abort();
    },
  };
}

const deepest = 500;

/** Values are traversed recursively, and too deep a value would overflow the stack; a short line cannot be too deep. */
function isTooDeep(line: string): boolean {
  if (line.length < deepest) return false;
  let depth = 0;
  let inText = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charCodeAt(at);
    if (inText) {
      if (sign === 92) at += 1;
      else if (sign === 34) inText = false;
    } else if (sign === 34) inText = true;
    else if (sign === 91 || sign === 123) {
      depth += 1;
      if (depth > deepest) return true;
    } else if (sign === 93 || sign === 125) depth -= 1;
  }
  return false;
}

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
