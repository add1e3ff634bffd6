import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { tinyRegistry } from '../support/tiny-registry.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { details, rowOf, tab, useRegistry } from './installing.ts';
import { connected } from './screen.ts';
import { command } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const id = '@acme/lookout';
const uses = ['readConversations', 'writeConversations', 'toolCalls', 'spend'].map(name => `@atelier/agent:${name}`);

/** Asks for rights that reach the person's words, and tries from its view what they do and do not allow. */
const lookout = {
  manifest: {
    name: id,
    version: '2.1.0',
    description: 'Keeps watch',
    type: 'module',
    keywords: ['atelier-extension', 'views'],
    engines: { atelier: '^1.0.0' },
    atelier: {
      displayName: 'Lookout',
      ui: './ui.js',
      requires: { '@atelier/agent': '^0.1.0', '@atelier/conversations': '^0.1.0' },
      rights: { uses, net: ['api.example.org'] },
      contributes: { views: [{ id: 'lookout.panel', slot: 'panel', title: 'Lookout', element: 'lookout-panel' }] },
    },
  },
  files: {
    'ui.js': `import { html, LitElement } from 'lit';
      class Panel extends LitElement {
        static properties = { view: { attribute: false }, said: { state: true } };
        render() {
          return html\`<ui-button @click=\${() => this.ask('list', { sort: 'updated' })}>Read</ui-button>
            <ui-button @click=\${() => this.ask('send', { text: 'Hello from the lookout.' })}>Write</ui-button>
            <ui-button @click=\${() => this.ask('send', { text: 'rm', accessMode: 'open' })}>Open</ui-button>
            <output>\${this.said}</output>\`;
        }
        async ask(call, params) {
          this.said = '…';
          this.said = await this.view.connect({ id: 'conversations' }).call(call, params).then(() => 'done', error => error.code);
        }
      }
      export const elements = { 'lookout-panel': Panel };`,
  },
};

test('X4: the consent sheet says what an extension may read and do, each right holds as granted, and what it sends says so', async () => {
  await using registry = await tinyRegistry();
  registry.publish(lookout);
  await using app = await openApp({ off: ['@atelier/exchange', '@atelier/quick-actions'], locale: 'en-GB', width: 1440 });
  const { page } = app;
  await connected(page);
  await useRegistry(page, registry.url);
  await tab(page, 'Marketplace').click();
  await rowOf(page, id).locator('.hit').click();
  await details(page).getByRole('button', { name: 'Install' }).click();
  const offer = page.locator('extensions-offer');
  await offer.getByText('Reaches your words or acts for you').waitFor();
  const sentences = await offer.locator('li.first ui-checkbox').allInnerTexts();
  const notAsked = await offer.locator('li.not').innerText();
  await axeClean(page);
  await app.keep('extension-rights');
  await page.setViewportSize({ width: 390, height: 844 });
  await app.keep('extension-rights-narrow');
  await page.setViewportSize({ width: 1440, height: 900 });
  await offer.getByRole('checkbox', { name: 'May write into your conversations' }).uncheck();
  await offer.getByRole('button', { name: 'Install' }).click();
  await offer.waitFor({ state: 'detached' });

  await command(page, 'lookout');
  const frame = page.frameLocator('aside.panel iframe');
  const told = async (name: string) => {
    await frame.getByRole('button', { name }).click();
    await expect.poll(() => frame.locator('output').innerText()).not.toMatch(/^…?$/);
    return await frame.locator('output').innerText();
  };
  const before = [await told('Read'), await told('Write'), await told('Open')];
  await details(page).getByRole('switch', { name: 'May write into your conversations' }).click();
  await details(page).getByRole('switch', { name: 'May write into your conversations', checked: true }).waitFor();
  await app.keep('extension-rights-granted');
  const after = [await told('Open'), await told('Write')];
  await page.locator('conversations-list').getByText('Hello from the lookout').first().click();
  await page.locator('.user .sender', { hasText: `Sent by ${id}` }).waitFor();
  await app.keep('extension-sent-message');
  expect({ sentences, notAsked, before, after }).toEqual({
    sentences: [
      'May read your conversations',
      'May write into your conversations',
      'May see tool calls and stop them',
      'May spend money on models',
      'May reach api.example.org',
    ],
    notAsked:
      'It did not ask to change what the model is told, read your automations, propose automations, name programs that open your files, read your memories, change your memories, offer a model, or see what models have used and cost.',
    before: ['done', 'extension/right-not-granted', 'extension/right-not-granted'],
    after: ['extension/not-allowed', 'done'],
  });
});
