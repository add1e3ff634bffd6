import { expect, onTestFinished, test, vi } from 'vitest';
import type { FromEngine, ToEngine } from './protocol.ts';
import { type EngineHandlers, Wire } from './wire.ts';

const params = { conversation: 'c', tool: 't', name: 'bash', args: {}, cwd: '/', sandboxed: false };

function wired(): { wire: Wire; sent: FromEngine[]; receive: (message: ToEngine) => void } {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sent: FromEngine[] = [];
  let receive: (message: ToEngine) => void = () => undefined;
  const onMessage = (listener: typeof receive) => {
    receive = listener;
  };
  const wire = new Wire({ send: message => void sent.push(message), onMessage });
  wire.serve({} as EngineHandlers);
  return { wire, sent, receive: message => receive(message) };
}

const outcome = (work: Promise<unknown>) =>
  work.then(
    value => value,
    (error: Error & { code?: string }) => error.code ?? error.message,
  );

test('a question that nobody answers ends after its time, and one that a person is asked does not', async () => {
  const { wire, sent, receive } = wired();
  const silent = outcome(wire.ask('beforeTool', params, { limitMs: 30_000 }));
  const attended = outcome(wire.ask('beforeTool', params, { limitMs: 30_000 }));
  receive({ kind: 'attended', id: 2 });
  await vi.advanceTimersByTimeAsync(3_600_000);
  receive({ kind: 'answer', id: 2, result: { allow: true } });
  expect([await silent, await attended, sent.filter(({ kind }) => kind === 'withdrawn')]).toEqual([
    'agent/main-silent',
    { allow: true },
    [{ kind: 'withdrawn', id: 1 }],
  ]);
});

test('a question is withdrawn when its turn is stopped, and its late answer changes nothing', async () => {
  const { wire, sent, receive } = wired();
  const stop = new AbortController();
  const asked = outcome(wire.ask('beforeTool', params, { signal: stop.signal }));
  stop.abort();
  receive({ kind: 'answer', id: 1, result: { allow: true } });
  const refused = outcome(wire.ask('runTool', params, { signal: stop.signal }));
  expect([await asked, await refused, sent.map(({ kind }) => kind)]).toEqual([
    'aborted',
    'aborted',
    ['ready', 'call', 'withdrawn', 'withdrawn'],
  ]);
});
