import { AsyncLocalStorage } from 'node:async_hooks';
import { isolateErrors } from '../../errors/isolate.ts';
import { trimmed } from './service-client.ts';
import { encode, type ToChild, type ToKernel } from './wire.ts';
import { fromWireError, toWireError } from './wire-error.ts';

/** A function that the kernel may call in this process: a handler, a tap, a method of a provided service, a cleanup. */
export type Target = (name: string, args: readonly unknown[], signal: AbortSignal) => unknown;

/** The child's end of the protocol: requests to the kernel, and calls from it. */
export interface Pipe {
  readonly lineBytes: number;
  ask(verb: string, args: readonly unknown[], signal?: AbortSignal): Promise<unknown>;
  /** The installed extensions that the running call is made for, the first asker first. */
  askers(): readonly string[];
  tell(verb: string, args: readonly unknown[]): void;
  send(frame: ToKernel): void;
  /** Registers a function that the kernel can call, and returns its number. */
  target(run: Target): number;
  forget(ref: number): void;
  receive(frame: ToChild): void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Builds the child's end over `write`, which takes one line at a time. */
export function childPipe(id: string, lineBytes: number, write: (lines: string) => void): Pipe {
  const waiting = new Map<number, Waiting>();
  const running = new Map<number, AbortController>();
  const targets = new Map<number, Target>();
  const serving = new AsyncLocalStorage<{ readonly call: number; readonly askers: readonly string[] }>();
  let lastAsk = 0;
  let lastRef = 0;
  let batch = '';

  // One write per turn of the event loop: frames of the same turn share it.
  function send(frame: ToKernel): void {
    const line = encode(frame);
    const bytes = Buffer.byteLength(line);
    if (bytes > lineBytes) throw isolateErrors['extension/message-too-large']({ id, bytes, limit: lineBytes });
    if (batch === '') process.nextTick(flush);
    batch += `${line}\n`;
  }
  function flush(): void {
    const lines = batch;
    batch = '';
    write(lines);
  }

  async function run(frame: ToChild & { k: 'call' }): Promise<void> {
    const what = frame.name;
    const abort = new AbortController();
    running.set(frame.id, abort);
    try {
      const target = targets.get(frame.ref);
      if (!target) throw isolateErrors['extension/gone']({ id, what });
      const work = () => target(frame.name, frame.args, abort.signal);
      const value = await (frame.askers === undefined ? work() : serving.run({ call: frame.id, askers: frame.askers }, work));
      send({ k: 'answer', id: frame.id, value });
    } catch (error) {
      send({ k: 'answer', id: frame.id, error: toWireError(error) });
    } finally {
      running.delete(frame.id);
    }
  }

  function ask(verb: string, args: readonly unknown[], signal?: AbortSignal): Promise<unknown> {
    const asked = ++lastAsk;
    const answer = new Promise<unknown>((resolve, reject) => {
      waiting.set(asked, { resolve, reject });
      const call = serving.getStore()?.call;
      send({ k: 'ask', id: asked, verb, args: trimmed(args), ...(call !== undefined && { for: call }) });
    });
    if (!signal) return answer;
    const cancel = () => send({ k: 'cancel', id: asked });
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
    return answer.finally(() => signal.removeEventListener('abort', cancel));
  }

  return {
    lineBytes,
    ask,
    askers: () => serving.getStore()?.askers ?? [],
    tell: (verb, args) => send({ k: 'tell', verb, args: trimmed(args) }),
    send,
    target(run) {
      targets.set(++lastRef, run);
      return lastRef;
    },
    forget: ref => void targets.delete(ref),
    receive(frame) {
      if (frame.k === 'call') void run(frame);
      else if (frame.k === 'cancel') running.get(frame.id)?.abort();
      else if (frame.k === 'answer') {
        const call = waiting.get(frame.id);
        waiting.delete(frame.id);
        if (frame.error) call?.reject(fromWireError(frame.error));
        else call?.resolve(frame.value);
      }
    },
  };
}
