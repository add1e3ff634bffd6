import { existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Handlers } from '@atelier/kernel';
import type { Project } from '../../contract/index.ts';
import { type Core, folderOf, type Shape } from '../core.ts';
import { detailsOf, rowOf } from '../records/rows.ts';

type Calls = Pick<
  Handlers<Shape>,
  'projects' | 'list' | 'active' | 'conversation' | 'readView' | 'saveView' | 'readPreferences' | 'savePreferences'
>;

/** The calls that lists read from. */
export function listingCalls(core: Core): Calls {
  const { records, projects, lists, choices, activity, agent, windows, now } = core;
  return {
    async projects({ show = 'all' }) {
      const counts = lists.counts(show, activity.live, now());
      const shown = projects.all().map(async ({ id, name, folder, icon, folded }): Promise<Project> => {
        const [git, isThere] = await Promise.all([exists(join(folder, '.git')), exists(folder)]);
        const conversations = counts.get(id) ?? 0;
        return { id, name, folder, folded, conversations, git, ...(icon !== undefined && { icon }), ...(!isThere && { missing: true }) };
      });
      return {
        projects: await Promise.all(shown),
        without: counts.get('') ?? 0,
      };
    },
    async list(question) {
      const { records: found, next } = lists.page({ ...question, live: activity.live, now: now() });
      return { rows: found.map(record => rowOf(record, activity)), ...(next !== undefined && { next }) };
    },
    active: async () => activity.live.flatMap(id => records.find(id) ?? []).map(record => rowOf(record, activity)),
    async conversation({ conversation }) {
      records.get(conversation);
      const sessionFile = await agent.sessionFile(conversation);
      // Read last: what was told meanwhile is in the answer.
      const details = detailsOf(core, records.get(conversation));
      const folder = folderOf(core, conversation);
      const editing = core.drafts.edited(conversation);
      return {
        ...details,
        ...(editing !== undefined && { editing }),
        ...(folder !== undefined && { folder, folderMissing: !existsSync(folder) }),
        ...(sessionFile !== undefined && { sessionFile }),
      };
    },
    readView: async () => choices.view(),
    async saveView(change) {
      windows.emit('viewChanged', choices.changeView(change));
      return null;
    },
    readPreferences: async () => choices.preferences(),
    async savePreferences(change) {
      windows.emit('preferencesChanged', choices.changePreferences(change));
      return null;
    },
  };
}

/** Asynchronous, because the folder may be on a disk that does not respond. */
function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
