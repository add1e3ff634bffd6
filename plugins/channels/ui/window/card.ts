import type { CardContent } from '@atelier/dashboard/contract';
import { dateText, spacedText, type ViewHost } from '@atelier/kernel/ui';
import { ChannelsChannel, type ChannelView } from '../../contract/index.ts';
import { stateOf } from './channel-state.ts';
import { texts } from './texts.ts';

const most = 5;

/** The card of the dashboard: the channels and how they are connected. Without one it says nothing of being online. */
export async function card(view: ViewHost): Promise<CardContent> {
  const locale = view.slices.get('locale');
  const { channels } = await view.connect(ChannelsChannel).call('list', {});
  const text = (key: keyof typeof texts.en) => spacedText(locale, texts[locale][key]);
  return {
    rows: channels.slice(0, most).map(channel => ({
      title: channel.title,
      state: stateOf(channel),
      meta: text(wordOf(channel)),
      ...(channel.lastAt !== undefined && { end: dateText(locale, channel.lastAt, { timeStyle: 'short' }) }),
      command: 'channels.open',
      args: { channel: channel.id },
    })),
    empty: text('none'),
    ...(channels.length > 0 && { online: channels.some(({ state }) => state === 'connected') }),
  };
}

function wordOf({ state, uncertain }: ChannelView): keyof typeof texts.en {
  if (uncertain > 0) return 'uncertain';
  return { off: 'off', connecting: 'connecting', connected: 'connected', offline: 'offline', failed: 'failed' }[
    state
  ] as keyof typeof texts.en;
}
