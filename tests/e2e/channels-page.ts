import type { Locator, Page } from 'playwright-core';
import { connected } from './screen.ts';
import { installThirdParty } from './third-party.ts';
import { command } from './window.ts';

export function channelsPage(page: Page): Locator {
  return page.locator('channels-browser');
}

/** Goes to the page by its command. */
export async function openChannels(page: Page, locale: 'en-GB' | 'fr-FR' = 'en-GB'): Promise<void> {
  await connected(page);
  await command(page, locale === 'en-GB' ? 'Open channels' : 'Ouvrir les canaux');
  await channelsPage(page).locator('ui-header').waitFor();
}

/** Calls the channel, or another one, as the page does. */
export async function callChannels<T = unknown>(page: Page, name: string, params: object = {}, channel = 'channels'): Promise<T> {
  await page.locator('channels-page').waitFor();
  return (await page
    .locator('channels-page')
    .evaluate(
      (element, [id, call, given]) =>
        (
          element as unknown as { view: { connect(channel: { id: string }): { call(name: string, params: object): Promise<unknown> } } }
        ).view
          .connect({ id })
          .call(call, given),
      [channel, name, params] as const,
    )) as Promise<T>;
}

const bridges = [
  { id: 'pigeons', title: 'Pigeons', icon: 'send', state: { state: 'connected', account: 'loft-7' } },
  { id: 'semaphore', title: 'Semaphore', icon: 'radio', state: { state: 'offline', problem: 'There is fog on the hill.' } },
  { id: 'bottle', title: 'Bottle', icon: 'mail', state: { state: 'connected' } },
  { id: 'drums', title: 'Drums', icon: 'hash', state: { state: 'failed', problem: 'The drum was refused.' } },
];

/** An extension with several bridges. Its command `post.arrive` has a message arrive; what is sent to `nowhere` is uncertain. */
export function installBridges(userData: string): void {
  const commands = bridges.flatMap(({ id }) =>
    ['start', 'stop', 'send'].map(what => ({ id: `post.${id}-${what}`, title: what, palette: false })),
  );
  installThirdParty(userData, {
    word: 'post',
    displayName: 'Post',
    atelier: {
      kind: 'channel',
      requires: { '@atelier/channels': '^0.1.0' },
      contributes: {
        commands: [...commands, { id: 'post.arrive', title: 'A message arrives' }],
        '@atelier/channels:bridges@1': bridges.map(({ id, title, icon }) => ({
          ...{ id, title, icon, description: 'A network of messages.' },
          ...{ start: `post.${id}-start`, stop: `post.${id}-stop`, send: `post.${id}-send` },
        })),
      },
    },
    activate: `
      const channels = ctx.get({ key: '@atelier/channels:Channels@1' });
      const states = ${JSON.stringify(Object.fromEntries(bridges.map(({ id, state }) => [id, state])))};
      for (const [id, state] of Object.entries(states)) {
        ctx.handle('post.' + id + '-start', async () => state);
        ctx.handle('post.' + id + '-stop', async () => null);
        ctx.handle('post.' + id + '-send', async ({ thread }) => {
          if (thread === 'nowhere') throw new Error('The bird did not come back.');
          return thread === 'wall' ? { outcome: 'refused', problem: 'There is a wall.' } : { outcome: 'sent' };
        });
      }
      let count = 0;
      ctx.handle('post.arrive', async args => {
        const { bridge = 'pigeons', user = 'marta', thread = user, text = 'Is the drain plan still missing?', name = 'Marta' } = args ?? {};
        count += 1;
        return await channels.receive(bridge, { channelUser: user, name, thread, text, idempotencyKey: String(count) });
      });`,
  });
}

/** Has a message arrive, as the network would bring it. */
export async function arrives(page: Page, args: object = {}): Promise<{ readonly taken: string }> {
  return (await page
    .locator('channels-page')
    .evaluate(
      (element, given) =>
        (element as unknown as { view: { run(command: string, args: object): Promise<unknown> } }).view.run('post.arrive', given),
      args,
    )) as {
    taken: string;
  };
}
