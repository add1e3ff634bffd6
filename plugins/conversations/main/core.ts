import type { AgentService, GitService } from '@atelier/agent/contract';
import { fromStoredPath, type Locale, type Log } from '@atelier/kernel';
import type { Attachments } from './drafts/attachments.ts';
import type { Drafts } from './drafts/drafts.ts';
import type { Activity } from './live/activity.ts';
import type { Presence } from './live/presence.ts';
import type { Windows } from './live/windows.ts';
import type { Choices } from './records/choices.ts';
import type { ConversationRecords } from './records/conversations.ts';
import type { Kept } from './records/kept.ts';
import type { Lists } from './records/lists.ts';
import type { ProjectRecords } from './records/projects.ts';

export type { Shape } from './live/windows.ts';

/** What all parts of this plugin's main side share. */
export interface Core {
  /** The folder that paths in the profile are stored relative to. */
  readonly profile: string;
  readonly records: ConversationRecords;
  readonly projects: ProjectRecords;
  readonly lists: Lists;
  readonly choices: Choices;
  /** The record of conversations beside the database. */
  readonly kept: Pick<Kept, 'read'>;
  readonly drafts: Drafts;
  readonly attachments: Attachments;
  readonly activity: Activity;
  readonly presence: Presence;
  readonly agent: AgentService;
  /** The project of a folder, which is added if there is none; throws if the folder cannot be a project. */
  readonly projectAt: (folder: string) => string;
  readonly git: Pick<GitService, 'files' | 'init' | 'changed'>;
  readonly windows: Windows;
  /** The person's language; rejects while no window has reported it. */
  readonly locale: () => Promise<Locale>;
  /** False if a newer version wrote the database: it can be read only. */
  readonly isWritable: boolean;
  /** Throws the sentence of the database if it can be read only. */
  readonly demandWritable: () => void;
  /** Writes all of it, or nothing, and waits for the disk once. */
  readonly together: (work: () => void) => void;
  /** To be called before much is changed at once. */
  readonly backUp: () => Promise<void>;
  readonly now: () => number;
  readonly log: Log;
  /** The extension that the running call is made for. */
  onBehalfOf(): string | undefined;
  /** Whether a model reads pictures; without a name the one that is used if none is named. Undefined for a model that is not listed. */
  readsPictures(model: string | undefined): Promise<{ readonly model: string; readonly reads: boolean } | undefined>;
  /** The model that a new conversation begins with. */
  lastModel(): Promise<string | undefined>;
  /** The installed extension that offers a model. */
  offererOf(model: string): Promise<string | undefined>;
}

/** Where a conversation works: its own worktree, else its project's folder. */
export function folderOf(
  { records, projects, profile }: Pick<Core, 'records' | 'projects' | 'profile'>,
  conversation: string,
): string | undefined {
  const record = records.find(conversation);
  if (record?.worktreePath !== undefined) return fromStoredPath(profile, record.worktreePath);
  return record?.project === undefined ? undefined : projects.find(record.project)?.folder;
}
