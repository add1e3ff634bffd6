import { beforeEach, expect, test } from 'vitest';
import { otherIcons } from '../../kernel/ui/icons/generated/other.ts';
import texts from '../../plugins/conversations/text/page/en.json' with { type: 'json' };
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { connected } from './screen.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

test('the first frame shows only what belongs there, and what one types and clicks before the rest has come is not lost', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  await connected(app.page);
  const rest = Promise.withResolvers<void>();
  await app.page.route(/\/assets\/(?!first)[^/]+\.js$/, async route => {
    await rest.promise;
    await route.continue();
  });
  // A page of its own begins without what the other one has loaded.
  await app.page.reload({ waitUntil: 'commit' });
  const field = app.page.getByRole('textbox', { name: 'Message' });
  await field.fill('Written before the rest was there');
  const early = {
    rows: await app.page.evaluate(() => customElements.get('conversations-rows') !== undefined),
    // What opens when one asks for it, and must not stand in the open before.
    explained: await app.page.getByText(texts.composerSecureText).count(),
  };
  await app.page.locator('conversations-list').getByRole('button', { name: 'Search' }).click();
  rest.resolve();
  await app.page.locator('conversations-list ui-search').waitFor();
  await app.page.locator('conversations-composer .send:not([disabled])').waitFor();
  expect({ early, kept: await field.inputValue() }).toEqual({
    early: { rows: false, explained: 0 },
    kept: 'Written before the rest was there',
  });
});

test('what a menu holds is not seen before the menu itself is there', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  await connected(app.page);
  const menus = Promise.withResolvers<void>();
  await app.page.route(/\/assets\/lazy-elements[^/]*\.js$/, async route => {
    await menus.promise;
    await route.continue();
  });
  await app.page.reload({ waitUntil: 'commit' });
  const filter = app.page.locator('conversations-list ui-menu [slot=trigger]').first();
  await filter.waitFor();
  const seen = await app.page.evaluate(() => {
    const found: string[] = [];
    const walk = (root: ParentNode): void => {
      for (const one of root.querySelectorAll('*')) {
        if (one.matches('ui-menu:not(:defined), ui-popover:not(:defined), ui-dialog:not(:defined)'))
          for (const part of one.children)
            if (part.slot === '' && part.checkVisibility()) found.push(`${one.localName}: ${part.textContent?.trim().slice(0, 30)}`);
        if (one.shadowRoot !== null) walk(one.shadowRoot);
      }
    };
    walk(document);
    return found;
  });
  menus.resolve();
  await app.page.locator('conversations-list ui-menu:defined').first().waitFor();
  expect(seen).toEqual([]);
});

test('an icon that no screen of ours has is drawn as Lucide draws it, and one that nobody knows is a square', async () => {
  await using app = await openApp();
  await connected(app.page);
  const drawn = await app.page.evaluate(async () => {
    const icons = ['anchor', 'edit-2', 'no-such-icon'].map(name => Object.assign(document.createElement('ui-icon'), { name }));
    document.body.append(...icons);
    const path = (icon: HTMLElement) => icon.shadowRoot?.querySelector('path')?.getAttribute('d') ?? '';
    while (icons.some(icon => path(icon) === '')) await new Promise(resolve => requestAnimationFrame(resolve));
    return icons.map(path);
  });
  expect(drawn).toEqual([
    otherIcons.anchor,
    otherIcons['edit-2'],
    'M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z',
  ]);
});
