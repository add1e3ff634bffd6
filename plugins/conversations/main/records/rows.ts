import { fromStoredPath, visibleText } from '@atelier/kernel';
import type { Conversation, Row, Task } from '../../contract/index.ts';
import type { Core } from '../core.ts';
import type { Activity } from '../live/activity.ts';
import type { ConversationRecord } from './conversations.ts';

/** The fields of a record that a list shows. */
export type ListedRecord = Pick<
  ConversationRecord,
  | 'id'
  | 'title'
  | 'project'
  | 'unread'
  | 'private'
  | 'pinned'
  | 'archivedAt'
  | 'createdAt'
  | 'updatedAt'
  | 'lastMessageAt'
  | 'channel'
  | 'location'
  | 'state'
  | 'tasks'
>;

/** A conversation as lists show it. */
export function rowOf(record: ListedRecord, activity: Activity): Row {
  const { id, title, project, unread, pinned, archivedAt, createdAt, updatedAt, lastMessageAt, channel, location } = record;
  const tasks = progressOf(tasksOf(record));
  return {
    id,
    title: visibleText(title, 'name'),
    state: activity.stateOf(id, record.state),
    unread,
    pinned,
    archived: archivedAt !== undefined,
    createdAt,
    updatedAt,
    location,
    ...(record.private && { private: true }),
    ...(project !== undefined && { project }),
    ...(lastMessageAt !== undefined && { lastMessageAt }),
    ...(channel !== undefined && { channel }),
    ...(tasks && { tasks }),
  };
}

/** A conversation with everything that the database stores about it. */
export function detailsOf({ activity, profile }: Pick<Core, 'activity' | 'profile'>, record: ConversationRecord): Conversation {
  const { titleSource, model, thinkingLevel, accessMode, worktreePath, forkedFrom, forkedAtEntry, errorCode, errorMessage, source } =
    record;
  const { hidden, private: isPrivate, lastReadAt, parentId, harnessCandidate } = record;
  const taskList = tasksOf(record);
  return {
    row: rowOf(record, activity),
    titleSource,
    accessMode,
    ...(hidden && { hidden }),
    ...(isPrivate && { private: isPrivate }),
    ...(lastReadAt !== undefined && { lastReadAt }),
    ...(parentId !== undefined && { parentId }),
    ...(harnessCandidate !== undefined && { harnessCandidate }),
    ...(model !== undefined && { model }),
    ...(thinkingLevel !== undefined && { thinkingLevel }),
    ...(worktreePath !== undefined && { worktreePath: fromStoredPath(profile, worktreePath) }),
    ...(forkedFrom !== undefined && { forkedFrom: { conversation: forkedFrom, entry: forkedAtEntry ?? '' } }),
    ...(errorCode !== undefined && { lastError: { code: errorCode, message: errorMessage ?? '' } }),
    ...(taskList.length > 0 && { taskList: [...taskList] }),
    ...(source !== undefined && { source }),
  };
}

export function tasksOf({ tasks }: Pick<ConversationRecord, 'tasks'>): readonly Task[] {
  return tasks === undefined ? [] : (JSON.parse(tasks) as Task[]);
}

function progressOf(tasks: readonly Task[]): Row['tasks'] {
  if (tasks.length === 0) return undefined;
  const current = tasks.find(task => task.state === 'running')?.title;
  const done = tasks.filter(task => task.state === 'done' || task.state === 'skipped').length;
  return { done, total: tasks.length, ...(current !== undefined && { current }) };
}
