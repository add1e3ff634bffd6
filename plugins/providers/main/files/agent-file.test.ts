import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type TempFolder, tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import { AgentFile } from './agent-file.ts';
import { removeLeftovers, replaceFile } from './atomic.ts';

let folder: TempFolder;
let file: AgentFile;
const privateRights = 0o600;

beforeEach(() => {
  folder = tempFolder();
  file = new AgentFile({ path: folder.file('auth.json'), lock: { staleMs: 10_000, waitMs: 300 }, refuse: () => undefined });
});
afterEach(() => folder[Symbol.dispose]());

const failure = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
const names = (): string[] => readdirSync(folder.path).sort();

test('K1: the file is private at every instant, whatever the umask, also where it existed as readable by all', async () => {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  const seen = new Set<number>();
  let watching = true;
  const watch = (async () => {
    while (watching) {
      for (const name of names().filter(one => !one.endsWith('.lock'))) {
        try {
          seen.add(statSync(folder.file(name)).mode & 0o777);
        } catch {
          // Renamed between the two calls.
        }
      }
      await new Promise(setImmediate);
    }
  })();
  for (let round = 0; round < 30; round++)
    await file.update(now => ({ ...now, [`p${round}`]: { type: 'api_key', key: 'k'.repeat(round) } }));
  watching = false;
  await watch;
  chmodSync(file.path, 0o644);
  await file.read();

  expect({ seen: [...seen], tightened: statSync(file.path).mode & 0o777, names: names() }).toEqual({
    seen: [privateRights],
    tightened: privateRights,
    names: ['auth.json', 'auth.json.bak'],
  });
});

test('K1: a link in its place is refused, read or written, and what it points to is untouched', async () => {
  writeFileSync(folder.file('elsewhere'), '{}');
  symlinkSync(folder.file('elsewhere'), file.path);
  const failures = [await failure(file.read()), await failure(file.update(() => ({ a: {} })))];

  expect(failures).toMatchObject(Array.from({ length: 2 }, () => ({ code: 'providers/file-link' })));
  expect(readFileSync(folder.file('elsewhere'), 'utf8')).toBe('{}');
});

test('a file of another user is refused', async () => {
  writeFileSync(file.path, '{}');
  // Only root can give a file away.
  if (process.getuid?.() === 0) chownSync(file.path, 12_345, 12_345);
  const expected = process.getuid?.() === 0 ? { code: 'providers/file-foreign' } : {};
  expect(await failure(file.read())).toMatchObject(expected);
});

test.each([
  ['truncated', '{"openai": {"type": "api_key", "key": "sk-canary-123', 'it ends too early'],
  ['with comments', '{\n  // mine\n  "a": {}\n}', 'it holds comments, which JSON does not have'],
  ['with a slip', '{\n  "a": {},\n  "b": sk-canary-123\n}', 'it is no valid JSON at line 3'],
  ['that is a list', '["sk-canary-123"]', 'it holds no object'],
  ['of bytes', Buffer.from([0xff, 0xfe, 0x00]), 'it is not UTF-8 text'],
  ['that is nested without end', '{"a":'.repeat(100_000), /nested too deeply|ends too early/],
])('a file %s is told clearly, kept aside once, never written over, and no key is quoted', async (_name, content, why) => {
  writeFileSync(file.path, content);
  const failures = [await failure(file.read()), await failure(file.update(() => ({ new: {} })))];

  const message = String((failures[0] as Error).message);
  expect({
    codes: failures.map(one => (one as { code: unknown }).code),
    why: typeof why === 'string' ? message.includes(why) : why.test(message),
    canary: message.includes('canary'),
    same: readFileSync(file.path).equals(Buffer.from(content)),
    aside: names().filter(one => one.includes('.kept-')).length,
  }).toEqual({ codes: ['providers/file-unreadable', 'providers/file-unreadable'], why: true, canary: false, same: true, aside: 1 });
});

test('a byte order mark, and an empty file that never had content, are no trouble', async () => {
  writeFileSync(file.path, '');
  const empty = await file.read();
  writeFileSync(file.path, '\uFEFF{"a": {"x": 1}}');
  expect({ marked: await file.read(), empty }).toEqual({ marked: { a: { x: 1 } }, empty: {} });
});

test('while another program holds the lock nothing is written, and the error says how long we waited', async () => {
  writeFileSync(file.path, '{"a": {}}');
  mkdirSync(`${file.path}.lock`);
  const refused = await failure(file.update(() => ({ b: {} })));
  const old = new Date(Date.now() - 11_000);
  utimesSync(`${file.path}.lock`, old, old);
  await file.update(() => ({ c: {} }));

  expect({ refused, now: await file.read(), names: names() }).toMatchObject({
    refused: { code: 'providers/file-locked', details: { seconds: 1 } },
    now: { c: {} },
    names: ['auth.json', 'auth.json.bak'],
  });
});

test('a hundred changes at once, by two owners, all stand', async () => {
  const second = new AgentFile({ path: file.path, lock: { staleMs: 10_000, waitMs: 20_000 }, refuse: () => undefined });
  const first = new AgentFile({ path: file.path, lock: { staleMs: 10_000, waitMs: 20_000 }, refuse: () => undefined });
  await Promise.all(Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? first : second).update(now => ({ ...now, [at]: {} }))));
  expect(Object.keys((await file.read()) ?? {}).length).toBe(100);
});

test('while another program writes in place, what is read is never the half of it', async () => {
  const whole = JSON.stringify({ a: { text: 'x'.repeat(1000) } });
  writeFileSync(file.path, whole);
  const { default: lockfile } = await import('proper-lockfile');
  const patient = new AgentFile({ path: file.path, lock: { staleMs: 10_000, waitMs: 60_000 }, refuse: () => undefined });
  const seen = new Set<string>();
  let rounds = 0;
  const writing = (async () => {
    for (; rounds < 40; rounds++) {
      const release = await lockfile.lock(file.path, { realpath: false, retries: 50 });
      writeFileSync(file.path, rounds % 2 === 0 ? '' : whole.slice(0, 300));
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
      writeFileSync(file.path, whole);
      await release();
      await new Promise(setImmediate);
    }
  })();
  while (rounds < 40) seen.add(JSON.stringify(await patient.read().catch((error: Error) => error.message)));
  await writing;
  expect({ seen: [...seen].map(text => text === whole), aside: names().filter(name => name.includes('.kept-')) }).toEqual({
    seen: [true],
    aside: [],
  });
});

test('what a killed writer left is removed by the next one', async () => {
  writeFileSync(folder.file('.auth.json.new-1-abc'), '{"half":');
  await file.update(() => ({ a: {} }));
  expect(names()).toEqual(['auth.json', 'auth.json.bak']);
});

test.each([
  ['empty', '', 'it was empty', 0],
  ['of spaces', ' \n', 'it was empty', 0],
  ['cut', '{"a": {"x"', 'it ends too early', 1],
  ['with a mistake', '{"a": 1 2}', 'it is no valid JSON at line 1', 1],
  ['another object than this file holds', '{"a": 5}', 'a is no object', 1],
])('a file that is %s gets its last good content back, and what stood there is kept and named', async (_name, content, why, aside) => {
  const told: unknown[] = [];
  const watched = new AgentFile({
    path: file.path,
    lock: { staleMs: 10_000, waitMs: 300 },
    refuse: () => undefined,
    settleMs: 0,
    unlike: ({ a = {} }) => (typeof a === 'object' ? undefined : { en: 'a is no object', fr: 'a n’est pas un objet' }),
    restored: (path, reason, keptAs) => told.push([path, reason.en, keptAs && readFileSync(keptAs, 'utf8')]),
  });
  await watched.update(() => ({ a: { x: 1 } }));
  writeFileSync(file.path, content);
  const update = await watched.update(now => ({ ...now, b: {} }));
  expect({ update: update.value, told, aside: names().filter(one => one.includes('.kept-')).length, now: await watched.read() }).toEqual({
    update: { a: { x: 1 }, b: {} },
    told: [[file.path, why, aside === 0 ? undefined : content]],
    aside,
    now: { a: { x: 1 }, b: {} },
  });
});

test('what is being written at this moment is not removed as what a killed writer left', async () => {
  let isWriting = true;
  const remover = (async () => {
    while (isWriting) await removeLeftovers(file.path);
  })();
  const writes = Array.from({ length: 20 }, (_, round) => replaceFile(file.path, Buffer.from(`{"round":${round}}`)));
  const wrong = (await Promise.all(writes.map(failure))).filter(one => one !== undefined);
  isWriting = false;
  await remover;
  expect({ wrong, names: names() }).toEqual({ wrong: [], names: ['auth.json'] });
});

test('an editor that empties the file and then writes it loses nothing', async () => {
  await file.update(() => ({ a: {} }));
  writeFileSync(file.path, '');
  const reading = file.read();
  writeFileSync(file.path, '{"mine": {}}');
  expect([await reading, readFileSync(file.path, 'utf8')]).toEqual([{ mine: {} }, '{"mine": {}}']);
});

test('a value that was removed is not in the last good copy either', async () => {
  await file.update(() => ({ openai: { type: 'api_key', key: 'sk-canary' } }));
  await file.update(() => ({}));
  expect(readFileSync(`${file.path}.bak`, 'utf8')).toBe('{}\n');
});

test('a folder that cannot be written is told with the system’s own code', async () => {
  const lost = new AgentFile({ path: folder.file('gone/auth.json'), lock: { staleMs: 10_000, waitMs: 300 }, refuse: () => undefined });
  expect(await failure(lost.update(() => ({ a: {} })))).toMatchObject({ code: 'providers/file-failed', details: { why: 'ENOENT' } });
  expect(dirname(lost.path)).toBe(folder.file('gone'));
});
