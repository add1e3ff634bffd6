import { AppError, type ChannelShape, type Client } from '@atelier/kernel';
import type { LinkStatus } from '@atelier/kernel/ui';
import { FrameBroker } from './broker.ts';
import { defaultLimits } from './limits.ts';

/** An error as the kernel would return it. */
export function refusal(code: string): AppError {
  return AppError.fromRecord({ code, message: code });
}

type Answer = (params: unknown, signal: AbortSignal | undefined) => unknown;

/** A broker between a frame driven by a test and fakes of link and window that record their calls. */
export function openBroker() {
  const { port1, port2 } = new MessageChannel();
  const called: unknown[][] = [];
  const failures: AppError[] = [];
  const reports: unknown[] = [];
  const received: unknown[] = [];
  const answers = new Map<string, Answer>();
  const taps = new Set<(to: string, body: unknown) => void>();
  const statuses = new Set<(status: LinkStatus) => void>();
  const clock = { now: 0 };
  const local: Client<ChannelShape> = {
    call: async (name, params) => ({ local: name, params }),
    on(name, listener) {
      const tap = (to: string, body: unknown) => void (to === `window:${name}` && listener(body));
      taps.add(tap);
      return { dispose: () => void taps.delete(tap) };
    },
  };
  const broker = new FrameBroker({
    port: port1,
    from: '@acme/notes',
    title: 'Notes',
    link: {
      async call(to, params, signal, from) {
        called.push([to, params, from]);
        if (to === 'kernel:subscribe' && !answers.has(to)) return { events: ['changed', 'came', 'contributionsChanged'] };
        return answers.get(to)?.(params, signal);
      },
      tap(listener) {
        taps.add(listener);
        return { dispose: () => void taps.delete(listener) };
      },
      onStatus(listener) {
        statuses.add(listener);
        return { dispose: () => void statuses.delete(listener) };
      },
    },
    local: channel => (channel === 'window' ? local : undefined),
    run: async (command, args, from) => ({ command, args, from }),
    onReport: (member, params) => void reports.push([member, params]),
    locale: () => 'en',
    onFail: error => failures.push(error),
    limits: defaultLimits,
    now: () => clock.now,
  });
  port2.addEventListener('message', event => received.push(event.data));
  port2.start();
  let count = 0;
  return {
    broker,
    port: port2,
    called,
    failures,
    reports,
    answers,
    clock,
    send: (message: unknown, transfer: MessagePort[] = []) => port2.postMessage(message, transfer),
    call(to: string, body?: unknown, more: object = {}): number {
      count += 1;
      port2.postMessage({ v: 1, id: count, kind: 'call', to, body, ...more });
      return count;
    },
    event: (to: string, body: unknown) => {
      for (const tap of [...taps]) tap(to, body);
    },
    status: (status: LinkStatus) => {
      for (const listener of [...statuses]) listener(status);
    },
    /** The messages that the frame received since the last call. */
    async take() {
      await settled();
      return received.splice(0).map(short);
    },
    listening: () => taps.size + statuses.size,
    async close() {
      broker.close();
      port2.close();
      await settled();
    },
  };
}

function short(frame: unknown): unknown[] {
  const { id, kind, to, body } = frame as {
    id: number;
    kind: string;
    to: string;
    body?: { ok?: boolean; value?: unknown; error?: { code: string } };
  };
  if (kind !== 'answer') return [kind, to, body];
  return body?.ok === true ? [id, body.value] : [id, body?.error?.code];
}

/** Resolves after every pending message has arrived: messages arrive in order. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    const { port1, port2 } = new MessageChannel();
    await new Promise(resolve => {
      port2.addEventListener('message', resolve, { once: true });
      port2.start();
      port1.postMessage(0);
    });
    port1.close();
  }
}
