import { PassThrough } from 'node:stream';
import type { Log } from '@atelier/kernel';
import { expect, test } from 'vitest';
import { captureOutput } from './isolate-output.ts';

test('X15: lines that come too fast are left out, and how many is said, also where nothing follows them', async () => {
  const lines: string[] = [];
  const say = (text: string) => void lines.push(text);
  const log: Log = { debug: say, info: say, warn: say, error: say };
  const stream = new PassThrough();
  const captured = captureOutput(stream, 'info', log, { logLinesPerSecond: 2, logBytesPerSecond: 1e9 });
  stream.end('one\ntwo\nthree\nfour\nfive');
  await captured.over;
  expect(lines).toEqual(['one', 'two', '3 lines were left out, because they came too fast']);
});
