import { ChannelsAsks } from '../channel/channels-asks.ts';
import { ChannelsChannelElement } from '../channel/channels-channel.ts';
import { ChannelsMessages } from '../channel/channels-messages.ts';
import { ChannelsPeople } from '../channel/channels-people.ts';
import { ChannelsList } from '../list/channels-list.ts';
import { ChannelsBrowser } from './channels-browser.ts';

const elements = {
  'channels-browser': ChannelsBrowser,
  'channels-list': ChannelsList,
  'channels-channel': ChannelsChannelElement,
  'channels-asks': ChannelsAsks,
  'channels-messages': ChannelsMessages,
  'channels-people': ChannelsPeople,
};

for (const [tag, element] of Object.entries(elements)) if (customElements.get(tag) === undefined) customElements.define(tag, element);
