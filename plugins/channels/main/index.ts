import { AsyncLocalStorage } from 'node:async_hooks';
import { Agent, agentEvent, beforeToolCall, composePrompt, conversationForgotten } from '@atelier/agent/contract';
import { Conversations } from '@atelier/conversations/contract';
import { type Asker, Commands, defineExtension, type Handle, noticeOf, Person, PersonNotices } from '@atelier/kernel';
import { Actions, Badges } from '@atelier/workbench/contract';
import { Bridges, ChannelsChannel, type ChannelsService, Channels as ChannelsToken, postChanged } from '../contract/index.ts';
import { sectionText } from './answering/prompt.ts';
import { channelsCalls } from './calls.ts';
import { Channels } from './channels.ts';
import { systemClock } from './clock.ts';
import { migrations } from './migrations/index.ts';
import { denialOf, withSection } from './policy.ts';
import { say } from './words.ts';

export default defineExtension({
  activate(ctx) {
    const db = ctx.database(migrations);
    const person = ctx.get(Person);
    const language = () => person.language();
    const warn = (error: unknown) => ctx.log.warn(String(error));
    const offered = ctx.contributions(Bridges);
    const asItself = AsyncLocalStorage.snapshot();
    const channels = new Channels({
      ...{ db, clock: systemClock, offered, asItself, warn },
      ...{ agent: ctx.get(Agent), conversations: ctx.get(Conversations) },
      command: (command, args) => ctx.get(Commands).run(command, args),
      welcome: async title => say(await language(), 'welcome', title),
      channelsChanged: () => {
        showEntry();
        showOnline();
        channel.emit('channelsChanged', {});
      },
      messagesChanged: id => channel.emit('messagesChanged', { channel: id }),
      postChanged: (id, key) => void ctx.run(postChanged, { channel: id, key }).catch(warn),
      notice: error => void ctx.get(PersonNotices).raise(noticeOf(error)).catch(warn),
    });
    const changed = () => channel.emit('channelsChanged', {});
    const channel = ctx.serve(ChannelsChannel, channelsCalls({ channels, clock: systemClock, language, changed }));
    ctx.provide(ChannelsToken, (asker: Asker): ChannelsService => {
      const from = () => ctx.onBehalfOf() ?? asker.id;
      return {
        receive: async (bridge, message) => await channels.receive(from(), bridge, message),
        report: async (bridge, status) => channels.bridges.take(channels.bridges.own(from(), bridge).id, status),
        places: async () => channels.places(),
        post: async (to, text, key) => channels.post(to, text, key),
        posted: async (id, key) => channels.posted(id, key),
      };
    });

    let entry: Handle | undefined;
    /** The sidebar has channels once there is one. */
    const showEntry = () => {
      const isThere = channels.bridges.list().length > 0;
      if (isThere === (entry !== undefined)) return;
      if (!isThere) void entry?.dispose();
      entry = isThere ? ctx.contribute(Actions, sidebarEntry) : undefined;
    };

    let badge: { readonly count: number; readonly handle: Handle } | undefined;
    /** The sidebar says how many channels are connected. */
    const showOnline = () => {
      const isOnline = ({ id }: { readonly id: string }) =>
        channels.settings.of(id).on && channels.bridges.connection(id).state === 'connected';
      const count = channels.bridges.list().filter(isOnline).length;
      if (count === (badge?.count ?? 0)) return;
      void badge?.handle.dispose();
      const text = { en: `${count} online`, fr: `${count} en ligne` };
      badge = count === 0 ? undefined : { count, handle: ctx.contribute(Badges, { view: 'channels.page', text }) };
    };

    /** The channel of a conversation, with what holds for it. */
    const ownerOf = (conversation: string) => {
      const id = channels.threads.placeOf(conversation)?.channel;
      if (id === undefined) return undefined;
      return { title: channels.bridges.find(id)?.bridge.title ?? id, policy: channels.settings.of(id).policy };
    };
    ctx.tap(beforeToolCall, async call => {
      const deny = denialOf(call, ownerOf);
      return deny === undefined ? undefined : { deny };
    });
    ctx.tap(composePrompt, async sections => {
      const owner = ownerOf(sections.conversation);
      return owner === undefined ? sections : withSection(sections, owner.title, sectionText(owner.title));
    });
    if (db.state === 'newer') return;
    ctx.tap(agentEvent, async event => channels.takeAgentEvent(event));
    ctx.tap(conversationForgotten, async ({ conversation }) => channels.forgetConversation(conversation));
    ctx.defer('channels and their messages', () => channels.end());
    channels.start();
    showEntry();
    showOnline();
  },
});

const sidebarEntry = {
  ...{ command: 'channels.open', title: '%name%', icon: 'radio', mode: 'assistant' as const },
  ...{ places: ['sidebar' as const], view: 'channels.page', order: 40 },
};
