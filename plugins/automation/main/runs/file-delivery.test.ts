import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hour, opened } from '../automation.fixture.ts';

function folders() {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [results, other] = [join(folder, 'results'), join(folder, 'other')];
  mkdirSync(results);
  mkdirSync(other);
  return { results: realpathSync(results), other: realpathSync(other) };
}

test('a result is written into a new file of the folder that the person chose, and its receipt has what was read back', async () => {
  using at = opened();
  const { results } = folders();
  at.automation.folders.add(results);
  const id = at.add({ title: '../Issues: of/today', deliver: 'always', to: { kind: 'file', folder: results } });
  at.state.run = async () => ({ text: 'Three issues.' });
  const ran = () => at.receipts(id).filter(({ status }) => status === 'ran').length;
  await at.clock.pass(hour);
  await expect.poll(ran).toBe(1);
  at.automation.runNow(id);
  await expect.poll(ran).toBe(2);
  const deliveries = at.receipts(id).map(({ delivery }) => delivery);
  const text = 'Three issues.\n';
  const names = readdirSync(results);
  expect({
    delivered: deliveries.map(delivery => [delivery?.kind, delivery?.status, delivery?.digest]),
    listed: deliveries.map(delivery => basename(delivery?.path ?? '')).toSorted(),
    texts: names.map(name => readFileSync(join(results, name), 'utf8')),
    named: names.every(name => /^Issues of today \d{4}-\d\d-\d\d \d\d\.\d\d(?: \(2\))?\.md$/.test(name)),
    notifications: at.notifications,
  }).toEqual({
    delivered: Array.from({ length: 2 }, () => ['file', 'sent', createHash('sha256').update(text).digest('hex')]),
    listed: names.toSorted(),
    texts: [text, text],
    named: true,
    notifications: [],
  });
});

test('nothing is written through a link that took the place of the folder: the receipt says so, and the person is notified', async () => {
  using at = opened();
  const { results, other } = folders();
  at.automation.folders.add(results);
  renameSync(results, `${results}-before`);
  symlinkSync(other, results);
  const id = at.add({ deliver: 'always', to: { kind: 'file', folder: results } });
  await at.clock.pass(hour);
  await expect.poll(() => at.receipts(id)[0]?.delivery?.problem?.code).toBe('automation/no-folder');
  expect([readdirSync(other), at.receipts(id)[0]?.delivery?.status, at.notifications.length]).toEqual([[], 'failed', 1]);
});

test('a failure is notified of, and a folder that was not chosen gets nothing', async () => {
  using at = opened();
  const { results, other } = folders();
  at.automation.folders.add(results);
  const failing = at.add({ deliver: 'always', to: { kind: 'file', folder: results } });
  at.state.run = () => Promise.reject(new Error('disk full'));
  await at.clock.pass(hour);
  at.automation.rules.change(failing, { on: false });
  at.state.run = async () => undefined;
  const stray = at.add({ deliver: 'always', to: { kind: 'file', folder: other } });
  await at.clock.pass(hour);
  expect({
    failing: at.receipts(failing).map(({ delivery }) => [delivery?.kind, delivery?.status]),
    stray: at.receipts(stray).map(({ delivery }) => [delivery?.kind, delivery?.problem?.code]),
    written: [readdirSync(results), readdirSync(other)],
    notified: at.notifications.length,
  }).toEqual({
    failing: [['notification', 'sent']],
    stray: [['file', 'automation/not-chosen']],
    written: [[], []],
    notified: 2,
  });
});
