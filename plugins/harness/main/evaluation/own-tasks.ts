import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import type { AgentService, CommitFiles, Entry, GitService } from '@atelier/agent/contract';
import type { ConversationsService } from '@atelier/conversations/contract';
import type { Task } from '../../contract/index.ts';

const most = { tasks: 10, conversations: 100, letters: 4000, checks: 20 } as const;
const seconds = 300;

/** A task that the person had done, as it stood then. */
export interface OwnTask {
  readonly task: Task;
  /** By which it was done. */
  readonly model?: string;
  readonly files: CommitFiles['files'];
}

export interface OwnTasksParts {
  readonly conversations: Pick<ConversationsService, 'recent' | 'describe'>;
  readonly agent: Pick<AgentService, 'transcript'>;
  readonly git: Pick<GitService, 'filesAt' | 'workTree'>;
}

/**
 * The last tasks of the person that can be told done: the first message of a conversation in a git repository, and the files that its turn
 * changed. None of a private conversation, of one that an extension or another computer wrote, or whose turn did not end well.
 */
export async function ownTasks({ conversations, agent, git }: OwnTasksParts): Promise<readonly OwnTask[]> {
  const tasks: OwnTask[] = [];
  for (const { id, createdAt } of await conversations.recent(most.conversations)) {
    if (tasks.length === most.tasks) break;
    try {
      const { row, folder, hidden, private: isPrivate } = await conversations.describe(id);
      if (row.location !== 'local' || row.channel !== undefined || hidden === true || isPrivate === true || folder === undefined) continue;
      const top = await git.workTree(folder);
      if (top === undefined || top !== (await realpath(folder))) continue;
      const turn = firstTurn((await agent.transcript(id)).entries, top);
      if (turn === undefined) continue;
      const then = await git.filesAt(top, createdAt);
      if (then === undefined) continue;
      const { text, paths, model } = turn;
      const checks = paths.slice(0, most.checks).map(path => ({ of: 'changed' as const, path }));
      tasks.push({ task: { id, text, files: [], checks, seconds }, files: then.files, ...(model !== undefined && { model }) });
    } catch {
      // A conversation, a folder or a repository that is gone is no task.
    }
  }
  return tasks;
}

/** What the person asked first, and what its turn changed; undefined if that cannot be told. */
function firstTurn(entries: readonly Entry[], top: string) {
  const begin = entries.findIndex(({ kind }) => kind === 'user');
  const first = entries[begin];
  if (first === undefined || first.sentBy !== undefined) return undefined;
  const next = entries.findIndex(({ kind }, at) => at > begin && kind === 'user');
  const turn = entries.slice(begin + 1, next < 0 ? entries.length : next);
  const parts = first.parts ?? [];
  const text = parts.flatMap(part => (part.kind === 'text' ? [part.text ?? ''] : [])).join('\n');
  // What an image said cannot be told again.
  if (text.trim() === '' || text.length > most.letters || parts.some(({ kind }) => kind === 'image')) return undefined;
  if (turn.findLast(({ kind }) => kind === 'assistant')?.stopped !== 'done') return undefined;
  const paths = turn.flatMap(({ parts: done = [] }) =>
    done.flatMap(({ kind, name, args, outcome }) => {
      if (kind !== 'tool' || outcome?.ok !== true) return [];
      const written = name === 'write' || name === 'edit' ? [outcome.path ?? args?.path] : [];
      return [...written, ...(outcome.files ?? []).flatMap(file => (file.kind === 'removed' ? [] : [file.path]))];
    }),
  );
  const inside = paths.flatMap(path => (typeof path === 'string' ? (insideOf(top, path) ?? []) : []));
  if (inside.length === 0) return undefined;
  return { text, paths: [...new Set(inside)], model: turn.findLast(({ model }) => model !== undefined)?.model };
}

function insideOf(top: string, path: string): string | undefined {
  const inside = isAbsolute(path) ? relative(top, path) : path;
  const steps = inside.split(sep);
  return inside === '' || isAbsolute(inside) || steps.includes('..') ? undefined : steps.filter(step => step !== '.').join('/');
}
