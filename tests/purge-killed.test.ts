import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { tempFolder } from '../kernel/testing/temp-folder.ts';

vi.setConfig({ testTimeout: 240_000 });

const program = join(import.meta.dirname, 'support', 'purge-killed.ts');
const rows = '^DELETE FROM memories WHERE number IN';
const parts = '^DELETE FROM change_parts WHERE number IN';
/** Each step of a purge of seven hundred, which takes four pieces. */
const steps: readonly (readonly [string, 'before' | 'after', string])[] = [
  ['nothing is gone yet', 'before', rows],
  ['the first piece is not committed', 'after', rows],
  ['the second piece begins', 'before', `${rows} & ${parts}`],
  ['the third piece is to be committed', 'before', `${rows} & ${rows} & ${rows} & ^COMMIT`],
  ['the third piece is committed', 'after', `${rows} & ${rows} & ${rows} & ^COMMIT`],
  ['the last piece is not committed', 'after', `${rows} & ${rows} & ${rows} & ${rows}`],
];

async function run(profile: string, step = '', when = 'before') {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, profile, step, when], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let found = '';
  child.stdout.setEncoding('utf8').on('data', text => {
    found += text;
  });
  const [, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { signal, found: found === '' ? undefined : JSON.parse(found) };
}

/** Whether a word of what was forgotten is in a file of the database. */
function isLeft(profile: string): boolean {
  const data = join(profile, 'user-data', 'data');
  const files = readdirSync(data).filter(name => name.includes('memory.sqlite'));
  return files.some(name => readFileSync(join(data, name)).includes('tesselornikamp'));
}

test.for(steps)('a kill -9 while what was forgotten goes, when %s: the next start removes the rest', async ([, when, step]) => {
  using folder = tempFolder();
  const filled = await run(folder.path, 'fill');
  const before = isLeft(folder.path);
  const cut = await run(folder.path, step, when);
  const next = await run(folder.path);
  expect({ filled: filled.found, before, cut, next, left: isLeft(folder.path) }).toEqual({
    filled: { active: 1, waiting: 1 },
    before: true,
    cut: { signal: 'SIGKILL', found: undefined },
    next: { signal: null, found: { active: 1, waiting: 0 } },
    left: false,
  });
});
