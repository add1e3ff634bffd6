import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readLines } from './isolate-lines.ts';

const wide = { lineBytes: 10_000_000, perSecond: 1e9, burst: 1e9, bytesPerSecond: 1e12, byteBurst: 1e12, floodMs: 1e9 };

function read(limits: Partial<typeof wide>) {
  const stream = new PassThrough({ highWaterMark: 1e9 });
  const seen = { lines: 0, floods: 0 };
  const reader = {
    onLine() {
      seen.lines += 1;
    },
    onBytes: () => undefined,
    onTooLong: () => undefined,
    onFlood() {
      seen.floods += 1;
    },
  };
  return { stream, seen, lines: readLines(stream, { ...wide, ...limits }, reader) };
}

test('X15: above its bytes a second a sender waits, and is not ended for it', async () => {
  const { stream, seen, lines } = read({ bytesPerSecond: 0, byteBurst: 1000, floodMs: 0 });
  stream.write(`${'x'.repeat(299)}\n`.repeat(10));
  await turn();
  await turn();
  expect({ ...seen, paused: stream.isPaused() }).toEqual({ lines: 3, floods: 0, paused: true });
  lines.stop();
});

test('X15: long lines yield to the event loop after a few', async () => {
  const { stream, seen, lines } = read({});
  stream.write(`${'x'.repeat(200_000)}\n`.repeat(10));
  await turn();
  const first = seen.lines;
  while (seen.lines < 10) await turn();
  expect({ first: first < 5, all: seen.lines }).toEqual({ first: true, all: 10 });
  lines.stop();
});
