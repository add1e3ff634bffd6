import { randomUUID } from 'node:crypto';
import { Desktop, type ExtensionContext, type Handlers } from '@atelier/kernel';
import { conversationArchived, projectCreated } from '../../contract/index.ts';
import type { Core, Shape } from '../core.ts';
import { errors } from '../errors.ts';
import { checkedFolder, nameOf } from '../records/add-project.ts';
import type { ProjectRecord } from '../records/projects.ts';
import { cleanTitle } from '../sending/titles.ts';

type Calls = Pick<
  Handlers<Shape>,
  'addProject' | 'changeProject' | 'removeProject' | 'rename' | 'pin' | 'archive' | 'move' | 'remove' | 'undo' | 'markRead'
>;

const undoMs = 10_000;
/** Deleting so many conversations at once is backed up first. */
const many = 10;

interface Removal {
  readonly conversations: readonly string[];
  readonly project?: ProjectRecord;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** The calls that change projects and conversations. `purge` deletes conversations for good when the time to undo is over. */
export function editingCalls(
  ctx: ExtensionContext,
  core: Core,
  purge: (conversations: readonly string[]) => void,
): { readonly calls: Calls; readonly close: () => void } {
  const { records, projects, activity, windows, now } = core;
  const inBackground = (work: Promise<unknown>) => void work.catch(error => core.log.warn(String(error)));
  const removals = new Map<string, Removal>();
  const stop = (conversations: readonly string[]) => {
    for (const conversation of conversations.filter(one => activity.isRunning(one))) {
      inBackground(core.agent.stop(conversation));
    }
  };
  const undoable = (conversations: readonly string[], project?: ProjectRecord): string => {
    const undo = randomUUID();
    const timer = setTimeout(() => {
      removals.delete(undo);
      purge(conversations);
      if (project === undefined) return;
      core.drafts.forget(`project:${project.id}`);
      projects.forget(project.id);
    }, undoMs);
    stop(conversations);
    removals.set(undo, { conversations, ...(project !== undefined && { project }), timer });
    for (const conversation of conversations) windows.changed(conversation, true);
    return undo;
  };
  /** If the folder was added again in the meantime, the conversations join the project that was created for it. */
  const restoreProject = (project: ProjectRecord) => {
    const existing = projects.atFolder(project.folder);
    if (existing === undefined) projects.restore(project.id);
    projectsChanged();
    return existing?.id ?? project.id;
  };
  const each = (conversations: readonly string[], change: (conversation: string) => void) => {
    for (const conversation of conversations) records.get(conversation);
    for (const conversation of conversations) {
      change(conversation);
      windows.changed(conversation, true);
    }
    return null;
  };
  const projectsChanged = () => windows.emit('projectsChanged', null);

  const calls: Calls = {
    async addProject({ folder, name }) {
      const chosen = folder ?? (await ctx.get(Desktop).pickFolder());
      if (chosen === undefined) return null;
      const real = checkedFolder(chosen, ctx.paths);
      // Without Git a project is only a folder, and everything but worktrees works.
      const git = await core.git.init(real);
      const existing = projects.atFolder(real);
      const id = existing?.id ?? randomUUID();
      if (existing === undefined) {
        projects.add({ id, name: cleanTitle(name ?? nameOf(real)) || real, folder: real }, now());
        projectsChanged();
        inBackground(ctx.run(projectCreated, { project: id, folder: real }));
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
      if (conversations.length >= many) await core.backUp();
      records.remove(conversations, now());
      projects.remove(project, now());
      const undo = undoable(conversations, record);
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
        if (archived) inBackground(ctx.run(conversationArchived, { conversation }));
      }),
    async move({ conversations, project }) {
      if (project !== '') projects.get(project);
      return each(conversations, conversation => records.change(conversation, { project: project === '' ? undefined : project }));
    },
    async remove({ conversations }) {
      for (const conversation of conversations) records.get(conversation);
      if (conversations.length >= many) await core.backUp();
      records.remove(conversations, now());
      return { undo: undoable(conversations) };
    },
    async undo({ undo }) {
      const removal = removals.get(undo);
      if (removal === undefined) throw errors['conversations/too-late']({});
      clearTimeout(removal.timer);
      removals.delete(undo);
      const restored = removal.project && restoreProject(removal.project);
      records.restore(removal.conversations);
      for (const conversation of removal.conversations) {
        const project = records.find(conversation)?.project;
        if (restored !== undefined && project === removal.project?.id) records.change(conversation, { project: restored });
        // Its project may have been removed after it; no list shows a conversation of a removed project.
        else if (project !== undefined && projects.find(project) === undefined) records.change(conversation, { project: undefined });
        windows.changed(conversation, true);
      }
      return null;
    },
    markRead: async ({ conversation, read }) => {
      if (records.get(conversation).unread === !read) return null;
      records.change(conversation, { unread: !read, ...(read && { lastReadAt: now() }) });
      windows.changed(conversation, false);
      return null;
    },
  };
  const close = () => {
    for (const { timer } of removals.values()) clearTimeout(timer);
    removals.clear();
  };
  return { calls, close };
}
