import { type Handlers, type Locale, visibleText } from '@atelier/kernel';
import type { ChannelsShape, ChannelView } from '../contract/index.ts';
import type { Channels } from './channels.ts';
import type { Clock } from './clock.ts';
import { errors } from './errors.ts';
import { mostPeople } from './store/people.ts';
import { channelView, channelViews, messageView } from './views.ts';

export interface CallParts {
  readonly channels: Channels;
  readonly clock: Clock;
  language(): Promise<Locale>;
  changed(): void;
}

const usualPage = 50;

/** Whoever writes chooses their name. */
const shown = <T extends { readonly name: string }>(one: T): T => ({ ...one, name: visibleText(one.name, 'name') });

/** Everything that a view may ask of the channels. */
export function channelsCalls({ channels, clock, language, changed }: CallParts): Handlers<ChannelsShape> {
  const { bridges, messages, people, settings, pairings, threads } = channels;
  const view = async (channel: string): Promise<ChannelView> =>
    channelView(channels, bridges.get(channel), messages.counts(), await language(), clock.now());
  return {
    list: async () => ({ channels: channelViews(channels, await language(), clock.now()), paused: settings.isPaused() }),
    async summary() {
      const all = bridges.list();
      const counts = messages.counts();
      const sum = (of: 'waiting' | 'uncertain') => all.reduce((total, { id }) => total + (counts.get(id)?.[of] ?? 0), 0);
      const connected = all.filter(({ id }) => settings.of(id).on && bridges.isConnected(id)).length;
      return { channels: all.length, connected, waiting: sum('waiting'), uncertain: sum('uncertain') };
    },
    async setOn({ channel, on }) {
      channels.setOn(channel, on);
      return await view(channel);
    },
    async pauseAll() {
      channels.pause(true);
      return null;
    },
    async resumeAll() {
      channels.pause(false);
      return null;
    },
    async messages({ limit = usualPage, ...query }) {
      const page = messages.page({ ...query, limit });
      const last = page.at(-1);
      const locale = await language();
      return {
        messages: page.map(message => messageView(channels, message, locale)),
        ...(page.length === limit && last && { next: last.number }),
      };
    },
    threads: async ({ channel }) => threads.list(channel).map(shown),
    people: async ({ channel }) => ({ people: people.list(channel).map(shown), refused: people.refusals(channel).map(shown) }),
    async allow({ channel, user, name = user }) {
      const { bridge } = bridges.get(channel);
      if (!people.mayWrite(channel, user) && people.count(channel) >= mostPeople)
        throw errors['channels/too-many-people']({ title: bridge.title, most: mostPeople });
      const person = { user, name: name.slice(0, 80), addedAt: clock.now(), paired: false };
      people.add(channel, person);
      changed();
      return person;
    },
    async disallow({ channel, user }) {
      bridges.get(channel);
      channels.disallow(channel, user);
      return null;
    },
    pair: async ({ channel }) => pairings.make(bridges.get(channel).id, clock.now()),
    pairing: async ({ channel }) => pairings.current(bridges.get(channel).id, clock.now()) ?? null,
    async unpair({ channel }) {
      pairings.end(bridges.get(channel).id);
      return null;
    },
    async setPolicy({ channel, policy }) {
      bridges.get(channel);
      settings.change(channel, { policy });
      changed();
      return await view(channel);
    },
    settle: async ({ message, how }) => messageView(channels, channels.settle(message, how), await language()),
  };
}
