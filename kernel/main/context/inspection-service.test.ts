import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ExtensionContext, Inspection, type InspectionService, type LogPage } from '@atelier/kernel';
import { extension, problemOf, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';

interface Looking {
  readonly inspection: InspectionService;
  readonly ctx: ExtensionContext;
}

function looker(write: (looking: Looking) => void) {
  return extension('@test/looker', ctx => write({ inspection: ctx.get(Inspection), ctx }), { activation: 'startup' });
}

async function looking(prepare?: (root: string) => void) {
  let found: Looking | undefined;
  const kernel = await testKernel({ extensions: [looker(one => (found = one))] });
  prepare?.(kernel.host.paths.userData);
  return { ...found!, kernel, [Symbol.asyncDispose]: () => kernel[Symbol.asyncDispose]() };
}

const texts = ({ lines }: LogPage) => lines.map(({ text }) => text);

test('lines of this run are found by level, source, text and time, and their numbers show which are newer', async () => {
  await using look = await looking();
  const { inspection, ctx } = look;
  ctx.log.info('a cup of tea');
  ctx.log.warn('The Kettle is hot', { degrees: 99 });
  ctx.log.error('the kettle burst');
  const [, hot, burst] = (await inspection.readLog({ sources: ['@test/looker'] })).lines;
  const found = {
    letters: texts(await inspection.readLog({ text: 'KETTLE' })),
    fields: texts(await inspection.readLog({ text: '"degrees":99' })),
    levels: texts(await inspection.readLog({ levels: ['error'], sources: ['@test/looker'] })),
    after: texts(await inspection.readLog({ after: hot!.number! })),
    newest: (await inspection.readLog({ limit: 1 })).newest - burst!.number!,
    later: texts(await inspection.readLog({ from: burst!.at + 60_000 })),
    limited: await inspection.readLog({ sources: ['@test/looker'], limit: 2 }).then(page => [texts(page), page.more]),
    isSource: (await inspection.readLog({})).sources.includes('@test/looker'),
  };
  expect(found).toEqual({
    letters: ['The Kettle is hot', 'the kettle burst'],
    fields: ['The Kettle is hot'],
    levels: ['the kettle burst'],
    after: ['the kettle burst'],
    newest: 0,
    later: [],
    limited: [['The Kettle is hot', 'the kettle burst'], true],
    isSource: true,
  });
});

test('a reader that waits for a line gets it as soon as one matches, and stops waiting when the kernel closes', async () => {
  const look = await looking();
  const { inspection, ctx } = look;
  const { newest } = await inspection.readLog({ limit: 1 });
  const waiting = inspection.readLog({ after: newest, levels: ['warn'], waitMs: 30_000 });
  ctx.log.info('not this one');
  ctx.log.warn('this one');
  const result = texts(await waiting);
  const last = inspection.readLog({ after: newest, text: 'never', waitMs: 30_000 });
  await look.kernel[Symbol.asyncDispose]();
  expect([result, texts(await last)]).toEqual([['this one'], []]);
});

test('older days are read from their files, newest first, skipping lines that a crash truncated', async () => {
  await using look = await looking(userData => {
    mkdirSync(join(userData, 'logs'), { recursive: true });
    const line = (time: string, text: string) => `${JSON.stringify({ time, level: 'info', source: 'old', text })}\n`;
    writeFileSync(join(userData, 'logs', '2020-01-01.log'), line('2020-01-01T10:00:00.000Z', 'first'));
    // Longer than the chunks in which a file is read, with multi-byte characters wherever a chunk may end.
    const many = Array.from({ length: 6000 }, (_, at) => line('2020-01-02T10:00:00.000Z', `${at} éèà${'é'.repeat(at % 97)}`));
    writeFileSync(join(userData, 'logs', '2020-01-02.log'), many.join(''));
    appendFileSync(join(userData, 'logs', '2020-01-02.log'), '{"time":"2020-01-02T');
    writeFileSync(join(userData, 'logs', 'notes.txt'), line('2020-01-02T11:00:00.000Z', 'no log'));
  });
  const all = texts(await look.inspection.readLog({ sources: ['old'], limit: 10_000 }));
  const two = await look.inspection.readLog({ sources: ['old'], limit: 2 });
  const day = await look.inspection.readLog({ to: Date.parse('2020-01-01T23:00:00Z') });
  expect({
    count: all.length,
    whole: all.slice(1).every((text, at) => text === `${at} éèà${'é'.repeat(at % 97)}`),
    two: [texts(two).map(text => text.slice(0, 4)), two.more],
    day: texts(day),
  }).toEqual({ count: 6001, whole: true, two: [['5998', '5999'], true], day: ['first'] });
});

test('a line that is logged while files are read is found by the next query for newer lines', async () => {
  await using look = await looking();
  const { inspection, ctx } = look;
  const reading = inspection.readLog({ text: 'meanwhile' });
  const logging = Promise.resolve().then(() => ctx.log.info('meanwhile'));
  const { lines, newest } = await reading;
  await logging;
  const later = await inspection.readLog({ text: 'meanwhile', after: newest });
  expect(lines.length + later.lines.length).toBe(1);
});

test('K2: lines that are read, and texts that are passed in to be redacted, contain no secret that the kernel knows', async () => {
  await using look = await looking();
  look.ctx.log.info('token=abcdef123456');
  const page = await look.inspection.readLog({ text: 'redacted' });
  expect([JSON.stringify(page.lines).includes('abcdef123456'), await look.inspection.redact(['Bearer abcdefgh12345678', 'fine'])]).toEqual([
    false,
    ['Bearer [redacted]', 'fine'],
  ]);
});

test('databases are checked without leaving a copy behind', async () => {
  await using look = await looking();
  look.ctx.database([{ id: 10, name: 'one', up: db => db.exec('CREATE TABLE one (id INTEGER PRIMARY KEY) STRICT') }]);
  const copies = () =>
    readdirSync(look.kernel.host.paths.userData, { recursive: true }).filter(name => /backups.+sqlite/.test(String(name)));
  const before = copies();
  const checked = await look.inspection.checkDatabases();
  expect({ checked, before, after: copies() }).toEqual({
    checked: [{ owner: '@test/looker', found: 'ok' }],
    before: [],
    after: [],
  });
});

test('an installed extension may call no method of it', async () => {
  await using kernel = await testKernel({
    extensions: [
      {
        id: 'nosy',
        installed: true,
        files: {
          'main.js':
            "export default { activate(ctx) { ctx.handle('nosy.look', async () => await ctx.get({ key: '@atelier/kernel:Inspection@1' }).readLog({})); } };",
        },
        atelier: { contributes: { commands: [{ id: 'nosy.look', title: 'Look', args: {} }] } },
      },
    ],
  });
  expect(await problemOf(kernel.run('nosy.look', {}))).toMatchObject([
    'extension/not-allowed',
    expect.stringContaining('use @atelier/kernel:Inspection@1 readLog'),
  ]);
});
