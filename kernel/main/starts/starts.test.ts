import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestKernel, testKernel } from '@atelier/kernel/testing';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { extensionsThat } from '../../../tests/support/start-cut-off.ts';

vi.setConfig({ testTimeout: 120_000 });

function newProfile(): string {
  const profile = mkdtempSync(join(tmpdir(), 'atelier-starts-'));
  onTestFinished(() => rmSync(profile, { recursive: true, force: true }));
  return profile;
}

const journalOf = (profile: string) => readFileSync(pathIn(join(profile, 'user-data'), 'starts'), 'utf8');

/** Starts a kernel in a process of its own, which is killed: once it is asked and its journal says this; with `none` by itself, right after its start. */
async function cutOff(profile: string, how: 'freeze' | 'none', journal = '', stillMs = 10_000): Promise<void> {
  const flags = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../../../tests/support/start-cut-off.ts')];
  const child = spawn(process.execPath, [...flags, profile, how, String(stillMs)], {
    env: { ...process.env, ATELIER_CUT_OFF: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  await Promise.race([ended, new Promise<void>(resolve => lines.on('line', line => line === 'asked' && resolve()))]);
  await expect.poll(() => journalOf(profile), { timeout: 60_000 }).toContain(journal);
  child.kill('SIGKILL');
  await ended;
}

const seen = (kernel: TestKernel) =>
  Object.fromEntries(
    kernel
      .statuses()
      .filter(({ bundled }) => !bundled)
      .map(({ id, state, problem }) => [id, problem === undefined ? state : [state, problem.code]]),
  );
const told = (kernel: TestKernel) => kernel.notices().map(({ code, extension }) => [code, extension]);

test('X18: an extension over whose start the kernel stood still is held back at the next start, by name, and can be switched on again', async () => {
  const profile = newProfile();
  await cutOff(profile, 'freeze', '"still"', 500);

  const next = await testKernel({ profile, extensions: extensionsThat('answer') });
  const held = { states: seen(next), notices: told(next), safe: next.safeStart(), says: next.notices()[0]?.message };
  await next.close();
  const later = await testKernel({ profile, extensions: extensionsThat('answer') });
  const stays = [seen(later), told(later)];
  await later.enable('@test/stuck');
  const again = seen(later);
  await later.close();
  const last = await testKernel({ profile, extensions: extensionsThat('answer') });
  const on = [seen(last), told(last)];
  await last.close();

  expect({ held, stays, again, on }).toEqual({
    held: {
      states: { '@test/stuck': ['quarantined', 'extension/held-back'], '@test/well': 'active' },
      notices: [['extension/held-back', '@test/stuck']],
      safe: undefined,
      says: expect.stringMatching(/^@test\/stuck 1\.0\.0 is held back: /),
    },
    stays: [{ '@test/stuck': ['quarantined', 'extension/held-back'], '@test/well': 'active' }, []],
    again: { '@test/stuck': 'active', '@test/well': 'active' },
    on: [{ '@test/stuck': 'active', '@test/well': 'active' }, []],
  });
});

test('X18: a start that ends while an extension starts is nobody’s fault once, and that extension’s at the second time in a row', async () => {
  const profile = newProfile();
  await cutOff(profile, 'freeze');
  const once = await testKernel({ profile, extensions: extensionsThat('answer') });
  const afterOne = seen(once);
  await once.close();
  await cutOff(profile, 'freeze');
  await cutOff(profile, 'freeze');
  const twice = await testKernel({ profile, extensions: extensionsThat('answer') });
  const afterTwo = seen(twice);
  await twice.close();
  expect([afterOne, afterTwo]).toEqual([
    { '@test/stuck': 'active', '@test/well': 'active' },
    { '@test/stuck': ['quarantined', 'extension/held-back'], '@test/well': 'active' },
  ]);
});

test('X18: after two starts in a row that did not come up the next is a safe one, until the person leaves it', async () => {
  const profile = newProfile();
  const before = await testKernel({ profile, extensions: extensionsThat('answer') });
  await before.disable('@test/well');
  await before.close();
  const choices = () => readFileSync(pathIn(join(profile, 'user-data'), 'choices'), 'utf8');
  const stored = choices();
  await cutOff(profile, 'none');
  await cutOff(profile, 'none');

  const first = await testKernel({ profile, extensions: extensionsThat('answer') });
  const safe = [first.safeStart(), seen(first)];
  await first.close();
  const second = await testKernel({ profile, extensions: extensionsThat('answer') });
  const stays = [second.safeStart(), choices() === stored];
  await second.leaveSafeStart();
  await expect.poll(() => seen(second)['@test/stuck']).toBe('active');
  const left = [second.safeStart(), seen(second), choices() === stored];
  await second.close();
  const third = await testKernel({ profile, extensions: extensionsThat('answer') });
  const usual = [third.safeStart(), seen(third)];
  await third.close();

  expect({ safe, stays, left, usual }).toEqual({
    safe: ['failed', { '@test/stuck': ['stopped', 'extension/safe-start'], '@test/well': 'stopped' }],
    stays: ['failed', true],
    left: [undefined, { '@test/stuck': 'active', '@test/well': 'stopped' }, true],
    usual: [undefined, { '@test/stuck': 'active', '@test/well': 'stopped' }],
  });
});

test('X18: a safe start that was asked for is for once, and an extension can be switched on in it alone', async () => {
  const profile = newProfile();
  const safe = await testKernel({ profile, extensions: extensionsThat('answer'), safe: true });
  const all = [safe.safeStart(), seen(safe)];
  await safe.enable('@test/stuck');
  const one = seen(safe);
  await safe.close();
  const usual = await testKernel({ profile, extensions: extensionsThat('answer') });
  const after = [usual.safeStart(), seen(usual)];
  await usual.close();
  expect({ all, one, after }).toEqual({
    all: ['asked', { '@test/stuck': ['stopped', 'extension/safe-start'], '@test/well': ['stopped', 'extension/safe-start'] }],
    one: { '@test/stuck': 'active', '@test/well': ['stopped', 'extension/safe-start'] },
    after: [undefined, { '@test/stuck': 'active', '@test/well': 'active' }],
  });
});

test('a manifest over whose reading two starts ended is left unread until it has changed', async () => {
  const profile = newProfile();
  const [, , well] = extensionsThat('answer');
  const extensions = [{ ...well!, atelier: {} }];
  const before = await testKernel({ profile, extensions });
  const { installed } = before.host.paths;
  await before.close();
  const folder = join(installed, 'test-0');
  const step = JSON.stringify({ begin: `reading ${folder}` });
  const header = JSON.stringify({ failed: 1, suspects: [`reading ${folder}`], unread: {} });
  writeFileSync(pathIn(join(profile, 'user-data'), 'starts'), `${header}\n${step}\n`);
  rmSync(pathIn(join(profile, 'user-data'), 'manifests'), { force: true });

  const states: unknown[] = [];
  for (const change of ['', '', ' ']) {
    appendFileSync(join(folder, 'package.json'), change);
    const kernel = await testKernel({ profile });
    states.push(kernel.statuses().map(({ state, problem }) => problem?.code ?? state));
    await kernel.close();
  }
  expect(states).toEqual([['extension/manifest-held-back'], ['extension/manifest-held-back'], ['dormant']]);
});

test('a view for safe starts is listed in those only', async () => {
  const view = { id: 'notes.safe', slot: 'overlay' as const, title: 'Safe', element: 'notes-safe', start: 'safe' as const };
  const notes = { id: '@test/notes', atelier: { ui: './ui.js', contributes: { views: [view] } } };
  const listed: unknown[] = [];
  for (const safe of [false, true]) {
    await using kernel = await testKernel({ extensions: [notes], safe });
    listed.push(kernel.firstViews().map(one => (one as { id: string }).id));
    if (safe) await kernel.leaveSafeStart();
    listed.push(kernel.firstViews().length);
  }
  expect(listed).toEqual([[], 0, ['notes.safe'], 0]);
});
