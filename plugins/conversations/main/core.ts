import type { AgentService } from '@atelier/agent/contract';
import type { Locale, Log } from '@atelier/kernel';
import type { Attachments } from './drafts/attachments.ts';
import type { Drafts } from './drafts/drafts.ts';
import type { Activity } from './live/activity.ts';
import type { Presence } from './live/presence.ts';
import type { Windows } from './live/windows.ts';
import type { Choices } from './records/choices.ts';
import type { ConversationRecords } from './records/conversations.ts';
import type { Lists } from './records/lists.ts';
import type { ProjectRecords } from './records/projects.ts';

export type { Shape } from './live/windows.ts';

/** What all parts of this plugin's main side share. */
export interface Core {
  readonly records: ConversationRecords;
  readonly projects: ProjectRecords;
  readonly lists: Lists;
  readonly choices: Choices;
  readonly drafts: Drafts;
  readonly attachments: Attachments;
  readonly activity: Activity;
  readonly presence: Presence;
  readonly agent: AgentService;
  readonly windows: Windows;
  /** The person's language; rejects while no window has reported it. */
  readonly locale: () => Promise<Locale>;
  readonly now: () => number;
  readonly log: Log;
}

/** Where a conversation works: its own worktree, else its project's folder. */
export function folderOf({ records, projects }: Pick<Core, 'records' | 'projects'>, conversation: string): string | undefined {
  const record = records.find(conversation);
  return record?.worktreePath ?? (record?.project === undefined ? undefined : projects.find(record.project)?.folder);
}
