import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { isAppError } from '@atelier/kernel';
import { expect, test } from 'vitest';
import { keptLog } from '../../testing/kept-log.ts';
import { type TempFolder, tempFolder } from '../../testing/temp-folder.ts';
import { bootId } from './boot-id.ts';
import { JsonFile, type Validate } from './json-file.ts';

interface Settings {
  readonly theme: string;
  readonly version?: number;
}

const validate: Validate<Settings> = value => {
  if (typeof value !== 'object' || value === null || !('theme' in value) || typeof value.theme !== 'string')
    return { ok: false, why: 'theme must be text' };
  return { ok: true, value: value as Settings };
};

function settingsIn(folder: TempFolder) {
  const log = keptLog();
  const path = folder.file('agent/settings.json');
  return { path, log, file: new JsonFile<Settings>({ path, validate, fallback: { theme: 'system' }, log, version: 3 }) };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing was thrown',
    (error: unknown) => (isAppError(error) ? error.code : `not an AppError: ${error}`),
  );

test('a missing file is `fresh`, and reading does not create it', async () => {
  using folder = tempFolder();
  const { file, path } = settingsIn(folder);
  expect([await file.read(), existsSync(path)]).toEqual([{ state: 'fresh', value: { theme: 'system' } }, false]);
});

test('the next reader finds the value that an update resolved with', async () => {
  using folder = tempFolder();
  const { file, path } = settingsIn(folder);
  const value = await file.update(settings => ({ ...settings, theme: 'dark' }));
  expect([value, await settingsIn(folder).file.read(), readdirSync(folder.file('agent')).sort()]).toEqual([
    { theme: 'dark' },
    { state: 'ok', value: { theme: 'dark' } },
    ['settings.json', 'settings.json.bak'],
  ]);
  expect(readFileSync(path, 'utf8')).toBe('{\n  "theme": "dark"\n}\n');
});

test('simultaneous updates are made one after another, also by two objects of one file', async () => {
  using folder = tempFolder();
  const [one, other] = [settingsIn(folder).file, settingsIn(folder).file];
  const add = (file: JsonFile<Settings>) => file.update(({ theme }) => ({ theme: `${theme}+` }));
  await Promise.all([add(one), add(other), add(one), add(other)]);
  expect((await one.read()).value).toEqual({ theme: 'system++++' });
});

const damages: Record<string, string | Buffer> = {
  empty: '',
  zeros: Buffer.alloc(300),
  truncated: '{"theme": "da',
  'duplicate keys': '{"theme": "dark", "them\\u0065": "light"}',
  'not valid': '{"theme": 7}',
  'five megabytes of noise': Buffer.alloc(5_000_000, 'noise '),
  'nested too deep': `{"theme": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
  'not UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
};

test.each(Object.entries(damages))(
  'D9: a damaged file (%s) is set aside, the last good copy restored, and the person notified',
  async (_name, content) => {
    using folder = tempFolder();
    const { file, path, log } = settingsIn(folder);
    await file.update(() => ({ theme: 'dark' }));
    writeFileSync(path, content);
    const { state, value, keptAs } = await file.read();
    expect({
      state,
      value,
      kept: readFileSync(keptAs ?? '').equals(Buffer.from(content)),
      levels: log.lines.map(line => line.level),
      next: await file.read(),
    }).toEqual({
      state: 'restored',
      value: { theme: 'dark' },
      kept: true,
      levels: ['error'],
      next: { state: 'ok', value: { theme: 'dark' } },
    });
    expect(statSync(keptAs ?? '').mode & 0o777).toBe(0o600);
  },
);

test('D9: a damaged file without a good copy is set aside and never overwritten by defaults', async () => {
  using folder = tempFolder();
  const { file, path } = settingsIn(folder);
  mkdirSync(folder.file('agent'));
  writeFileSync(path, '{"theme": "da');
  await file.update(settings => ({ ...settings, theme: 'light' }));
  const aside = readdirSync(folder.file('agent')).filter(name => name.includes('.corrupt-'));
  expect([aside.map(name => readFileSync(folder.file(`agent/${name}`), 'utf8')), (await file.read()).value]).toEqual([
    ['{"theme": "da'],
    { theme: 'light' },
  ]);
});

test('D9: a byte order mark and five megabytes of valid settings are not damage', async () => {
  using folder = tempFolder();
  const { file, path } = settingsIn(folder);
  mkdirSync(folder.file('agent'));
  const theme = 'quote " and backslash \\ '.repeat(250_000);
  writeFileSync(path, `\ufeff${JSON.stringify({ theme })}`);
  const { state, value } = await file.read();
  expect([state, value.theme === theme]).toEqual(['ok', true]);
});

test('the last good copy is updated after another program wrote the file', async () => {
  using folder = tempFolder();
  const { file, path } = settingsIn(folder);
  await file.update(() => ({ theme: 'dark' }));
  writeFileSync(path, '{"theme": "by hand"}');
  await file.read();
  writeFileSync(path, '');
  expect((await file.read()).value).toEqual({ theme: 'by hand' });
});

test('a file of a newer app is read but never written', async () => {
  using folder = tempFolder();
  const { file, path } = settingsIn(folder);
  mkdirSync(folder.file('agent'));
  writeFileSync(path, '{"version": 4, "theme": "holographic"}');
  const read = await file.read();
  const refused = await codeOf(file.update(() => ({ theme: 'dark' })));
  expect([read.state, read.value.theme, refused, readFileSync(path, 'utf8')]).toEqual([
    'newer',
    'holographic',
    'storage/file-newer',
    '{"version": 4, "theme": "holographic"}',
  ]);
});

test('an update whose result is not valid is refused and changes nothing', async () => {
  using folder = tempFolder();
  const { file } = settingsIn(folder);
  await file.update(() => ({ theme: 'dark' }));
  const code = await codeOf(file.update(() => ({ theme: 7 }) as unknown as Settings));
  expect([code, (await file.read()).value]).toEqual(['storage/file-refused', { theme: 'dark' }]);
});

test('K1: the file is 0600 and its folder 0700 with any umask, also if they had wider modes before', async () => {
  using folder = tempFolder();
  const before = process.umask();
  try {
    const modes: number[][] = [];
    for (const umask of [0, 0o022, 0o077, 0o777]) {
      process.umask(umask);
      const { file, path } = settingsIn(folder);
      await file.update(() => ({ theme: `under ${umask}` }));
      modes.push([path, `${path}.bak`, folder.file('agent')].map(name => statSync(name).mode & 0o777));
      chmodSync(path, 0o644);
      chmodSync(folder.file('agent'), 0o755);
      await file.read();
      modes.push([statSync(path).mode & 0o777]);
    }
    expect(new Set(modes.map(String))).toEqual(new Set([`${0o600},${0o600},${0o700}`, `${0o600}`]));
  } finally {
    process.umask(before);
  }
});

test('K1: a link in place of the file is refused and its target is not changed', async () => {
  using folder = tempFolder();
  const { file, path } = settingsIn(folder);
  mkdirSync(folder.file('agent'));
  writeFileSync(folder.file('elsewhere'), '{"theme": "theirs"}');
  symlinkSync(folder.file('elsewhere'), path);
  expect([
    await codeOf(file.read()),
    await codeOf(file.update(() => ({ theme: 'x' }))),
    readFileSync(folder.file('elsewhere'), 'utf8'),
  ]).toEqual(['storage/symlink', 'storage/symlink', '{"theme": "theirs"}']);
});

test('the lock of another running program is waited for, then the error names its holder', async () => {
  using folder = tempFolder();
  const { file, path } = settingsIn(folder);
  mkdirSync(`${path}.lock`, { recursive: true });
  expect(await codeOf(file.update(() => ({ theme: 'dark' })))).toBe('storage/file-locked');
  const given = file.update(() => ({ theme: 'dark' }));
  setTimeout(() => rmdirSync(`${path}.lock`), 20);
  expect(await given).toEqual({ theme: 'dark' });
});

test('D13: a lock that is stale or from the future is removed, whether it is a folder, a full folder or a file', async () => {
  using folder = tempFolder();
  const { file, path } = settingsIn(folder);
  const shapes = [
    () => mkdirSync(`${path}.lock`, { recursive: true }),
    () => mkdirSync(`${path}.lock/inside`, { recursive: true }),
    () => writeFileSync(`${path}.lock`, ''),
  ];
  const values: string[] = [];
  for (const shape of shapes) {
    for (const seconds of [-11, 3600]) {
      shape();
      const time = Date.now() / 1000 + seconds;
      utimesSync(`${path}.lock`, time, time);
      values.push((await file.update(({ theme }) => ({ theme: `${theme}.` }))).theme);
    }
  }
  expect([values.at(-1), existsSync(`${path}.lock`)]).toEqual(['system......', false]);
});

test('D12: a lock of Atelier from before a restart of the machine is broken at once', async () => {
  using folder = tempFolder();
  const { file, path } = settingsIn(folder);
  mkdirSync(`${path}.lock`, { recursive: true });
  const { ino, birthtimeNs } = statSync(`${path}.lock`, { bigint: true });
  // Process 1 always runs: only the boot id shows that it is not the one that took the lock.
  writeFileSync(
    `${path}.lock-by-1`,
    JSON.stringify({ pid: 1, boot: bootId().startsWith('since') ? 'since 0' : 'another boot', lock: `${ino}:${birthtimeNs}` }),
  );
  expect([await file.update(() => ({ theme: 'dark' })), readdirSync(folder.file('agent')).sort()]).toEqual([
    { theme: 'dark' },
    ['settings.json', 'settings.json.bak'],
  ]);
});

test('temporary files of a killed writer are removed', async () => {
  using folder = tempFolder();
  const { file } = settingsIn(folder);
  mkdirSync(folder.file('agent'));
  writeFileSync(folder.file('agent/.settings.json.new-1-abc'), 'a secret');
  await file.update(() => ({ theme: 'dark' }));
  expect(readdirSync(folder.file('agent')).sort()).toEqual(['settings.json', 'settings.json.bak']);
});

test('removing deletes the file and its last good copy', async () => {
  using folder = tempFolder();
  const { file } = settingsIn(folder);
  await file.update(() => ({ theme: 'dark' }));
  await file.remove();
  expect([readdirSync(folder.file('agent')), (await file.read()).state]).toEqual([[], 'fresh']);
});
