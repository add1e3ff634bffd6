import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyRepository } from './support/repository-copy.ts';

function run(root: string, command: string, args: readonly string[]) {
  const ran = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, LANG: 'en', npm_config_registry: 'http://127.0.0.1:9' },
  });
  return { code: ran.status, said: ran.stdout + ran.stderr };
}

const atelier = (root: string, ...args: string[]) => run(root, process.execPath, ['shell/cli/atelier.mjs', ...args]);

test('a new plugin has its own name everywhere, is known to npm and the compiler, and passes every check at once', () => {
  using copy = copyRepository();
  const made = atelier(copy.root, 'new', 'alarm-clock');
  expect(made.code, made.said).toBe(0);

  const folder = join(copy.root, 'plugins/alarm-clock');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const left = files.filter(
    file => file.includes('template') || (/\.\w+$/.test(file) && /template/i.test(readFileSync(join(folder, file), 'utf8'))),
  );
  expect({ left, linked: existsSync(join(copy.root, 'node_modules/@atelier/alarm-clock/package.json')) }).toEqual({
    left: [],
    linked: true,
  });

  // What `npm run check` does, for the new plugin alone; what is generated has just been written.
  for (const tool of [
    ['node_modules/@biomejs/biome/bin/biome', 'check', 'plugins/alarm-clock', 'tsconfig.json', 'tests/tsconfig.json'],
    ['node_modules/typescript/bin/tsc', '-b', 'plugins/alarm-clock'],
  ]) {
    const checked = run(copy.root, process.execPath, tool);
    expect(checked.code, checked.said).toBe(0);
  }
  const tests = atelier(copy.root, 'run', 'test', 'plugins/alarm-clock', 'tests/projects.test.ts');
  expect(tests.code, tests.said).toBe(0);
  // Of the walls only what the new plugin adds is this test's business.
  const walls = atelier(copy.root, 'run', 'test', 'tests/layers.test.ts', 'tests/messages.test.ts');
  expect(walls.said.match(/"[^"]*(?:plugins\/alarm-clock|alarm-clock\/note-empty)[^"]*"/g) ?? []).toEqual([]);
  // With a registry that does not answer: the lockfile itself must be in step.
  const locked = run(copy.root, 'npm', ['ci', '--dry-run', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=0']);
  expect(locked.code, locked.said).toBe(0);
});

test('a name that is taken is refused, and nothing is changed', () => {
  const before = readFileSync('package-lock.json', 'utf8');
  const refused = atelier('.', 'new', 'template');
  expect({ refused, same: readFileSync('package-lock.json', 'utf8') === before }).toEqual({
    refused: { code: 1, said: expect.stringContaining('plugins/template already exists') },
    same: true,
  });
});
