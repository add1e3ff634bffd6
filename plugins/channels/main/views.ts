import { type Locale, visibleText } from '@atelier/kernel';
import type { ChannelView, Message } from '../contract/index.ts';
import type { OpenBridge } from './bridges/bridges.ts';
import type { Channels } from './channels.ts';
import { midnightOf } from './clock.ts';
import { toldIn } from './problems.ts';
import type { StoredMessage } from './store/messages.ts';

const mostShown = 400;

type Counts = ReturnType<Channels['messages']['counts']>;

export function channelView(channels: Channels, open: OpenBridge, counts: Counts, locale: Locale, now: number): ChannelView {
  const { settings, bridges, messages, people } = channels;
  const { id, from, bridge } = open;
  const { on, policy } = settings.of(id);
  const { state, since, account, problem } = bridges.connection(id);
  const lastAt = messages.lastAt(id);
  const { waiting = 0, uncertain = 0 } = counts.get(id) ?? {};
  return {
    ...{ id, from, on, policy, waiting, uncertain },
    title: visibleText(bridge.title, 'name'),
    icon: bridge.icon ?? 'radio',
    state: on ? state : 'off',
    repeats: bridge.repeats === true,
    today: { ...messages.countsSince(id, midnightOf(now)), refused: people.refusedToday(id, now) },
    ...(bridge.description !== undefined && { description: visibleText(bridge.description, 'prose') }),
    ...(since > 0 && { since }),
    ...(lastAt !== undefined && { lastAt }),
    ...(account !== undefined && { account }),
    ...(problem && { problem: toldIn(locale, problem) }),
  };
}

export function channelViews(channels: Channels, locale: Locale, now: number): ChannelView[] {
  const counts = channels.messages.counts();
  const { compare } = new Intl.Collator(locale);
  return channels.bridges
    .list()
    .map(open => channelView(channels, open, counts, locale, now))
    .sort((a, b) => compare(a.title, b.title) || compare(a.id, b.id));
}

export function messageView(channels: Channels, message: StoredMessage, locale: Locale): Message {
  const { id, channel, thread, direction, user, name, text, fileCount, state, at, endedAt, nextAt, tries, problem } = message;
  const conversation = channels.threads.conversationOf(message);
  return {
    ...{ id, channel, thread, direction, user, state, at, tries },
    name: visibleText(name, 'name'),
    text: visibleText(text.slice(0, mostShown), 'prose'),
    ...(fileCount > 0 && { files: fileCount }),
    ...(endedAt !== undefined && { endedAt }),
    ...(nextAt > 0 && (state === 'waiting' || state === 'asking') && { nextAt }),
    ...(problem && { problem: toldIn(locale, problem) }),
    ...(conversation !== undefined && { conversation }),
  };
}
