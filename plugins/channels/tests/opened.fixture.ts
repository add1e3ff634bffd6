import { defineChannel } from '@atelier/kernel';
import { testKernel } from '@atelier/kernel/testing';
import { expect } from 'vitest';
import { demoPlugins, demoReady } from '../../agent/main/demo.fixture.ts';
import { ChannelsChannel } from '../contract/index.ts';

interface SettingsShape {
  readonly calls: { readonly saveSetting: { readonly params: object; readonly result: unknown } };
  readonly events: Record<never, never>;
}

/** What this plugin does not need, but its tests do. */
const SettingsChannel = defineChannel<SettingsShape>('settings');

/** A machine under load takes its time; the limit only ends what hangs. */
export const patience = { timeout: 120_000 };

/** The whole agent with the demo's model, and an example in a process of its own, its settings and its secret. */
export async function openedChannel(
  { folder, name, bridge }: { readonly folder: string; readonly name: string; readonly bridge: string },
  settings: Readonly<Record<string, string | boolean>>,
  password?: string,
  secret = 'password',
  /** Who may write from the beginning. */
  users: readonly string[] = [],
) {
  const [extension, channel] = [`@acme/${name}`, `@acme/${name}/${bridge}`];
  const kernel = await testKernel({
    plugins: [...demoPlugins, '@atelier/conversations', '@atelier/channels', '@atelier/settings'],
    folders: [folder],
  });
  await demoReady(kernel);
  const [asks] = kernel.statuses().flatMap(({ id, asks: rights }) => (id === extension ? [rights] : []));
  await kernel.grant(extension, asks ?? {});
  for (const [id, value] of Object.entries(settings))
    await kernel.client(SettingsChannel).call('saveSetting', { from: extension, section: name, id, value });
  if (password !== undefined) await kernel.secrets.write(extension, secret, password);
  const channels = kernel.client(ChannelsChannel);
  for (const user of users) await channels.call('allow', { channel, user });
  // Switched off and on, it reads its settings at once.
  const restart = async () => {
    await channels.call('setOn', { channel, on: false });
    await channels.call('setOn', { channel, on: true });
  };
  await restart();
  const own = async () => (await channels.call('list', {})).channels.find(({ id }) => id === channel);
  const stateOf = async () => (await own())?.state;
  // With why it is not, so that a wait that ends says it.
  const stateAndProblem = async () => {
    const { state, problem } = (await own()) ?? {};
    return state === 'connected' ? state : `${state}: ${JSON.stringify(problem)}`;
  };
  return Object.assign(kernel, {
    channel,
    channels,
    restart,
    stateOf,
    connected: () => expect.poll(stateAndProblem, patience).toBe('connected'),
    states: async () =>
      (await channels.call('messages', { channel })).messages.map(({ direction, state }) => `${direction} ${state}`).reverse(),
  });
}
