import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { card } from './window/card.ts';
import { ChannelsPage } from './window/channels-page.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'channels-page': ChannelsPage };

/** The commands that run in the window. */
export const commands = {
  'channels.open': (view: ViewHost, args: unknown) => {
    const { channel } = Object(args) as { readonly channel?: string };
    return view.connect(WindowChannel).call('open', { view: 'channels.page', params: channel === undefined ? {} : { channel } });
  },
  'channels.card': card,
};
