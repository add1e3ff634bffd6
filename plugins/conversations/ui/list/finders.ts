import type { ViewHost } from '@atelier/kernel/ui';
import type { Finding } from '@atelier/workbench/contract';
import { ConversationsChannel } from '../../contract/index.ts';
import { type Mention, offerMention } from '../composer/composer-events.ts';
import { markOf } from '../mark-of.ts';
import { keepRecentFile, recentFiles } from './recent-files.ts';
import { shortTime } from './short-time.ts';
import { texts } from './texts.ts';

interface FinderArgs {
  readonly text: string;
  readonly limit: number;
}

const perGroup = 8;

/** Conversations by their titles, for the palette. */
export async function findConversations(view: ViewHost, args: unknown): Promise<readonly Finding[]> {
  const { text, limit } = argsOf(args);
  const client = view.connect(ConversationsChannel);
  const [{ rows }, names] = await Promise.all([client.call('list', { text, limit, sort: 'updated' }), projectNames(view)]);
  const now = Date.now();
  const shown = view.slices.get('conversation')?.id;
  // The one on screen is not something to go back to.
  return rows
    .filter(({ id }) => text !== '' || id !== shown)
    .map(row => {
      const meta = row.project === undefined ? undefined : names.get(row.project);
      const state = markOf(row);
      return {
        title: row.title,
        ...(meta !== undefined && { meta }),
        // Without a state its place stays empty, so that titles are aligned.
        ...(state === undefined ? { icon: '' } : { state }),
        end: shortTime(view.slices.get('locale'), row.updatedAt, now),
        command: 'conversations.open',
        args: { conversation: row.id },
      };
    });
}

/** Projects by their names, for the palette; choosing one opens a new conversation in it. */
export async function findProjects(view: ViewHost, args: unknown): Promise<readonly Finding[]> {
  const { text, limit } = argsOf(args);
  const { projects } = await view.connect(ConversationsChannel).call('projects', {});
  const typed = text.toLocaleLowerCase();
  return projects
    .filter(({ name }) => name.toLocaleLowerCase().includes(typed))
    .slice(0, limit)
    .map(({ id, name, folder, icon = 'folder' }) => ({
      title: name,
      meta: folder,
      icon,
      command: 'conversations.newIn',
      args: { project: id },
    }));
}

/** Files of the project on screen, for the palette; choosing one mentions it in the message. */
export async function findFiles(view: ViewHost, args: unknown): Promise<readonly Finding[]> {
  const { text, limit } = argsOf(args);
  const [conversation, project] = [view.slices.get('conversation')?.id, view.slices.get('project')?.id];
  if (project === undefined) return [];
  const place = conversation === undefined ? { project } : { conversation };
  const files =
    text === ''
      ? recentFiles(project).slice(0, limit)
      : (await view.connect(ConversationsChannel).call('mentionable', { ...place, text, limit })).files;
  const words = texts[view.slices.get('locale') === 'fr' ? 'fr' : 'en'];
  return files.map(({ path, folder = false }) => {
    const at = path.lastIndexOf('/') + 1;
    return {
      title: path.slice(at),
      ...(at > 0 && { meta: path.slice(0, at - 1) }),
      icon: folder ? 'folder' : 'file-text',
      end: words.listMention,
      command: 'conversations.mentionFile',
      args: { path, folder },
    };
  });
}

/** Mentions a file of the project on screen where the caret is. */
export async function mentionFile(view: ViewHost, args: unknown): Promise<void> {
  const project = view.slices.get('project')?.id;
  if (project !== undefined) keepRecentFile(project, args as Mention);
  offerMention(args as Mention);
}

/** Hits in messages, for the palette. */
export async function findMessages(view: ViewHost, args: unknown): Promise<readonly Finding[]> {
  const { text, limit } = argsOf(args);
  const { hits } = await view.connect(ConversationsChannel).call('search', { text, limit: limit * 2 });
  const now = Date.now();
  return hits
    .filter(hit => hit.kind !== 'title')
    .slice(0, limit)
    .map(({ snippet, title, kind, at, conversation, entry }) => ({
      title: snippet.replaceAll(/\s+/g, ' ').trim().slice(0, 120),
      meta: title,
      icon: kind === 'user' ? 'user' : kind === 'tool' ? 'wrench' : 'message-square',
      end: shortTime(view.slices.get('locale'), at, now),
      command: 'conversations.open',
      args: { conversation, ...(entry !== undefined && { entry }) },
    }));
}

function argsOf(args: unknown): FinderArgs {
  const { text, limit } = (args ?? {}) as Partial<FinderArgs>;
  return { text: String(text ?? '').slice(0, 200), limit: Math.max(1, Math.min(perGroup, Number(limit) || perGroup)) };
}

async function projectNames(view: ViewHost): Promise<ReadonlyMap<string, string>> {
  const { projects } = await view.connect(ConversationsChannel).call('projects', {});
  return new Map(projects.map(({ id, name }) => [id, name]));
}
