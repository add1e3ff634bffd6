import { fromStoredPath, toStoredPath } from '@atelier/kernel';
import type { Conversation, ConversationsService, NewMarks } from '../contract/index.ts';
import { type Core, folderOf } from './core.ts';
import { errors } from './errors.ts';
import type { Messages } from './messages/messages.ts';
import type { ConversationRecord } from './records/conversations.ts';
import { detailsOf, rowOf } from './records/rows.ts';
import type { Sending } from './sending/send.ts';
import { cleanTitle } from './sending/titles.ts';

/** Conversations for other plugins. */
export function conversationsService(core: Core, sending: Sending, index: Messages): ConversationsService {
  const { records, projects, lists, drafts, activity, agent, windows, now } = core;
  const create = async (
    { title, project, ...settings }: Parameters<ConversationsService['create']>[0],
    marks: Partial<ConversationRecord> = {},
  ): Promise<string> => {
    if (project !== undefined) projects.get(project);
    if (marks.parentId !== undefined) records.get(marks.parentId);
    const clean = title === undefined ? '' : cleanTitle(title);
    return await sending.create({ ...settings, ...marks, project, ...(clean !== '' && { title: clean, titleSource: 'manual' }) });
  };
  return {
    create: begin => create(begin),
    createMarked: async (begin, marks) => await create(begin, marksOf(marks)),
    async mark(conversation, marks) {
      records.get(conversation);
      records.change(conversation, marksOf(marks));
      windows.changed(conversation, false);
    },
    async adopt({ title, createdAt, updatedAt, folder, source, sourceId, messages, sessionFile, archived, pinned, ...imported }) {
      const existing = records.ofSource(source, sourceId);
      if (existing !== undefined) return { conversation: existing.id, was: 'there' };
      const clean = cleanTitle(title);
      if (clean === '') throw errors['conversations/title-empty']({});
      const project = folder === undefined ? undefined : projects.atFolder(folder)?.id;
      const record = sending.begin({
        title: clean,
        titleSource: 'manual',
        createdAt,
        updatedAt,
        project,
        source,
        sourceId,
        pinned: pinned === true,
        private: imported.private === true,
        archivedAt: archived === true ? now() : undefined,
      });
      try {
        if (sessionFile !== undefined) await agent.adoptSession(record.id, sessionFile);
        else await agent.importSession(record.id, messages ?? []);
      } catch (error) {
        records.forget(record.id);
        windows.changed(record.id, true);
        throw error;
      }
      await index.check(record.id);
      return { conversation: record.id, was: 'created' };
    },
    adopted: async (source, sourceIds) => sourceIds.filter(id => records.ofSource(source, id) !== undefined),
    async describe(conversation): Promise<Conversation> {
      const folder = folderOf(core, conversation);
      return { ...detailsOf(core, records.get(conversation)), ...(folder !== undefined && { folder }) };
    },
    recent: async limit =>
      lists.page({ sort: 'updated', limit, live: activity.live, now: now() }).records.map(record => rowOf(record, activity)),
    async projectFolder(conversation) {
      const { project } = records.get(conversation);
      return project === undefined ? undefined : projects.find(project)?.folder;
    },
    projects: async () => projects.all().map(({ id, name }) => ({ id, name })),
    folderOfProject: async project => projects.find(project)?.folder,
    isPrivate: async of => (records.find(of) ?? (isDraft(of) ? drafts.read(of) : records.get(of))).private,
    async setPrivate(of, isPrivate) {
      if (records.find(of) === undefined && isDraft(of)) {
        drafts.save(of, { private: isPrivate }, now());
        windows.emit('draftChanged', { of });
        return;
      }
      records.get(of);
      records.change(of, { private: isPrivate });
      windows.changed(of, false);
    },
    async setWorktree(conversation, path) {
      records.get(conversation);
      records.change(conversation, { worktreePath: path && toStoredPath(core.profile, path) });
      windows.changed(conversation, false);
    },
    worktrees: async () =>
      records.worktrees().map(({ id, title, path, isRemoved }) => ({
        ...{ conversation: id, title, isDeleted: isRemoved },
        folder: fromStoredPath(core.profile, path),
      })),
    async prefill(conversation, text) {
      drafts.append(conversation, text, now());
      windows.emit('draftChanged', { of: conversation });
    },
  };
}

/** A conversation that has not begun: `global`, or `project:` and the id of its project. */
const isDraft = (of: string) => of === 'global' || of.startsWith('project:');

function marksOf({ hidden, parent, location, harnessCandidate, ...marks }: NewMarks): Partial<ConversationRecord> {
  return {
    ...(hidden !== undefined && { hidden }),
    ...(parent !== undefined && { parentId: parent }),
    ...(marks.private !== undefined && { private: marks.private }),
    ...(location !== undefined && { location }),
    ...(harnessCandidate !== undefined && { harnessCandidate }),
  };
}
