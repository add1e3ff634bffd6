import { join } from 'node:path';
import { Agent, agentEvent, Git, resolveWorkingDirectory } from '@atelier/agent/contract';
import { Backups, defineExtension, noticeOf, PersonNotices, projectFolders } from '@atelier/kernel';
import { Providers } from '@atelier/providers/contract';
import { Workbench } from '@atelier/workbench/contract';
import { Conversations, ConversationsChannel, conversationRemoved } from '../contract/index.ts';
import { editingCalls } from './calls/editing.ts';
import { listingCalls } from './calls/listing.ts';
import { type Core, folderOf } from './core.ts';
import { draftCalls } from './drafts/calls.ts';
import { openDrafts } from './drafts/drafts.ts';
import { openAttachments } from './drafts/open-attachments.ts';
import { PutBack } from './drafts/put-back.ts';
import { Activity } from './live/activity.ts';
import { followAgent } from './live/follow-agent.ts';
import { openMoments } from './live/moments.ts';
import { Presence } from './live/presence.ts';
import { Windows } from './live/windows.ts';
import { openMessages } from './messages/messages.ts';
import { rebuiltNotice } from './messages/repair/rebuilt.ts';
import { migrations } from './migrations/index.ts';
import { projectAt } from './records/add-project.ts';
import { openKeptRecords, putBackKept } from './records/keeping.ts';
import { openLists } from './records/lists.ts';
import { aiTitles } from './sending/ai-titles.ts';
import { Sending } from './sending/send.ts';
import { conversationsService } from './service.ts';
import { startCalls } from './start/calls.ts';
import { openTasks } from './tasks.ts';

const checkAfterMs = 3000;
/** What deleting conversations changes. */
const backedUpTogether = ['@atelier/conversations', '@atelier/agent'];

export default defineExtension({
  activate(ctx) {
    const db = ctx.database(migrations);
    const isWritable = db.state !== 'newer';
    const { records, projects, choices, kept } = openKeptRecords(db, join(ctx.paths.data, 'kept.jsonl'), ctx.log);
    const lists = openLists(db);
    const [activity, presence, agent] = [new Activity(), new Presence(), ctx.get(Agent)];
    const workbench = ctx.get(Workbench);
    const windows = new Windows(records, activity);
    const run = (work: Promise<unknown>) => void work.catch(error => ctx.log.warn(String(error)));
    const core: Core = {
      profile: ctx.paths.profile('profile'),
      records,
      projects,
      lists,
      choices,
      kept,
      drafts: openDrafts(db),
      attachments: openAttachments(db, ctx.paths.data, ctx.log),
      activity,
      presence,
      agent,
      projectAt: folder => projectAt(projects, folder, ctx.paths),
      git: ctx.get(Git),
      windows,
      locale: () => workbench.locale(),
      backUp: () => ctx.get(Backups).make(backedUpTogether),
      isWritable,
      demandWritable: () => isWritable || db.exec(''),
      together: work => db.transaction(work),
      now: Date.now,
      log: ctx.log,
      onBehalfOf: ctx.onBehalfOf,
      async readsPictures(model) {
        const providers = ctx.get(Providers);
        const name = model ?? (await providers.defaultModel());
        const found = (await providers.listModels()).find(({ id }) => id === name);
        return found && { model: found.name, reads: found.images === true };
      },
      async lastModel() {
        const last = choices.lastModel();
        if (last === undefined) return undefined;
        const all = (await ctx.get(Providers).listModels()).filter(({ available }) => available);
        // The demo is never chosen by itself where there is anything else.
        const isDemo = all.find(({ id }) => id === last)?.demo === true;
        return isDemo && all.some(({ demo }) => demo !== true) ? undefined : last;
      },
      offererOf: model => ctx.get(Providers).offererOf(model),
    };
    const messages = openMessages(core, db, ctx.signal);
    const moments = openMoments(ctx, core);
    const forget = async (conversation: string) => {
      activity.forget(conversation);
      records.forget(conversation);
      messages.forget(conversation);
      core.attachments.forget(conversation);
      core.drafts.forget(conversation);
      await agent.forget(conversation);
      await ctx.run(conversationRemoved, { conversation });
    };
    let isChecked = false;
    /** What was deleted for good still stands in the index of words and in the file beside the database. */
    const erase = async () => {
      await messages.erase();
      // Before the check: until every conversation has its row, the file says more.
      if (isChecked && !ctx.signal.aborted) await kept.write();
    };
    const editing = editingCalls(ctx, core, conversations => run(Promise.all(conversations.map(forget)).then(erase)));
    const sending = new Sending(ctx, core, messages);
    windows.open(
      ctx.serve(ConversationsChannel, {
        ...listingCalls(core),
        ...startCalls(core),
        ...editing.calls,
        ...messages.calls,
        ...draftCalls(core, ctx.signal),
        ...sending.calls,
        ...moments.calls,
      }),
    );
    ctx.provide(Conversations, conversationsService(core, sending, messages));
    const refineTitle = aiTitles(core);
    const follow = followAgent(core, (conversation, moment, text) => {
      moments.take(conversation, moment, text);
      if (moment === 'done') run(refineTitle(conversation));
    });
    const putBack = new PutBack(core, messages);
    ctx.tap(agentEvent, async event => {
      messages.take(event);
      follow(event);
      if (event.kind === 'rewound') run(putBack.moved(event.conversation));
    });
    ctx.tap(projectFolders, async known => [...known, ...projects.all().map(({ id, name, folder }) => ({ id, name, folder }))]);
    ctx.tap(resolveWorkingDirectory, async ({ conversation }) => folderOf(core, conversation));
    // Opens the conversation, and the entry, of a link `atelier://conversation/<id>/<entry>`.
    ctx.handle('conversations.openLink', async args => {
      const { rest = [] } = args as { rest?: readonly string[] };
      const [conversation = '', entry] = rest;
      records.get(conversation);
      await workbench.show('conversations.thread', { conversation, ...(entry !== undefined && { entry }) });
      return null;
    });
    ctx.handle('conversations.putBack', async args => {
      const { conversation, entry, text } = args as { readonly conversation: string; readonly entry?: string; readonly text: string };
      records.get(conversation);
      putBack.put(conversation, entry, text);
      return null;
    });
    openTasks(ctx, core);
    ctx.defer('running uploads', () => core.attachments.close());
    ctx.defer('pending deletions', () => editing.close());
    // A deletion of an earlier run cannot be undone any more.
    if (isWritable) {
      projects.forgetRemoved();
      run(Promise.all(records.removedBefore(Date.now()).map(forget)));
    }
    // No record at all is a loss if there are session files: they are read at once, since there is nothing else to show.
    const isLost = db.state === 'lost' || (isWritable && records.isEmpty());
    const rebuild = async () => {
      putBackKept(core, kept.read(), Date.now());
      const notice = rebuiltNotice(await messages.rebuild());
      if (notice !== undefined) await ctx.get(PersonNotices).raise(noticeOf(notice));
    };
    // Delayed, so that the check does not slow the first screen.
    if (!isWritable) return;
    const began = Date.now();
    const check = async () => {
      await (isLost ? rebuild() : messages.check());
      // An end of the app while a first message was on its way: the draft has its words, and there is nothing to show of a conversation.
      for (const id of records.unsentBefore(began)) {
        const isEmpty = async () => (await messages.calls.page({ conversation: id, limit: 1 }, ctx.signal)).total === 0;
        if (ctx.signal.aborted || (await agent.sessionFile(id)) !== undefined || !(await isEmpty())) continue;
        await forget(id);
        windows.changed(id, true);
      }
      isChecked = true;
      await erase();
    };
    const clock = setTimeout(() => run(check()), isLost ? 0 : checkAfterMs);
    ctx.defer('the check of the index of messages', () => clearTimeout(clock));
  },
});
