import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { builtApp } from './support/built.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 300_000 });

/** The databases of a profile that a process has open now. */
function opened(pid: number | undefined, profile: string): readonly string[] {
  try {
    const links = readdirSync(`/proc/${pid}/fd`).map(fd => readlinkSync(`/proc/${pid}/fd/${fd}`));
    return links.filter(path => path.startsWith(join(profile, 'Atelier', 'data')));
  } catch {
    // It has ended.
    return [];
  }
}

test('D14: of many starts of the program at once one has the profile; no other opens a database of it or says an address', async context => {
  context.skip(process.platform !== 'linux', 'what a process has open is read from /proc');
  await builtApp();
  const profile = mkdtempSync(join(tmpdir(), 'atelier-owners-'));
  onTestFinished(() => rmSync(profile, { recursive: true, force: true }));
  const main = join(import.meta.dirname, '..', 'shell', 'browser', 'main.ts');
  const starts = Array.from({ length: 4 }, (_, at) => {
    const child = spawn(process.execPath, [main, '--headless', '--json', '--port=0', `atelier://start-${at}`], {
      env: { XDG_CONFIG_HOME: profile, HOME: profile, PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const said = { text: '', owned: 0 };
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      said.text += piece;
    });
    const errors = text(child.stderr);
    const ended = once(child, 'close').then(([code]) => code as number | null);
    return { child, said, ended, errors };
  });
  const look = () => {
    for (const { child, said } of starts) said.owned = Math.max(said.owned, opened(child.pid, profile).length);
    return starts.filter(({ child }) => child.exitCode === null).length;
  };
  // All but one end, and the one that stays has opened its databases; it is looked at all the while.
  await expect.poll(look, { interval: 5 }).toBe(1);
  const stays = starts.filter(({ child }) => child.exitCode === null);
  await expect.poll(() => (look() === 1 ? (stays[0]?.said.owned ?? 0) : 0), { interval: 5 }).toBeGreaterThan(0);
  await expect.poll(() => stays[0]?.said.text).toContain('"url"');
  for (const { child } of stays) child.kill('SIGTERM');
  const codes = await Promise.all(starts.map(({ ended }) => ended));
  expect({
    owners: starts.filter(({ said }) => said.owned > 0).length,
    addresses: starts.filter(({ said }) => said.text.includes('"url"')).map(({ child }) => child.pid),
    codes,
  }).toEqual({ owners: 1, addresses: [stays[0]?.child.pid], codes: [0, 0, 0, 0] });
});
