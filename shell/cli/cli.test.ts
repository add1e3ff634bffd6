import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const bin = fileURLToPath(new URL('./atelier.mjs', import.meta.url));

function atelier(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const ran = spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8', env: { PATH: process.env.PATH, LANG: 'en', ...env } });
  return { code: ran.status, out: ran.stdout.trim(), err: ran.stderr.trim() };
}

test('--version is that of package.json, and --help lists what is there in the language of LANG', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect({
    version: atelier(['--version']),
    english: atelier(['--help']).out.includes('Exit codes: 0 it worked'),
    french: atelier(['--help'], { LANG: 'fr_FR.UTF-8' }).out.includes('Codes de sortie : 0 réussi'),
    json: JSON.parse(atelier(['--help', '--json']).out).exitCodes,
  }).toEqual({
    version: { code: 0, out: version, err: '' },
    english: true,
    french: true,
    json: { 0: 'worked', 1: 'failed', 2: 'wrong use' },
  });
});

test.each([
  [['strat'], /no command "strat".*start, doctor/],
  [['cloud'], /means nothing to cloud/],
  [['cloud', 'stop'], /"stop" means nothing to cloud/],
  [['cloud', 'serve', '--colour'], /"--colour" means nothing to cloud/],
  [['cloud', 'serve', '--port=70000'], /"--port=70000" means nothing to cloud/],
  [['run', 'nothing'], /no script "nothing".*test, check/],
  [['run'], /Name a script: test, check/],
  [['run', 'check', '--json'], /"--json" means nothing to check/],
  [['run', 'generate', '--fix'], /"--fix" means nothing to generate, which takes: --check/],
  [['run', 'dev', '--port'], /"--port" is not how to start/],
  [['doctor', '--fix'], /--fix/],
  [['start', '--port=x'], /--port=x/],
  [['start', '--port=70000'], /--port=70000/],
  [['start', '--headless=no'], /--headless=no/],
  [['start', '--host=tv'], /--host=tv/],
  [['start', '--colour'], /--colour/],
  [['start', '--export'], /--export/],
  [['start', '--export=a.zip', '--import=b.zip'], /either --export/],
  [['start', '--export='], /either --export/],
  [['start', '--import='], /either --export/],
  [['start', '--export=a.zip', '--export=b.zip'], /either --export/],
  [['start', '--keys'], /--keys goes with/],
  [['new', 'Bad Name'], /npm run new <name>/],
])('%j is wrong use: exit code 2 and a sentence on stderr only', (args, sentence) => {
  const english = atelier(args);
  const french = atelier(args, { LANG: 'fr_FR.UTF-8' });
  expect([english, french.code, french.err.split('\n').length]).toEqual([{ code: 2, out: '', err: expect.stringMatching(sentence) }, 2, 1]);
  expect(french.err).not.toBe(english.err);
});

test('a host that is started with wrong arguments ends with 2 and one sentence in the person’s language, without a stack', () => {
  const main = fileURLToPath(new URL('../browser/main.ts', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [main, '--colour'], { encoding: 'utf8', env: { LANG: 'fr' } });
  expect({ status, said: stderr.trim().split('\n') }).toEqual({
    status: 2,
    said: [expect.stringMatching(/^Atelier n’a pas démarré : .* \[host\/arguments\]$/)],
  });
});

test('doctor reports for each check its state, why it matters and what to do', () => {
  const { code, out } = atelier(['doctor', '--json']);
  const { ok, checks } = JSON.parse(out) as { ok: boolean; checks: { id: string; state: string; why: string; remedy?: string }[] };
  expect({
    code,
    ids: checks.map(check => check.id),
    unexplained: checks.filter(check => check.why === '' || (check.state !== 'ok' && !check.remedy?.endsWith('.'))),
  }).toEqual({
    code: ok ? 0 : 1,
    ids: ['node', 'packages', 'sqlite', 'browser', 'electron', 'git', 'sandbox', 'disk', 'profile', 'ports'],
    unexplained: [],
  });
});

test('doctor reports in both languages', () => {
  const sentences = (LANG: string) => {
    const { checks } = JSON.parse(atelier(['doctor', '--json'], { LANG, PATH: '/nowhere' }).out) as {
      checks: { why: string; remedy?: string }[];
    };
    return checks.flatMap(({ why, remedy }) => [why, remedy ?? '']).filter(sentence => sentence !== '');
  };
  const english = sentences('en');
  expect(sentences('fr_FR.UTF-8').filter(sentence => english.includes(sentence))).toEqual([]);
});

test('doctor ends with 1 where something required is missing, and only warns about optional parts', () => {
  const { code, out } = atelier(['doctor', '--json'], { PATH: '/nowhere' });
  const { checks } = JSON.parse(out) as { checks: { id: string; state: string }[] };
  const states = Object.fromEntries(checks.map(check => [check.id, check.state]));
  expect({ code, git: states.git, sandbox: states.sandbox, browser: states.browser }).toEqual({
    code: 1,
    git: 'missing',
    sandbox: 'warn',
    browser: 'warn',
  });
});

test('what runs before the setup is plain JS with no dependency', () => {
  const folders = ['.', '../../schemas/profile/'].map(path => fileURLToPath(new URL(path, import.meta.url)));
  const before = folders.flatMap(folder =>
    readdirSync(folder)
      .filter(name => name.endsWith('.mjs') && name !== 'vite-build.mjs')
      .map(name => `${folder}${name}`),
  );
  const imports = before.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/^import .*?from '([^']+)'/gms)].map(match => match[1] ?? ''),
  );
  const plain = /^(?:node:.+|(?:\.|\.\.\/\.\.\/schemas\/profile)\/[\w-]+\.mjs)$/;
  expect(imports.filter(name => !plain.test(name))).toEqual([]);
});
