import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openModelServer } from './model-server.ts';
import { withModel } from './questions.ts';
import { openRules, settingsPage } from './settings-page.ts';
import { callAs } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const rules = (page: Page) => settingsPage(page).locator('.rule');
const detail = (page: Page) => settingsPage(page).locator('.one');

test('a rule that was opened to be changed and was not is no draft, and a choice of what no rule matches that is not saved is not shown', async () => {
  await using server = await openModelServer();
  await using app = await withModel(server.url, { locale: 'en-GB', width: 1440 });
  const { page } = app;
  page.setDefaultTimeout(30_000);
  await callAs(page, 'agent', 'removeRules', { ids: ['asks'] });
  for (const pattern of ['npm run *', 'git push *'])
    await callAs(page, 'agent', 'saveRule', { id: pattern, decision: 'ask', tool: 'bash', pattern, scope: 'always' });
  await openRules(page);
  const rule = (pattern: string) => rules(page).filter({ hasText: pattern });
  const unsaved = () => rules(page).filter({ hasText: 'Draft, not saved' }).count();
  const pattern = settingsPage(page).locator('settings-rule-draft:visible ui-input[name=pattern] input');
  const change = async () => {
    await rule('npm').click();
    await detail(page).getByRole('button', { name: 'Change the rule' }).click();
    await pattern.waitFor();
  };
  await change();
  await rule('git').click();
  await detail(page).locator('.says').getByText('git push').waitFor();
  const opened = await unsaved();
  await rule('npm').click();
  await pattern.fill('npm *');
  await rule('npm').getByText('Draft, not saved').waitFor();
  await pattern.fill('npm run *');
  await rule('npm').getByText('Draft, not saved').waitFor({ state: 'detached' });

  const otherwise = settingsPage(page).locator('select:visible[aria-label="When no rule matches"]');
  await settingsPage(page).locator('settings-rules').evaluate(failsToSave);
  await otherwise.selectOption('Deny');
  await page.getByText('The disk is full.').waitFor();
  await expect.poll(() => otherwise.locator('option:checked').innerText()).toBe('The mode decides');
  expect(opened).toBe(0);
});

/** From now on no rule is saved from a page. */
function failsToSave(element: Element): void {
  const page = element as unknown as { view: { connect(channel: unknown): { call(name: string, params: unknown): Promise<unknown> } } };
  const bound = <Of extends object>(of: Of, other: object): Of =>
    new Proxy(of, {
      get(_of, name) {
        if (name in other) return Reflect.get(other, name);
        const value = Reflect.get(of, name, of);
        return typeof value === 'function' ? value.bind(of) : value;
      },
    });
  const { view } = page;
  const refused = Object.assign(new Error(), { in: () => 'The disk is full.' });
  page.view = bound(view, {
    connect(channel: unknown) {
      const client = view.connect(channel);
      const call = (name: string, params: unknown) => (name === 'saveRule' ? Promise.reject(refused) : client.call(name, params));
      return bound(client, { call });
    },
  });
}
