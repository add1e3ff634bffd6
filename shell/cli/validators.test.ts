import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { markInstalled } from './stamp.mjs';
import { buildValidators, validatorsAreBuilt } from './validators.mjs';

/** In place of the generator: makes one validator of one schema and counts its runs, in as many steps as the real one. */
const generator = `
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
appendFileSync('runs', '.');
const schema = readFileSync('plugins/notes/contract/notes.channel.json', 'utf8');
if (schema === 'bad') { console.error('notes.channel.json is not a channel file.'); process.exit(1); }
writeFileSync('plugins/notes/contract/notes.channel.validate.js', 'export const of = ' + JSON.stringify(schema));
if (schema === 'killed') process.kill(process.pid, 'SIGKILL');
`;

const schema = 'plugins/notes/contract/notes.channel.json';
const validator = 'plugins/notes/contract/notes.channel.validate.js';

function repository() {
  const root = mkdtempSync(join(tmpdir(), 'atelier-validators-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  write('package.json', '{"name":"root","version":"1.0.0","type":"module","workspaces":[]}');
  write('package-lock.json', '{"lockfileVersion":3}');
  write('node_modules/.package-lock.json', '{}');
  write('kernel/README.md', '');
  write('schemas/generate/folders.json', '{"contracts":["kernel/*/contract","plugins/*/contract"]}');
  write('schemas/generate/build-validators.ts', generator);
  write(schema, 'one');
  markInstalled(root);
  return {
    ...{ root, write, read },
    build: () => buildValidators(root, process.execPath),
    runs: () => (existsSync(join(root, 'runs')) ? read('runs').length : 0),
  };
}

test('built validators are up to date until one of their files is written, removed or added', async () => {
  const { root, write, build } = repository();
  const changes: readonly (readonly [string, () => void])[] = [
    ['nothing', () => {}],
    ['a schema was changed', () => write(schema, 'two')],
    ['a schema was added', () => write('plugins/other/contract/card.schema.json', '{}')],
    ['a schema was removed', () => rmSync(join(root, 'plugins/other'), { recursive: true })],
    ['the generator was changed', () => write('schemas/generate/walk.ts', '// other')],
    ['its packages were changed', () => write('package-lock.json', '{"lockfileVersion":3,"packages":{}}')],
    ['a validator was overwritten, as a change of branches does', () => write(validator, 'export const of = "old"')],
    ['a validator was removed', () => rmSync(join(root, validator))],
    ['a validator was left over', () => write('plugins/notes/contract/old.channel.validate.js', '')],
    ['something else was changed', () => write('plugins/notes/contract/index.ts', '')],
    ['the stamp was damaged', () => write('.build/validators.json', '{"sources":')],
    ['the folder of builds was emptied', () => rmSync(join(root, '.build'), { recursive: true })],
  ];
  const built: [string, boolean][] = [];
  for (const [name, change] of changes) {
    await build();
    change();
    built.push([name, validatorsAreBuilt(root)]);
  }
  expect(built.filter(([, isBuilt]) => isBuilt).map(([name]) => name)).toEqual(['nothing', 'something else was changed']);
});

test('a schema that changes while its validator is built makes the validator stale', async () => {
  const { root, write, build } = repository();
  write('schemas/generate/build-validators.ts', `${generator}\nwriteFileSync('${schema}', 'changed meanwhile');`);
  await build();
  expect(validatorsAreBuilt(root)).toBe(false);
});

test('a build that was killed or failed is repeated', async () => {
  const { root, write, build, read } = repository();
  await build();
  const outcomes: unknown[] = [];
  for (const text of ['killed', 'bad', 'good']) {
    write(schema, text);
    outcomes.push([text, (await build()) === 0, validatorsAreBuilt(root)]);
  }
  expect({ outcomes, validator: read(validator) }).toEqual({
    outcomes: [
      ['killed', false, false],
      ['bad', false, false],
      ['good', true, true],
    ],
    validator: 'export const of = "good"',
  });
});

test('a folder without the generator is not built', () => {
  const { root } = repository();
  rmSync(join(root, 'schemas'), { recursive: true });
  expect(validatorsAreBuilt(root)).toBe(true);
});

/** What a command does before anything else. */
async function begin(root: string) {
  const script = `
    const { prepare } = await import('${new URL('./setup.mjs', import.meta.url).href}');
    await prepare(${JSON.stringify(root)}).catch(error => { console.error(error.message); process.exitCode = 1; });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, LANG: 'en' },
  });
  const said: string[] = [];
  child.stderr.on('data', data => said.push(String(data)));
  const [code] = await once(child, 'close');
  return { code, said: said.join('').trim().split('\n') };
}

test('of several commands at the same time, one builds the validators, and a later one builds none', async () => {
  const { root, runs, write } = repository();
  const codes = (await Promise.all([begin(root), begin(root), begin(root)])).map(({ code }) => code);
  const first = runs();
  await begin(root);
  const second = runs();
  write(schema, 'pulled');
  await begin(root);
  expect({ codes, runs: [first, second, runs()] }).toEqual({ codes: [0, 0, 0], runs: [1, 1, 2] });
});

test('a schema that cannot be read ends the command with its reason and what to do', async () => {
  const { root, write } = repository();
  write(schema, 'bad');
  const { code, said } = await begin(root);
  expect({ code, said: said.slice(-2) }).toEqual({
    code: 1,
    said: ['notes.channel.json is not a channel file.', expect.stringMatching(/could not be generated.*Correct the file it names/)],
  });
});
