import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { AgentService } from '@atelier/agent/contract';
import { fromStoredPath, isAppError, type Locale, toStoredPath } from '@atelier/kernel';
import type { IndexState } from '../../../contract/index.ts';
import { errors } from '../../errors.ts';
import { beginConversation } from '../../records/conversations.ts';
import { putBackProject } from '../../records/keeping.ts';
import type { KeptContent, KeptConversation } from '../../records/kept.ts';
import { titleFromWords } from '../../sending/titles.ts';
import type { MessageIndex } from '../message-index.ts';
import type { StoredProblem } from '../store/entry-store.ts';
import { textsOf } from '../store/entry-texts.ts';
import type { LightEntry } from '../store/light-entry.ts';
import { isTorn, type Rebuilt } from './rebuilt.ts';
import { problemOf, type Refreshing } from './refresh.ts';

type SessionFile = Awaited<ReturnType<AgentService['sessionFiles']>>[number];

interface FileProblem {
  readonly conversation: string;
  readonly file: string;
  readonly problem: StoredProblem;
}

/** The progress of the check that the index contains every session file. */
interface Progress {
  readonly state: 'ready' | 'checking' | 'building';
  readonly done: number;
  readonly of: number;
  /** Problems of files that belong to no conversation. */
  readonly problems: readonly FileProblem[];
}

const idPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const maxProblems = 200;
const notifyEvery = 20;

/** Checks all conversations one at a time, and yields to other work between them. */
export class Check {
  readonly #index: MessageIndex;
  readonly #refreshing: Refreshing;
  #progress: Progress = { state: 'ready', done: 0, of: 0, problems: [] };
  #running: Promise<void> | undefined;
  #again: 'changed' | 'all' | undefined;

  /** What became of session files without a record since the start. */
  readonly rebuilt: Rebuilt = { count: 0, foldersGone: new Set(), notWhole: new Set(), asSet: 0 };

  constructor(index: MessageIndex, refreshing: Refreshing) {
    this.#index = index;
    this.#refreshing = refreshing;
  }

  /** The progress, and the problems of session files. */
  async state(): Promise<IndexState> {
    const language: Locale = await this.#index.locale().catch(() => 'fr' as const);
    const { state, done, of, problems } = this.#progress;
    const all = [...this.#index.store.problems(), ...problems];
    const inLanguage = all.map(({ conversation, file, problem }) => ({
      conversation,
      file: fromStoredPath(this.#index.profile, file),
      problem: { code: problem.code, message: problem[language] },
    }));
    return { state, done, of, problems: inLanguage };
  }

  /** Resolves when every file was checked; `rereadAll` reads all of them, changed or not. */
  run(rereadAll = false): Promise<void> {
    if (this.#running !== undefined) this.#again = rereadAll ? 'all' : (this.#again ?? 'changed');
    this.#running ??= this.#passes(rereadAll).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #passes(rereadAll: boolean): Promise<void> {
    let reading = rereadAll;
    do {
      this.#again = undefined;
      await this.#pass(reading).catch(error => this.#index.log.warn(String(error)));
      reading = this.#again === 'all';
    } while (this.#again !== undefined && !this.#index.signal.aborted);
    this.#progress = { ...this.#progress, state: 'ready' };
    if (!this.#index.signal.aborted) this.#notify();
  }

  async #pass(rereadAll: boolean): Promise<void> {
    const { records, agent, store, live, signal } = this.#index;
    this.#progress = { ...this.#progress, state: rereadAll ? 'building' : 'checking', done: 0, of: 0 };
    const files = await agent.sessionFiles();
    const ids = records.all();
    // What another conversation has begun is shown there, and is none of the list.
    const unrecorded = files.filter(({ conversation, root }) => root === undefined && store.numberOf(conversation) === undefined);
    const of = ids.length + unrecorded.length;
    for (const id of ids) {
      if (signal.aborted) return;
      const isRead = rereadAll || !(await this.#isWhole(id));
      if (isRead) {
        this.#progress = { ...this.#progress, state: 'building' };
        await this.#refreshing.refreshed(id, rereadAll);
      }
      this.#step(of, isRead);
      await setImmediate();
    }
    // Those whose recovery was cut off.
    for (const id of records.recoveredUntitled()) titleRecovered(this.#index, id);
    const problems = await this.#doubled(files);
    const kept = unrecorded.length === 0 ? noneKept : this.#index.kept.read();
    for (const found of unrecorded) {
      const { file, conversation } = found;
      if (signal.aborted) return;
      if (!idPattern.test(conversation)) {
        problems.push(problem('', file, 'conversations/session-unnamed'));
        this.rebuilt.notWhole.add(basename(file));
      } else if (store.numberOf(conversation) === undefined && !live.isForgotten(conversation)) {
        const unreadable = await this.#recover(found, kept);
        if (unreadable !== undefined) problems.push(unreadable);
      }
      this.#step(of, true);
      await setImmediate();
    }
    this.#progress = { ...this.#progress, problems: problems.slice(0, maxProblems) };
  }

  async #isWhole(conversation: string): Promise<boolean> {
    const { store, texts, signal } = this.#index;
    const number = store.numberOf(conversation);
    if (number === undefined || !(await this.#refreshing.isFresh(conversation))) return false;
    // After a killed process, words of the stored entries may be missing from the full text.
    await texts.flush(number, signal);
    return true;
  }

  #notify(): void {
    this.state()
      .then(state => this.#index.windows.emit('indexChanged', state))
      .catch(error => this.#index.log.warn(String(error)));
  }

  #step(of: number, shouldNotify: boolean): void {
    const done = this.#progress.done + 1;
    this.#progress = { ...this.#progress, done, of };
    if (shouldNotify || done % notifyEvery === 0) this.#notify();
  }

  async #recover(found: SessionFile, kept: KeptContent): Promise<FileProblem | undefined> {
    const { conversation, file } = found;
    const { rebuilt } = this;
    try {
      if (await recover(this.#index, this.#refreshing, found, kept, rebuilt.foldersGone)) {
        rebuilt.count += 1;
        if (kept.conversations.has(conversation)) rebuilt.asSet += 1;
      }
      if (await isTorn(file)) rebuilt.notWhole.add(basename(file));
      return undefined;
    } catch (error) {
      rebuilt.notWhole.add(basename(file));
      this.#index.log.warn(String(error));
      const failure = error as Parameters<typeof problemOf>[0];
      return typeof failure.code === 'string' ? { conversation, file, problem: problemOf(failure) } : undefined;
    }
  }

  async #doubled(files: readonly { readonly file: string; readonly conversation: string }[]): Promise<FileProblem[]> {
    const groups = Map.groupBy(files, ({ conversation }) => conversation);
    const problems: FileProblem[] = [];
    for (const [conversation, group] of groups) {
      if (group.length < 2 || !idPattern.test(conversation)) continue;
      const other = await this.#index.agent.sessionFile(conversation);
      for (const { file } of group)
        if (file !== other && other !== undefined) problems.push(problem(conversation, file, 'conversations/session-doubled', other));
    }
    return problems;
  }
}

function problem(
  conversation: string,
  file: string,
  code: 'conversations/session-doubled' | 'conversations/session-unnamed',
  other = '',
): FileProblem {
  return { conversation, file, problem: problemOf(errors[code]({ file, other })) };
}

const titles = { fr: 'Conversation retrouvée', en: 'Recovered conversation' };
const maxScanned = 20;
const noneKept: KeptContent = { conversations: new Map(), projects: [], settings: new Map() };

/**
 * Creates a conversation for a session file that has no record: as it was set, where that was kept, otherwise named after its first
 * words. False if the file has no entries.
 */
async function recover(
  index: MessageIndex,
  refreshing: Refreshing,
  { conversation, folder }: SessionFile,
  content: KeptContent,
  foldersGone: Set<string>,
): Promise<boolean> {
  const { records, agent, store, now } = index;
  const { entries, total } = await agent.transcript(conversation, { limit: 1 });
  const last = entries.at(-1);
  if (total === 0 || last === undefined || store.numberOf(conversation) !== undefined) return false;
  const placeholder = titles[await index.locale().catch(() => 'fr' as const)];
  const source = { source: 'recovered', sourceId: conversation };
  const times = { createdAt: last.at, updatedAt: last.at, lastMessageAt: last.at };
  const kept = content.conversations.get(conversation);
  const project = placeKept(index, content, kept) ?? (folder && projectOf(index, folder, foldersGone));
  const begin = { id: conversation, title: placeholder, ...source, ...times, ...kept, project: project || undefined };
  beginConversation(records, now(), begin);
  await refreshing.refreshed(conversation, true);
  titleRecovered(index, conversation);
  return true;
}

/**
 * What was moved out of its project, or into another, stays there; so a project that the database lacks, being older than the file beside
 * it, comes back. Empty: in none. Undefined: nothing says it, and the folder decides.
 */
function placeKept({ projects, windows, now }: MessageIndex, content: KeptContent, kept: KeptConversation | undefined): string | undefined {
  if (kept === undefined) return undefined;
  const { project = '' } = kept;
  if (project === '' || projects.find(project) !== undefined) return project;
  const was = content.projects.find(({ id }) => id === project);
  if (was === undefined) return undefined;
  const found = putBackProject(projects, was, now());
  windows.emit('projectsChanged', null);
  return found;
}

/** The project that a conversation began in; undefined in the app's own folders and where no project can be. */
function projectOf({ profile, projectAt, windows }: MessageIndex, folder: string, foldersGone: Set<string>): string | undefined {
  if (toStoredPath(profile, folder) !== folder) return undefined;
  try {
    const project = projectAt(folder);
    windows.emit('projectsChanged', null);
    return project;
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.code === 'conversations/folder-missing') foldersGone.add(folder);
    return undefined;
  }
}

/** Names a recovered conversation after its first words, once they are stored. */
function titleRecovered({ records, store, windows }: MessageIndex, conversation: string): void {
  const number = store.numberOf(conversation);
  const first = number === undefined ? [] : store.from(number, 0, maxScanned).map(({ json }) => JSON.parse(json) as LightEntry);
  const said = first.find(({ kind }) => kind === 'user') ?? first.find(({ kind }) => kind === 'assistant');
  const title = said && titleFromWords(textsOf(said)[said.kind === 'user' ? 'user' : 'assistant']);
  if (title !== undefined && records.get(conversation).titleSource === 'placeholder')
    records.change(conversation, { title, titleSource: 'words' });
  windows.changed(conversation, true);
}
