import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../kernel/testing/temp-folder.ts';

const killer = join(import.meta.dirname, 'support', 'swap-killed.ts');

/** A program of one file that says its version. */
const program = (version: string) => `#!/bin/sh\n# ${'x'.repeat(100_000)}\necho ${version}\n`;

function swapped(folder: string, at: number) {
  mkdirSync(folder, { recursive: true });
  const [file, installer] = [join(folder, 'Atelier.AppImage'), join(folder, 'installer')];
  if (!existsSync(file)) {
    writeFileSync(file, program('1.0.0'), { mode: 0o755 });
    writeFileSync(installer, program('2.0.0'), { mode: 0o600 });
  }
  const flags = ['--disable-warning=ExperimentalWarning', killer, file, installer, String(at)];
  const { stdout, signal } = spawnSync(process.execPath, flags, { encoding: 'utf8' });
  const runs = spawnSync(file, { encoding: 'utf8' }).stdout.trim();
  const previous = existsSync(`${file}.previous`) ? readFileSync(`${file}.previous`, 'utf8') : undefined;
  return { done: Number(stdout), signal, runs, isPreviousWhole: previous === undefined || previous === program('1.0.0') };
}

test('N9: a swap that is killed at any point leaves a program that runs, old or new, and the next swap comes through', () => {
  using folder = tempFolder();
  const whole = swapped(join(folder.path, 'whole'), -1);
  const outcomes = Array.from({ length: whole.done }, (_, at) => {
    const killed = swapped(join(folder.path, String(at)), at);
    const again = swapped(join(folder.path, String(at)), -1);
    return { killed: [killed.signal, killed.isPreviousWhole], ran: killed.runs, again: again.runs };
  });
  expect({ whole: [whole.runs, whole.isPreviousWhole], outcomes, ran: [...new Set(outcomes.map(({ ran }) => ran))] }).toEqual({
    whole: ['2.0.0', true],
    outcomes: outcomes.map(({ ran }) => ({ killed: ['SIGKILL', true], ran, again: '2.0.0' })),
    ran: ['1.0.0', '2.0.0'],
  });
});
