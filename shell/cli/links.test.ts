import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { desktopEntry, links } from './links.mjs';

const bin = fileURLToPath(new URL('./atelier.mjs', import.meta.url));
const findXdg = (name: string) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map(folder => join(folder, name))
    .find(file => existsSync(file));

function home() {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-links-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const data = join(folder, 'data');
  const env = { HOME: folder, XDG_DATA_HOME: data, XDG_CONFIG_HOME: join(folder, 'config'), PATH: process.env.PATH, LANG: 'en' };
  mkdirSync(env.XDG_CONFIG_HOME);
  return { folder, env, entry: join(data, 'applications', 'atelier.desktop') };
}

function atelier(args: readonly string[], env: NodeJS.ProcessEnv) {
  const ran = spawnSync(process.execPath, [bin, 'links', ...args], { encoding: 'utf8', env, timeout: 120_000 });
  return { code: ran.status, said: ran.stderr.trim().split('\n').at(-1) };
}

test('register makes this copy the handler of our links, and unregister removes it', context => {
  context.skip(process.platform !== 'linux' || findXdg('xdg-mime') === undefined, 'needs Linux with xdg-utils');
  const { env, entry } = home();
  const asked = () => spawnSync('xdg-mime', ['query', 'default', 'x-scheme-handler/atelier'], { encoding: 'utf8', env }).stdout.trim();
  const registered = atelier(['register'], env);
  const [opener, written] = [asked(), readFileSync(entry, 'utf8')];
  const unregistered = atelier(['unregister'], env);
  expect({
    registered,
    opener,
    mime: written.includes('MimeType=x-scheme-handler/atelier;\n'),
    unregistered,
    left: existsSync(entry),
  }).toEqual({
    registered: { code: 0, said: `Links that begin with atelier:// open in this copy (${entry}).` },
    opener: 'atelier.desktop',
    mime: true,
    unregistered: { code: 0, said: 'Links that begin with atelier:// no longer open in this copy.' },
    left: false,
  });
});

test('a link that the system opens reaches the program of the entry as one argument', context => {
  const opener = findXdg('xdg-open');
  context.skip(process.platform !== 'linux' || opener === undefined || findXdg('xdg-mime') === undefined, 'needs Linux with xdg-utils');
  const { folder, env } = home();
  // A copy of Atelier that only prints its arguments.
  const root = join(folder, 'copy');
  const said = join(folder, 'said');
  mkdirSync(join(root, 'shell', 'cli'), { recursive: true });
  const program = `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(said)}, JSON.stringify(process.argv.slice(2)));\n`;
  writeFileSync(join(root, 'shell', 'cli', 'atelier.mjs'), program);
  const registered = links(root, 'register', env);
  const opened = spawnSync(opener ?? '', ['atelier://extensions/install/@acme/notes?version=1'], {
    // Without it, xdg-open looks for a terminal browser instead.
    env: { ...env, DISPLAY: ':99' },
    encoding: 'utf8',
    timeout: 120_000,
  });
  expect({ registered, status: opened.status, argv: JSON.parse(readFileSync(said, 'utf8')) }).toEqual({
    registered: 0,
    status: 0,
    argv: ['start', 'atelier://extensions/install/@acme/notes?version=1'],
  });
});

test('without xdg-utils the entry is written, and the message names what is missing', context => {
  context.skip(process.platform !== 'linux', 'needs Linux');
  const { env, entry } = home();
  const { code, said } = atelier(['register'], { ...env, PATH: '/nowhere' });
  expect({ code, said, written: existsSync(entry) }).toEqual({
    code: 1,
    said: expect.stringMatching(/is written, but the system was not notified: xdg-mime ENOENT\. Install xdg-utils/),
    written: true,
  });
});

test('an argument is quoted only where necessary, and no part of a path becomes another argument', () => {
  const exec = (root: string) => /^Exec=(.*)$/m.exec(desktopEntry(root, '/usr/bin/node'))?.[1];
  expect([exec('/opt/atelier'), exec('/people/My Apps/100%'), exec('/odd/$HOME`"\\x')]).toEqual([
    '/usr/bin/node /opt/atelier/shell/cli/atelier.mjs start %u',
    '/usr/bin/node "/people/My Apps/100%%/shell/cli/atelier.mjs" start %u',
    '/usr/bin/node "/odd/\\\\$HOME\\\\`\\\\"\\\\\\\\x/shell/cli/atelier.mjs" start %u',
  ]);
});

test.each([[[]], [['remove']], [['register', 'now']]])('%j is wrong use', args => {
  expect(atelier(args, { PATH: process.env.PATH, LANG: 'en' })).toEqual({
    code: 2,
    said: 'Use `npm run atelier -- links register` or `unregister`.',
  });
});
