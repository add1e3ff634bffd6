import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import type { Locator } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { connected } from './screen.ts';
import { settingsPage } from './settings-page.ts';
import { demoReady, rested, say } from './thread.ts';
import { command } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const canary = 'sk-canary1234567890abcdef';

/** Older days of the log, one of them with a key in it that an older version wrote. */
function withOldLog(userData: string): void {
  mkdirSync(join(userData, 'logs'), { recursive: true, mode: 0o700 });
  const line = (at: number, level: string, text: string) =>
    JSON.stringify({ time: new Date(Date.UTC(2026, 0, 5, 8, 0, 0, at)).toISOString(), level, source: '@atelier/agent', text });
  const lines = Array.from({ length: 3000 }, (_, at) => line(at, at % 100 === 0 ? 'warn' : 'info', `kettle ${at}`));
  writeFileSync(join(userData, 'logs', '2026-01-05.log'), `${[...lines, line(3000, 'error', `kettle burst with ${canary}`)].join('\n')}\n`);
}

/** Calls a channel as a view on screen does. */
function callFrom(view: Locator, channel: string, name: string, params: object = {}): Promise<unknown> {
  return view.evaluate(
    (element, [id, call, given]) =>
      (element as unknown as { view: { connect(channel: { id: string }): { call(name: string, params: object): Promise<unknown> } } }).view
        .connect({ id })
        .call(call, given),
    [channel, name, params] as const,
  );
}

test('what is wrong is said with what to do, the log is filtered and followed, a command prints, and a report names nobody', async () => {
  await using app = await openApp({ locale: 'en-GB', prepare: withOldLog });
  const { page } = app;
  await connected(page);
  await demoReady(page);
  const conversation = await say(page, 'Hello', { model: 'demo/demo' });
  await rested(page, conversation);
  const widget = page.locator('throughput-widget').getByRole('img');
  await widget.waitFor();
  const explained = await widget.getAttribute('aria-label');
  await app.keep('throughput');

  await command(page, 'Open diagnostics');
  const section = page.locator('diagnostics-settings');
  const checks = section.locator('diagnostics-checks');
  const stateOf = (name: string) => checks.locator(`[data-check="${name}"]`).getAttribute('data-state');
  const before = await stateOf('choices');
  await section.locator('diagnostics-places code').first().waitFor();
  await axeClean(page);
  const choices = readFileSync(join(app.userData, 'extensions.json'), 'utf8');
  writeFileSync(join(app.userData, 'extensions.json'), '{"broken');
  await checks.getByRole('button', { name: 'Run again' }).click();
  await expect.poll(() => stateOf('choices')).toBe('failed');
  const why = await checks.locator('[data-check="choices"] .why').innerText();
  await app.keep('diagnostics-checks');
  writeFileSync(join(app.userData, 'extensions.json'), choices);

  await section.getByRole('tab', { name: 'Log' }).click();
  const log = section.locator('diagnostics-log');
  await log.getByRole('searchbox').fill('KETTLE');
  await expect.poll(() => log.getByRole('status').innerText()).toBe('3,001 lines');
  const drawn = await log.getByRole('option').count();
  // Who follows sees the end.
  await log.getByText('kettle burst').waitFor();
  await log.getByRole('combobox', { name: 'Level' }).selectOption({ label: 'Warnings and errors' });
  await expect.poll(() => log.getByRole('status').innerText()).toBe('31 lines');
  await log.getByRole('combobox', { name: 'Source' }).selectOption({ label: 'agent' });
  await log.getByRole('combobox', { name: 'Time' }).selectOption({ label: 'Last hour' });
  await log.getByText('No line matches this filter.').waitFor();
  await log.getByRole('button', { name: 'Clear the filter' }).click();
  await log.getByRole('combobox', { name: 'Source' }).selectOption({ label: 'agent' });
  await log.getByRole('searchbox').fill('turnEnded');
  const ended = () => log.getByRole('option').filter({ hasText: 'agent:event turnEnded' });
  await expect.poll(() => log.getByRole('status').innerText()).toBe('1 line');
  // Another turn, while one looks on.
  await callFrom(section, 'agent', 'prompt', { conversation, text: 'Hello' });
  await expect.poll(() => ended().count()).toBe(2);
  await ended().last().click();
  await log.locator('diagnostics-line pre').waitFor();
  await app.keep('diagnostics-log');
  await axeClean(page);

  await section.getByRole('tab', { name: 'Agent command' }).click();
  const runner = section.locator('diagnostics-command');
  await runner.getByRole('button', { name: 'Run' }).click();
  await runner.getByText('Finished normally (0)').waitFor();
  const printed = await runner.locator('pre').innerText();
  await app.keep('diagnostics-command');

  await section.getByRole('tab', { name: 'Extensions' }).click();
  await section.locator('diagnostics-extensions summary', { hasText: '@atelier/diagnostics' }).click();
  await section.locator('diagnostics-extensions li', { hasText: 'serve diagnostics' }).first().waitFor();
  await app.keep('diagnostics-extensions');

  await section.getByRole('tab', { name: 'Report' }).click();
  const report = section.locator('diagnostics-report');
  await report.getByRole('button', { name: 'Make the report' }).click();
  await report.locator('pre').waitFor();
  const shown = await report.locator('pre').textContent();
  await app.keep('diagnostics-report');
  await axeClean(page);
  const [download] = await Promise.all([page.waitForEvent('download'), report.getByRole('button', { name: 'Save' }).click()]);
  const saved = await textOf(await download.createReadStream());

  expect({
    explained: /tokens per second on average.*First word after.*tokens written/.test(explained ?? ''),
    before,
    why: /correct the file or move it away/.test(why),
    windowed: drawn < 200,
    printed: printed.trim(),
    isSame: saved === shown,
    leaks: [canary, app.userData].filter(word => saved.includes(word)),
    log: saved.includes('kettle burst with [redacted]'),
  }).toEqual({
    explained: true,
    before: 'ok',
    why: true,
    windowed: true,
    printed: '0.87.1',
    isSame: true,
    leaks: [],
    log: true,
  });
});

test('nobody is reported on before a yes, which lies under Sidebar; a report can be read before there is any, and a no is a no', async () => {
  await using app = await openApp({ single: true, theme: 'dark', width: 400 });
  const { page } = app;
  await connected(page);
  await command(page, 'Ouvrir les réglages');
  await settingsPage(page).waitFor();
  await page.locator('settings-page').evaluate(element =>
    (element as unknown as { view: { run(command: string, args: object): Promise<unknown> } }).view.run('settings.open', {
      section: 'sidebar',
    }),
  );
  const telemetry = page.locator('telemetry-settings');
  await telemetry.getByRole('switch').waitFor();
  const first = await callFrom(telemetry, 'telemetry', 'read');
  // The question is asked of nobody without an address, which is said where one looks for it.
  await telemetry.getByText('Il n’y a pas d’adresse où envoyer de rapports : personne ne vous le demande.').waitFor();
  await telemetry.getByRole('button', { name: 'Montrer un exemple de rapport' }).click();
  const example = await telemetry.locator('pre').innerText();
  await telemetry.getByRole('textbox').fill('nonsense');
  await telemetry.getByRole('button', { name: 'Définir' }).click();
  await telemetry.getByText('Aucun rapport ne peut être envoyé').waitFor();
  await telemetry.getByRole('textbox').fill('https://publickey@errors.example.org/7');
  await telemetry.getByRole('button', { name: 'Définir' }).click();
  await telemetry.getByText('Les rapports vont à errors.example.org.').waitFor();
  await telemetry.getByRole('switch').click();
  await telemetry.getByText('Les erreurs sont recueillies ici').waitFor();
  await app.keep('telemetry');
  await axeClean(page);
  await telemetry.getByRole('switch').click();
  await telemetry.getByText('Rien n’est recueilli').waitFor();
  expect({ first, example: JSON.parse(example.split('\n').at(-1) || example.split('\n').at(-2) || '{}') }).toEqual({
    first: { consent: 'unasked', available: false, development: false, waiting: 0 },
    example: expect.objectContaining({ level: 'error', logger: '@atelier/kernel', environment: 'production' }),
  });
});
