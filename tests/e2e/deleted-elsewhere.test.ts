import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { connected } from './screen.ts';
import { callAs, demoReady, rested, row, say, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

test.each(
  looksOf([
    { locale: 'en-GB', theme: 'light', width: 1440, says: 'This conversation was deleted' },
    { locale: 'fr-FR', theme: 'dark', width: 390, says: 'Cette conversation a été supprimée' },
  ]),
)(
  'a window that shows a conversation says that it was deleted in another one, and takes it back with the deletion: $locale $width',
  async ({ says, ...look }) => {
    await using app = await openApp({ ...look, height: 844 });
    const { page } = app;
    await connected(page);
    await demoReady(page);
    const conversation = await say(page, 'Hello', { model: 'demo/demo' });
    await rested(page, conversation);
    const other = await app.openPage();
    await connected(other);
    const remove = () => callAs<{ undo: string }>(other, 'conversations', 'remove', { conversations: [conversation] });
    const { undo } = await remove();
    await thread(page).getByText(says).waitFor();
    await callAs(other, 'conversations', 'undo', { undo });
    await thread(page).getByText(says).waitFor({ state: 'detached' });
    await remove();
    await thread(page).getByText(says).waitFor();
    await axeClean(page);
    await app.keep('deleted-elsewhere');
    expect(await row(page, 'Hello').count()).toBe(1);
  },
);
