import type { Database, Log } from '@atelier/kernel';
import { type Choices, openChoices } from './choices.ts';
import { type ConversationRecords, openConversations } from './conversations.ts';
import { isKept, Kept, type KeptContent } from './kept.ts';
import { openProjects, type ProjectRecord, type ProjectRecords } from './projects.ts';

/** The records of the database, and the file beside it that follows them. */
export interface KeptRecords {
  readonly records: ConversationRecords;
  readonly projects: ProjectRecords;
  readonly choices: Choices;
  readonly kept: Kept;
}

export function openKeptRecords(db: Database, file: string, log: Log): KeptRecords {
  const records = openConversations(db);
  const projects = openProjects(db);
  const kept = new Kept(
    file,
    {
      conversations: () => records.all(),
      conversation: id => records.find(id),
      projects: () => projects.all(),
      settings: () => choices.all(),
    },
    log,
  );
  const choices = openChoices(db, (name, value) => kept.setting(name, value));
  const followed =
    <Args extends readonly unknown[]>(change: (...args: Args) => void) =>
    (...args: Args) => {
      change(...args);
      kept.projects();
    };
  return {
    records: {
      ...records,
      add(record) {
        records.add(record);
        kept.conversation(record.id);
      },
      change(id, change) {
        records.change(id, change);
        if (isKept(change)) kept.conversation(id);
      },
      forget(id) {
        records.forget(id);
        kept.conversation(id, true);
      },
    },
    projects: {
      ...projects,
      add: followed(projects.add),
      change: followed(projects.change),
      move: followed(projects.move),
      remove: followed(projects.remove),
      restore: followed(projects.restore),
    },
    choices,
    kept,
  };
}

/** The project as it was kept; the one of its folder, if there is another one now. */
export function putBackProject(projects: ProjectRecords, { id, name, folder, icon, folded }: ProjectRecord, now: number): string {
  const other = projects.atFolder(folder);
  if (other !== undefined) return other.id;
  projects.add({ id, name, folder }, now);
  projects.change(id, { folded, ...(icon !== undefined && { icon }) });
  return id;
}

/** Puts back the projects and preferences of a database that has none any more; its conversations come with their session files. */
export function putBackKept({ projects, choices }: Pick<KeptRecords, 'projects' | 'choices'>, content: KeptContent, now: number): void {
  if (projects.all().length > 0) return;
  // Each is added at the first place.
  for (const project of content.projects.toReversed()) putBackProject(projects, project, now);
  for (const [name, value] of content.settings) choices.putBack(name, value);
}
