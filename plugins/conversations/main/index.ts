import { Agent, agentEvent, resolveWorkingDirectory } from '@atelier/agent/contract';
import { Desktop, defineExtension, type Publisher } from '@atelier/kernel';
import { Workbench } from '@atelier/workbench/contract';
import {
  Conversations,
  ConversationsChannel,
  conversationArchived,
  conversationCreated,
  conversationRemoved,
  messageReceived,
  projectCreated,
} from '../contract/index.ts';
import { keepingCalls } from './calls/keeping.ts';
import { listingCalls } from './calls/listing.ts';
import type { Core, Shape } from './core.ts';
import { draftCalls } from './drafts/calls.ts';
import { openDrafts } from './drafts/drafts.ts';
import { openAttachments } from './drafts/open-attachments.ts';
import { Activity } from './live/activity.ts';
import { followAgent } from './live/follow-agent.ts';
import { openMoments } from './live/moments.ts';
import { Presence } from './live/presence.ts';
import { checkLater } from './messages/check-later.ts';
import { openMessages } from './messages/messages.ts';
import { migrations } from './migrations/index.ts';
import { openChoices } from './records/choices.ts';
import { openConversations } from './records/conversations.ts';
import { openLists } from './records/lists.ts';
import { openProjects } from './records/projects.ts';
import { rowOf } from './records/rows.ts';
import { aiTitles } from './sending/ai-titles.ts';
import { sendingCalls } from './sending/calls.ts';
import { openLink } from './sending/open-link.ts';
import { conversationsService } from './service.ts';
import { openTasks } from './tasks.ts';

export default defineExtension({
  activate(ctx) {
    const db = ctx.database(migrations);
    const [records, projects, lists, choices] = [openConversations(db), openProjects(db), openLists(db), openChoices(db)];
    const [activity, presence, agent] = [new Activity(), new Presence(), ctx.get(Agent)];
    const workbench = ctx.get(Workbench);
    const run = (work: Promise<unknown>) => void work.catch(error => ctx.log.warn(String(error)));
    const core: Core = {
      records,
      projects,
      lists,
      choices,
      drafts: openDrafts(db),
      attachments: openAttachments(db, ctx.paths.data, ctx.log),
      activity,
      presence,
      agent,
      publisher: () => publisher,
      changed(conversation, reordered) {
        const record = records.find(conversation);
        if (record?.hidden === true) return;
        publisher.emit('rowsChanged', {
          rows: record === undefined ? [] : [rowOf(record, activity)],
          removed: record === undefined ? [conversation] : [],
          reordered,
        });
      },
      now: Date.now,
      log: ctx.log,
    };
    const folderOf = async (conversation: string) => {
      const record = records.find(conversation);
      return record?.worktreePath ?? (record?.project === undefined ? undefined : projects.find(record.project)?.folder);
    };
    const messages = openMessages({ ...core, db, signal: ctx.signal, locale: () => workbench.locale() });
    const moments = openMoments({ ...core, notify: notification => ctx.notify(notification), locale: () => workbench.locale() });
    const forget = async (conversation: string) => {
      activity.forget(conversation);
      records.forget(conversation);
      messages.forget(conversation);
      core.attachments.forget(conversation);
      core.drafts.forget(conversation);
      await agent.forget(conversation);
      await ctx.run(conversationRemoved, { conversation });
    };
    const keeping = keepingCalls({
      ...core,
      pickFolder: () => ctx.get(Desktop).pickFolder(),
      projectCreated: (project, folder) => run(ctx.run(projectCreated, { project, folder })),
      archived: conversation => run(ctx.run(conversationArchived, { conversation })),
      purge: conversations => run(Promise.all(conversations.map(forget))),
    });
    const sending = sendingCalls({
      ...core,
      messages,
      locale: () => workbench.locale(),
      created: ({ id: conversation, project }) =>
        run(ctx.run(conversationCreated, { conversation, ...(project !== undefined && { project }) })),
      received: (conversation, text) => run(ctx.run(messageReceived, { conversation, text })),
    });
    const publisher: Publisher<Shape> = ctx.serve(ConversationsChannel, {
      ...listingCalls(core, folderOf),
      ...keeping.calls,
      ...messages.calls,
      ...draftCalls({ ...core, folderOf, locale: () => workbench.locale(), signal: ctx.signal }),
      ...sending.calls,
      ...moments.calls,
    });
    ctx.provide(Conversations, conversationsService({ ...core, begin: sending.begin, folderOf, messages }));
    const refineTitle = aiTitles(core, agent);
    const follow = followAgent({
      ...core,
      moment(conversation, moment, text) {
        moments.take(conversation, moment, text);
        if (moment === 'done') run(refineTitle(conversation));
      },
    });
    ctx.tap(agentEvent, async event => {
      messages.take(event);
      follow(event);
    });
    ctx.tap(resolveWorkingDirectory, async ({ conversation }) => await folderOf(conversation));
    ctx.handle(
      'conversations.openLink',
      openLink(records, (view, params) => workbench.show(view, params)),
    );
    openTasks(ctx, core);
    ctx.defer('files that are coming in', () => core.attachments.close());
    ctx.defer('what can still be brought back', () => keeping.close());
    // What was deleted in the last seconds of an earlier run nobody brings back any more.
    run(Promise.all(records.removedBefore(Date.now()).map(forget)));
    checkLater(ctx, () => run(messages.check()));
  },
});
