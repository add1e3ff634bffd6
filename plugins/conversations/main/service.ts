import type { Conversation, ConversationsService } from '../contract/index.ts';
import type { Core } from './core.ts';
import { errors } from './errors.ts';
import type { Messages } from './messages/messages.ts';
import type { ConversationRecord } from './records/conversations.ts';
import { detailsOf, rowOf } from './records/rows.ts';
import type { NewConversation } from './sending/send.ts';
import { cleanTitle } from './sending/titles.ts';

export interface ServiceParts extends Core {
  readonly begin: (begin: NewConversation) => ConversationRecord;
  readonly folderOf: (conversation: string) => Promise<string | undefined>;
  readonly messages: Messages;
}

/** Conversations for other plugins. */
export function conversationsService(parts: ServiceParts): ConversationsService {
  const { records, projects, lists, drafts, activity, agent, begin, folderOf, changed, publisher, now } = parts;
  return {
    async create({ title, project, ...settings }) {
      if (project !== undefined) projects.get(project);
      const clean = title === undefined ? '' : cleanTitle(title);
      const record = begin({ ...settings, project, ...(clean !== '' && { title: clean, titleSource: 'manual' }) });
      const { model, thinkingLevel, accessMode } = settings;
      await agent.configure(record.id, {
        ...(model !== undefined && { model }),
        ...(thinkingLevel !== undefined && { thinkingLevel }),
        ...(accessMode !== undefined && { accessMode }),
      });
      return record.id;
    },
    async adopt({ title, createdAt, updatedAt, folder, source, sourceId, messages, sessionFile, archived, pinned }) {
      const there = records.ofSource(source, sourceId);
      if (there !== undefined) return { conversation: there.id, was: 'there' };
      const clean = cleanTitle(title);
      if (clean === '') throw errors['conversations/title-empty']({});
      const project = folder === undefined ? undefined : projects.atFolder(folder)?.id;
      const record = begin({
        title: clean,
        titleSource: 'manual',
        createdAt,
        updatedAt,
        project,
        source,
        sourceId,
        pinned: pinned === true,
        archivedAt: archived === true ? now() : undefined,
      });
      try {
        if (sessionFile !== undefined) await agent.adoptSession(record.id, sessionFile);
        else await agent.importSession(record.id, messages ?? []);
      } catch (error) {
        records.forget(record.id);
        changed(record.id, true);
        throw error;
      }
      await parts.messages.check(record.id);
      return { conversation: record.id, was: 'created' };
    },
    adopted: async (source, sourceIds) => sourceIds.filter(id => records.ofSource(source, id) !== undefined),
    async describe(conversation): Promise<Conversation> {
      const folder = await folderOf(conversation);
      return { ...detailsOf(records.get(conversation), activity), ...(folder !== undefined && { folder }) };
    },
    recent: async limit =>
      lists.page({ sort: 'updated', limit, live: activity.live, now: now() }).records.map(record => rowOf(record, activity)),
    async projectFolder(conversation) {
      const { project } = records.get(conversation);
      return project === undefined ? undefined : projects.find(project)?.folder;
    },
    async setWorktree(conversation, path) {
      records.get(conversation);
      records.change(conversation, { worktreePath: path });
      changed(conversation, false);
    },
    async prefill(conversation, text) {
      drafts.append(conversation, text, now());
      publisher().emit('draftChanged', { of: conversation });
    },
  };
}
