import { spawn } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { layout, type Row } from '@atelier/schemas/profile/layout.mjs';
import { expect, test, vi } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { isHostileRound } from '../../../tests/support/needing.ts';
import { detectSandbox } from '../engine/detect-sandbox.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

const sandbox = await detectSandbox();
const isRoot = process.getuid?.() === 0;
const open = (Object.entries(layout) as [string, Row][]).filter(([, { tools }]) => tools === true);
const readOnly = (Object.entries(layout) as [string, Row][]).filter(([, { tools }]) => tools === 'read').map(([row]) => row);
const isOpen = (path: string) => open.some(([, row]) => path.startsWith(row.path.replace('**', '')));

interface Result {
  readonly read: readonly string[];
  readonly changed: readonly string[];
}

async function attacked(sandboxProgram: string, uid: number | undefined): Promise<Record<string, Result>> {
  using folder = tempFolder();
  chmodSync(folder.path, 0o777);
  const command = [process.execPath, join(import.meta.dirname, 'profile.fixture.ts'), folder.path, sandboxProgram];
  const other = ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
  const [program = '', ...args] = uid === undefined ? command : [...other, ...command];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return JSON.parse(await text(child.stdout));
}

for (const uid of [undefined, ...(isRoot && !isHostileRound ? [12345] : [])]) {
  const who = uid ?? 'this user';
  test(`S6: no row of the profile is read, planted, replaced or moved by a tool but those that are open to tools, and skills are only read (${who})`, async () => {
    const results = await attacked(sandbox ?? '', uid);
    const workspace = open.filter(([name]) => name === 'workspace');
    const allowed = (name: string) => (name.includes('workspace') ? workspace : name.includes('secure') ? [] : open).map(([row]) => row);
    const names = Object.keys(results);
    expect(names).toHaveLength(sandbox === undefined ? 6 : 12);
    expect(
      names.map(name => [name, results[name]?.read, results[name]?.changed.filter(path => !isOpen(path) || allowed(name).length === 0)]),
    ).toEqual(names.map(name => [name, [...allowed(name), ...readOnly], []]));
    // The attack does what it says where nothing holds it back.
    expect(names.filter(name => allowed(name).length > 0 && !results[name]?.changed.some(isOpen))).toEqual([]);
  });
}
