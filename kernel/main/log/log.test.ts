import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { type TempFolder, tempFolder } from '../../testing/temp-folder.ts';
import { createLog, logLimits } from './log.ts';

const noon = Date.parse('2026-11-20T12:00:00.000Z');

afterEach(() => vi.useRealTimers());

function logIn(folder: TempFolder, at = { time: noon }) {
  const log = createLog({ folder: folder.file('logs'), now: () => at.time });
  const text = () =>
    readdirSync(folder.file('logs'))
      .map(name => readFileSync(folder.file(`logs/${name}`), 'utf8'))
      .join('');
  const written = () =>
    text()
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as { source: string; text: string; fields?: unknown });
  return { log, at, text, written };
}

test('a line names its time, level, source and fields, in the file of its day and in memory', () => {
  using folder = tempFolder();
  const { log, text } = logIn(folder);
  log.for('@atelier/memory').warn('slow', { ms: 12 });
  log.close();
  expect([readdirSync(folder.file('logs')), text(), log.lines]).toEqual([
    ['2026-11-20.log'],
    '{"time":"2026-11-20T12:00:00.000Z","level":"warn","source":"@atelier/memory","text":"slow","fields":{"ms":12}}\n',
    [{ time: noon, level: 'warn', source: '@atelier/memory', text: 'slow', fields: { ms: 12 } }],
  ]);
});

test('K2: registered secrets are written in none of their forms', () => {
  using folder = tempFolder();
  const { log, text } = logIn(folder);
  const secret = 'canary/"quoted"+\\ key§';
  const handle = log.redact(secret);
  const own = log.for('a');
  own.info(`in text ${secret}`, {
    [secret]: 1,
    list: [{ deep: `x${secret}y` }],
    error: new Error(secret, { cause: secret }),
    map: new Map([[secret, secret]]),
  });
  own.info(encodeURIComponent(secret), { header: Buffer.from(secret).toString('base64'), json: JSON.stringify({ secret }) });
  own.info(`${'x'.repeat(16 * 1024 - 10)}${secret}`);
  const seen = JSON.stringify(log.lines) + text();
  void handle.dispose();
  own.info(`now ${secret}`);
  log.close();
  const base64 = Buffer.from(secret).toString('base64').slice(0, 12);
  expect([seen.includes('canary'), seen.includes(base64), text().includes('now canary')]).toEqual([false, false, true]);
});

test('K2: a value that looks like a secret is not written either, and other values stay readable', () => {
  using folder = tempFolder();
  const { log } = logIn(folder);
  const own = log.for('a');
  const secrets = [
    'key sk-ant-REDACTED',
    'Authorization: Bearer abcDEF123.canary',
    'api_key=canary123',
    'https://me:canary99@example.com/x',
    '{"refresh_token": "canary-canary"}',
    'token ghp_canary0123456789abcdef',
    'eyJhbGciOi.eyJjYW5hcnki.canary',
    '-----BEGIN PRIVATE KEY-----\ncanary\n-----END PRIVATE KEY-----',
    'bot 123456789:canary_canary_canary_canary_canary',
  ];
  for (const secret of secrets) own.info(secret);
  own.info('fields', {
    apiKey: 'canary',
    nested: { 'x-api-key': 'canary', password: ['canary'], access_token: 'canary' },
    botToken: 'canary',
    maxTokens: 512,
    token: 7,
  });
  own.info('the token budget of skill sk-1 is fine: tokens=123456');
  log.close();
  expect(log.lines.filter(line => /canary/i.test(JSON.stringify(line)))).toEqual([]);
  expect(log.lines.slice(-2).map(({ text, fields }) => [text, fields])).toEqual([
    [
      'fields',
      {
        apiKey: '[redacted]',
        nested: { 'x-api-key': '[redacted]', password: '[redacted]', access_token: '[redacted]' },
        botToken: '[redacted]',
        maxTokens: 512,
        token: 7,
      },
    ],
    ['the token budget of skill sk-1 is fine: tokens=123456', undefined],
  ]);
});

test('whatever a caller gives, logging it does not throw and stays small', () => {
  using folder = tempFolder();
  const { log, text } = logIn(folder);
  const cyclic: Record<string, unknown> = {
    big: 10n,
    bytes: new Uint8Array(9),
    date: new Date(Number.NaN),
    symbol: Symbol('s'),
    nan: Number.NaN,
  };
  cyclic.self = cyclic;
  const hostile = {
    get trap(): never {
      throw new Error('trap');
    },
  };
  const wide: Record<string, unknown> = {};
  let level = wide;
  for (let depth = 0; depth < 50; depth += 1) {
    const next = {};
    for (let name = 0; name < 300; name += 1) level[`n${name}`] = next;
    level = next;
  }
  const own = log.for('a');
  own.info('cyclic', cyclic);
  own.info('hostile', hostile);
  own.info('wide', wide);
  own.info('long', { text: 'x'.repeat(3_000_000), all: Array.from({ length: 100 }, () => 'y'.repeat(10_000)) });
  own.info(undefined as unknown as string);
  log.close();
  expect(log.lines.map(line => line.fields).slice(0, 2)).toEqual([
    { big: '10', bytes: '[9 bytes]', date: 'no date', symbol: 'Symbol(s)', nan: 'NaN', self: '[circular]' },
    '[unreadable]',
  ]);
  expect([log.lines.length, text().length < 200_000]).toEqual([5, true]);
});

test('X5: a flood from one source is limited to 200 lines a second, reported once, and does not affect other sources', () => {
  vi.useFakeTimers();
  using folder = tempFolder();
  const { log, at, written } = logIn(folder);
  for (let count = 0; count < 100_000; count += 1) log.for('@acme/flood').info('again');
  log.for('@acme/quiet').info('heard');
  at.time += 1000;
  vi.advanceTimersByTime(1000);
  expect(written().length).toBe(202);
  log.for('@acme/flood').info('calm now');
  log.close();
  const lines = written();
  expect([lines.length, lines.slice(200).map(({ source, text }) => [source, text])]).toEqual([
    203,
    [
      ['@acme/quiet', 'heard'],
      ['@acme/flood', '99800 lines dropped: more than 200 a second.'],
      ['@acme/flood', 'calm now'],
    ],
  ]);
});

test('X5: the bytes of lines are limited too, and the last dropped lines are reported at the end', () => {
  using folder = tempFolder();
  const { log, written } = logIn(folder);
  for (let count = 0; count < 200; count += 1) log.for('a').info('y'.repeat(16_000));
  log.close();
  expect([written().length < 80, written().at(-1)?.text]).toEqual([true, expect.stringMatching(/^\d+ lines dropped/)]);
});

test('a new file begins at 8 MB, and the oldest files are deleted if there are more than ten', () => {
  using folder = tempFolder();
  mkdirSync(folder.file('logs'));
  for (let day = 1; day <= 10; day += 1) writeFileSync(folder.file(`logs/2026-11-${String(day).padStart(2, '0')}.log`), 'old\n');
  writeFileSync(folder.file('logs/notes.txt'), 'not ours');
  writeFileSync(folder.file('logs/2026-11-20.log'), `${'z'.repeat(logLimits.fileBytes - 10)}\n`);
  const { log, at } = logIn(folder);
  log.for('a').info('does not fit');
  at.time += 24 * 3600 * 1000;
  log.for('a').info('next day');
  log.close();
  const names = readdirSync(folder.file('logs'));
  expect([
    names.length,
    names.slice(-4),
    names.includes('2026-11-03.log'),
    statSync(folder.file('logs/2026-11-21.log')).mode & 0o777,
  ]).toEqual([11, ['2026-11-20.2.log', '2026-11-20.log', '2026-11-21.log', 'notes.txt'], false, 0o600]);
});

test('a line that a crash truncated does not damage the next one', () => {
  using folder = tempFolder();
  const first = logIn(folder);
  first.log.for('a').info('whole');
  first.log.close();
  appendFileSync(folder.file('logs/2026-11-20.log'), '{"time":"2026-11');
  const second = logIn(folder);
  second.log.for('a').info('after the crash');
  second.log.close();
  expect(
    second
      .text()
      .split('\n')
      .map(line => line.slice(0, 20)),
  ).toEqual(['{"time":"2026-11-20T', '{"time":"2026-11', '{"time":"2026-11-20T', '']);
});

test('a disk that accepts no lines causes no error, and the missing lines are reported', () => {
  using folder = tempFolder();
  writeFileSync(folder.file('logs'), 'a file where the folder should be');
  const { log, written } = logIn(folder);
  log.for('a').info('lost');
  rmSync(folder.file('logs'));
  log.for('a').info('kept');
  log.close();
  log.for('a').info('after closing');
  expect([written().map(line => line.text), log.lines.length]).toEqual([['kept', '1 lines could not be written to the disk.'], 3]);
});

test('a panel follows the log, is not called for lines that it logs itself, and its errors affect no other listener', () => {
  const log = createLog({ folder: undefined, now: () => noon });
  const heard: string[] = [];
  log.tail(() => {
    throw new Error('broken panel');
  });
  const handle = log.tail(line => {
    heard.push(line.text);
    log.for('panel').info('drawn');
  });
  log.for('a').info('one');
  void handle.dispose();
  log.for('a').info('two');
  expect([heard, log.lines.map(line => line.text)]).toEqual([['one'], ['one', 'drawn', 'two']]);
});

test('memory holds the last 2,000 lines', () => {
  const at = { time: noon };
  const log = createLog({ folder: undefined, now: () => at.time });
  for (let count = 0; count < 2_500; count += 1) {
    at.time += 100;
    log.for('a').info(String(count));
  }
  expect([log.lines.length, log.lines[0]?.text, existsSync('logs')]).toEqual([2_000, '500', false]);
});
