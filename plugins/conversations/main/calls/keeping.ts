import { randomUUID } from 'node:crypto';
import type { Handlers } from '@atelier/kernel';
import type { Core, Shape } from '../core.ts';
import { errors } from '../errors.ts';
import { checkedFolder, ensureRepository, nameOf } from '../records/add-project.ts';
import type { ProjectRecord } from '../records/projects.ts';
import { cleanTitle } from '../sending/titles.ts';

type Calls = Pick<
  Handlers<Shape>,
  'addProject' | 'changeProject' | 'removeProject' | 'rename' | 'pin' | 'archive' | 'move' | 'remove' | 'undo' | 'markRead'
>;

export interface KeepingParts extends Core {
  readonly pickFolder: () => Promise<string | undefined>;
  readonly projectCreated: (project: string, folder: string) => void;
  readonly archived: (conversation: string) => void;
  /** Ends and deletes for good what nobody brought back in time. */
  readonly purge: (conversations: readonly string[]) => void;
}

const undoMs = 10_000;

interface Removal {
  readonly conversations: readonly string[];
  readonly project?: ProjectRecord;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** What the person does with projects and conversations. */
export function keepingCalls(parts: KeepingParts): { readonly calls: Calls; readonly close: () => void } {
  const { records, projects, activity, changed, publisher, now } = parts;
  const removals = new Map<string, Removal>();
  const stop = (conversations: readonly string[]) => {
    for (const conversation of conversations.filter(one => activity.isRunning(one))) {
      void parts.agent.stop(conversation).catch(error => parts.log.warn(String(error)));
    }
  };
  const removed = (conversations: readonly string[], project?: ProjectRecord): string => {
    const undo = randomUUID();
    const timer = setTimeout(() => {
      removals.delete(undo);
      parts.purge(conversations);
      if (project === undefined) return;
      parts.drafts.forget(`project:${project.id}`);
      projects.forget(project.id);
    }, undoMs);
    stop(conversations);
    removals.set(undo, { conversations, ...(project !== undefined && { project }), timer });
    for (const conversation of conversations) changed(conversation, true);
    return undo;
  };
  /** The folder may have been added again since: then its conversations go to the project that it is now. */
  const projectBack = (project: ProjectRecord) => {
    const there = projects.atFolder(project.folder);
    if (there === undefined) projects.restore(project.id);
    projectsChanged();
    return there?.id ?? project.id;
  };
  const each = (conversations: readonly string[], change: (conversation: string) => void) => {
    for (const conversation of conversations) records.get(conversation);
    for (const conversation of conversations) {
      change(conversation);
      changed(conversation, true);
    }
    return null;
  };
  const projectsChanged = () => publisher().emit('projectsChanged', null);

  const calls: Calls = {
    async addProject({ folder, name }) {
      const chosen = folder ?? (await parts.pickFolder());
      if (chosen === undefined) return null;
      const real = checkedFolder(chosen);
      const git = await ensureRepository(real);
      const there = projects.atFolder(real);
      const id = there?.id ?? randomUUID();
      if (there === undefined) {
        projects.add({ id, name: cleanTitle(name ?? nameOf(real)) || real, folder: real }, now());
        projectsChanged();
        parts.projectCreated(id, real);
      }
      const record = projects.get(id);
      return { id, name: record.name, folder: real, folded: record.folded, conversations: records.ofProject(id).length, git };
    },
    async changeProject({ project, name, icon, folded, before }) {
      const title = name === undefined ? undefined : cleanTitle(name);
      if (title === '') throw errors['conversations/title-empty']({});
      projects.get(project);
      projects.change(project, {
        ...(title !== undefined && { name: title }),
        ...(icon !== undefined && { icon }),
        ...(folded !== undefined && { folded }),
      });
      if (before !== undefined) projects.move(project, before);
      projectsChanged();
      return null;
    },
    async removeProject({ project }) {
      const record = projects.get(project);
      const conversations = records.ofProject(project);
      records.remove(conversations, now());
      projects.remove(project, now());
      const undo = removed(conversations, record);
      projectsChanged();
      return { undo };
    },
    async rename({ conversation, title }) {
      const clean = cleanTitle(title);
      if (clean === '') throw errors['conversations/title-empty']({});
      return each([conversation], () => records.change(conversation, { title: clean, titleSource: 'manual' }));
    },
    pin: async ({ conversation, pinned }) => each([conversation], () => records.change(conversation, { pinned })),
    archive: async ({ conversations, archived }) =>
      each(conversations, conversation => {
        records.change(conversation, { archivedAt: archived ? now() : undefined });
        if (archived) parts.archived(conversation);
      }),
    async move({ conversations, project }) {
      if (project !== '') projects.get(project);
      return each(conversations, conversation => records.change(conversation, { project: project === '' ? undefined : project }));
    },
    async remove({ conversations }) {
      for (const conversation of conversations) records.get(conversation);
      records.remove(conversations, now());
      return { undo: removed(conversations) };
    },
    async undo({ undo }) {
      const removal = removals.get(undo);
      if (removal === undefined) throw errors['conversations/too-late']({});
      clearTimeout(removal.timer);
      removals.delete(undo);
      const back = removal.project && projectBack(removal.project);
      records.restore(removal.conversations);
      for (const conversation of removal.conversations) {
        const project = records.find(conversation)?.project;
        if (back !== undefined && project === removal.project?.id) records.change(conversation, { project: back });
        // Its project may have been removed after it, and no list would show it.
        else if (project !== undefined && projects.find(project) === undefined) records.change(conversation, { project: undefined });
        changed(conversation, true);
      }
      return null;
    },
    markRead: async ({ conversation, read }) => {
      if (records.get(conversation).unread === !read) return null;
      records.change(conversation, { unread: !read });
      changed(conversation, false);
      return null;
    },
  };
  const close = () => {
    for (const { timer } of removals.values()) clearTimeout(timer);
    removals.clear();
  };
  return { calls, close };
}
