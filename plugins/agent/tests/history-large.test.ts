import { closeSync, openSync, readFileSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEngine } from '../../../tests/support/agent-engine.ts';

/** A long round takes 500. */
const megabytes = Number(process.env.ATELIER_LARGE_MEGABYTES ?? 60);
const at = '2026-01-01T00:00:00.000Z';
const words = 'abcdefgh '.repeat(2400);
const header = JSON.stringify({ type: 'session', version: 3, id: 'c1', timestamp: at, cwd: '/' });

const lineOf = (index: number) =>
  JSON.stringify({
    type: 'message',
    id: `e${index}`,
    parentId: index === 0 ? null : `e${index - 1}`,
    timestamp: at,
    message:
      index % 2 === 0
        ? { role: 'user', content: [{ type: 'text', text: `${index} ${words}` }], timestamp: 0 }
        : { role: 'assistant', provider: 'p', model: 'm', content: [{ type: 'text', text: `${index} ${words}` }], stopReason: 'stop' },
  });

function writeLarge(file: string): number {
  const descriptor = openSync(file, 'w');
  const count = Math.ceil((megabytes * 1024 * 1024) / lineOf(1).length / 2) * 2;
  try {
    writeSync(descriptor, `${header}\n`);
    for (let index = 0; index < count; index += 1) writeSync(descriptor, `${lineOf(index)}\n`);
  } finally {
    closeSync(descriptor);
  }
  return count;
}

test(`a session file of ${megabytes} MB is read by pages, rewound and forked in a process that could never hold it`, async () => {
  await using engine = await startEngine({ env: { NODE_OPTIONS: '--max-old-space-size=48' } });
  const sessionFile = join(engine.folder, 'large.jsonl');
  const count = writeLarge(sessionFile);
  const page = async (before?: string) => {
    const { entries, total } = await engine.call('transcript', { conversation: 'c1', sessionFile, before, limit: 3 });
    return { total, texts: entries.map(({ parts }) => parts?.[0]?.text?.split(' ')[0]) };
  };
  const last = await page();
  const middle = await page(`e${count / 2}`);
  const before = statSync(sessionFile).size;
  const rewound = await engine.call('rewind', { conversation: 'c1', sessionFile, entry: `e${count - 2}` });
  const after = await page();
  const { sessionFile: fork } = await engine.call('fork', { sessionFile, entry: `e${count - 3}`, conversation: 'c2', cwd: '/' });
  expect({
    last,
    middle,
    rewound,
    grown: statSync(sessionFile).size - before < 1000,
    after,
    forked: Math.round(statSync(fork).size / before),
  }).toEqual({
    last: { total: count, texts: [count - 3, count - 2, count - 1].map(String) },
    middle: { total: count, texts: [count / 2 - 3, count / 2 - 2, count / 2 - 1].map(String) },
    rewound: { leaf: `e${count - 1}`, tools: [], cut: false },
    grown: true,
    after: { total: count - 2, texts: [count - 5, count - 4, count - 3].map(String) },
    forked: 1,
  });
}, 600_000);

test('a file that the engine could not hold is shown and not opened, even where it is one line without an end', async () => {
  await using engine = await startEngine({ env: { NODE_OPTIONS: '--max-old-space-size=256' } });
  const sessionFile = join(engine.folder, 'endless.jsonl');
  writeFileSync(sessionFile, `${header}\n${lineOf(0)}\n${lineOf(1)}\n`);
  const written = readFileSync(sessionFile).length;
  truncateSync(sessionFile, written + 300 * 1024 * 1024);
  const { total } = await engine.call('transcript', { conversation: 'c1', sessionFile, before: undefined, limit: 10 });
  const refused = await engine.open('c1', { sessionFile }).catch(({ code }: { code: string }) => code);
  expect({ total, refused, size: statSync(sessionFile).size }).toEqual({
    total: 2,
    refused: 'agent/session-too-large',
    size: written + 300 * 1024 * 1024,
  });
});
