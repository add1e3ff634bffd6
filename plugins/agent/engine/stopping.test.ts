import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, vi } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { lacks, needing } from '../../../tests/support/needing.ts';
import { processesUnder } from '../../../tests/support/processes.ts';
import { detectSandbox } from './detect-sandbox.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

const sandbox = await detectSandbox();
const isRoot = process.getuid?.() === 0;

interface Stopped {
  readonly outcome: string;
  readonly left: readonly string[];
}

/** Runs a fixture, as this user or another one. */
async function program(name: string, args: readonly string[], uid?: number): Promise<unknown> {
  const command = [process.execPath, join(import.meta.dirname, name), ...args];
  const other = ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
  const [first = '', ...rest] = uid === undefined ? command : [...other, ...command];
  const child = spawn(first, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  return JSON.parse(await text(child.stdout));
}

const machines = [
  ['in open mode', 'open', sandbox],
  ['in secure mode', 'secure', sandbox],
  ['in open mode without a sandbox', 'open', undefined],
  ['in secure mode without a sandbox', 'secure', undefined],
] as const;

for (const [where, mode, sandboxProgram] of machines) {
  for (const uid of [undefined, ...(isRoot ? [12345] : [])]) {
    const isMissing = !where.endsWith('without a sandbox') && sandboxProgram === undefined;
    needing(process.platform !== 'linux' && lacks.linux, isMissing && lacks.sandbox)(
      `S8: ${where} a stopped command ends with all that got away from it, and keeps what it said (${uid ?? 'this user'})`,
      async () => {
        using folder = tempFolder();
        chmodSync(folder.path, 0o777);
        const results = (await program('stopping.fixture.ts', [folder.path, mode, sandboxProgram ?? ''], uid)) as Record<string, unknown>;
        const names = Object.keys(results);
        expect(names).toHaveLength(10);
        expect(results).toEqual(Object.fromEntries(names.map(one => [one, { outcome: 'said\naborted', left: [] }])));
      },
    );
  }
}

needing(process.platform !== 'linux' && lacks.linux, !isRoot && lacks.root)(
  'S8: what a stopped command started with more rights than it has, as sudo does, is named, and holds up nobody with the pipes that it keeps',
  async () => {
    using folder = tempFolder();
    chmodSync(folder.path, 0o777);
    const asRoot = folder.file('as-root');
    copyFileSync('/usr/bin/setpriv', asRoot);
    chmodSync(asRoot, 0o4755);
    // Before it is what it becomes, it has no more rights than the command.
    const become = 'until grep -q sleep /proc/$!/comm; do :; done';
    const command = `${asRoot} --reuid=0 --regid=0 --clear-groups <sleep> & ${become}; touch begun; wait`;
    const { given } = (await program('stopping.fixture.ts', [folder.path, 'open', '', command], 12345)) as Record<string, Stopped>;
    const [pid = 0] =
      /running.*: (\d+)\]/
        .exec(given?.outcome ?? '')
        ?.slice(1)
        .map(Number) ?? [];
    const ran = processesUnder(folder.path).find(one => one.pid === pid);
    if (pid > 0) process.kill(pid, 'SIGKILL');
    expect({ given, ran: ran?.command.startsWith('sleep') }).toEqual({
      given: {
        outcome: `said\n\n[still running, because this user may not end them: ${pid}]\naborted`,
        left: [expect.stringMatching(/^sleep /)],
      },
      ran: true,
    });
  },
);
