import { beforeEach, expect, test } from 'vitest';
import { engines, held } from '../../plugins/agent/tests/running-turn.fixture.ts';
import { chromiumLack } from '../support/chromium.ts';
import { type AppOptions, openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { addScripted, openComposer } from './composer-page.ts';
import { looksOf } from './looks.ts';
import { openModelServer } from './model-server.ts';
import { callAs, row, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

interface Words {
  readonly says: RegExp;
  readonly end: string;
  readonly resume: string;
  /** Whoever stops the turn is offered the end without the usual patience. */
  readonly stop?: string;
  readonly stopping?: string;
}

const en = { says: /has not answered for/, end: 'End and restart', resume: 'Resume' };
const fr = { says: /ne répond plus depuis/, end: 'Arrêter et relancer', resume: 'Reprendre' };
const looks: readonly (AppOptions & Words)[] = looksOf([
  { locale: 'fr-FR', theme: 'dark', width: 390, ...fr },
  { locale: 'en-GB', theme: 'light', width: 1440, ...en },
  { locale: 'en-GB', theme: 'dark', width: 390, ...en, says: /for \d s\./, stop: 'Stop', stopping: 'Stopping…' },
  { locale: 'fr-FR', theme: 'light', width: 1440, ...fr, says: /depuis \d s\./, stop: 'Arrêter', stopping: 'Arrêt en cours…' },
]);

test.each(looks)(
  'an agent that is frozen is shown not to answer; ended by a click its turn is cut, and goes on by another one: $locale $width $stop',
  async ({ says, end, resume, stop, stopping = '', ...look }) => {
    await using server = await openModelServer();
    await using app = await openApp({ ...look, height: 800 });
    const { page } = app;
    await openComposer(page);
    await addScripted(page, server);
    server.script(held().turn);
    const { conversation } = await callAs<{ conversation: string }>(page, 'conversations', 'send', {
      text: 'begin',
      model: 'scripted/scripted-large',
    });
    await callAs(page, 'window', 'open', { view: 'conversations.thread', params: { conversation } });
    await row(page, 'Some words,').waitFor();
    for (const pid of engines(app.pid)) process.kill(pid, 'SIGSTOP');
    if (stop !== undefined) {
      await callAs(page, 'conversations', 'send', { conversation, text: 'and then' });
      await page.getByRole('button', { name: stop, exact: true }).click();
      await thread(page).getByText(stopping).waitFor();
      await app.keep('hung-stopping');
    }
    await thread(page).getByText(says).waitFor();
    await axeClean(page);
    await app.keep('hung');
    await thread(page).getByRole('button', { name: end }).click();
    await thread(page).getByRole('button', { name: resume }).waitFor();
    await app.keep('hung-ended');
    const { queue } = await callAs<{ queue: readonly { text: string; waits: boolean }[] }>(page, 'agent', 'state', { conversation });
    expect(queue.map(({ text, waits }) => [text, waits])).toEqual(stop === undefined ? [] : [['and then', true]]);
    server.script({ text: 'and the rest.' });
    await thread(page).getByRole('button', { name: resume }).click();
    await row(page, 'and the rest.').waitFor();
    await expect.poll(() => callAs<{ status: string }>(page, 'agent', 'state', { conversation }).then(({ status }) => status)).toBe('idle');
  },
);
