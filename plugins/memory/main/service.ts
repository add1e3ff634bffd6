import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { GitService } from '@atelier/agent/contract';
import type { InspectionService, Locale } from '@atelier/kernel';
import type {
  Correction,
  Draft,
  Hit,
  Imported,
  MemoryRecord,
  MemoryService,
  MemoryShape,
  Provenance,
  Question,
  Used,
} from '../contract/index.ts';
import { asQuotation, orders } from './capture/orders.ts';
import { errors, isToDecide } from './errors.ts';
import type { Searcher } from './search/searcher.ts';
import { demandNoSecret, secretIn } from './secrets.ts';
import type { KnownFolder } from './store/places.ts';
import type { Store } from './store/store.ts';
import type { Uses } from './store/uses.ts';
import { read, written } from './taking-along.ts';
import type { Proposals } from './upkeep/proposals.ts';

const usualLimit = 10;
/** So many drafts are looked at for secrets in one piece; the app does other things between two of them. */
const piece = 50;

export interface MemoryParts {
  readonly store: Store;
  readonly proposals: Proposals;
  /** Whether a newer version of the app wrote the database. */
  readonly isReadOnly: boolean;
  readonly searcher: Searcher;
  readonly uses: Uses;
  readonly inspection: InspectionService;
  readonly git: GitService;
  readonly now: () => number;
  language(): Promise<Locale>;
}

type Calls = MemoryShape['calls'];
export type MemoryCallNames =
  | 'search'
  | 'list'
  | 'get'
  | 'upsert'
  | 'correct'
  | 'edit'
  | 'merge'
  | 'preview'
  | 'forget'
  | 'undo'
  | 'putBack'
  | 'separate'
  | 'explain'
  | 'usedIn'
  | 'stats'
  | 'projectKey'
  | 'exportAll'
  | 'importAll';
type Async = { readonly [K in MemoryCallNames]: (params: Calls[K]['params']) => Promise<Calls[K]['result']> };

/** Everything that a view or another plugin may ask of the memories. */
export function memoryCalls({ store, proposals, isReadOnly, searcher, uses, inspection, git, now, language }: MemoryParts): Async {
  const guarded = async (draft: Pick<Draft, 'content'> & Partial<Draft>) =>
    await demandNoSecret(inspection, [draft.content, draft.title, draft.topic, draft.source?.quote, ...(draft.tags ?? [])]);
  /** What orders somebody to do something waits for the person, whoever but them writes it: a model, an extension. */
  const demandNoOrder = (words: Pick<Draft, 'content' | 'source'> & Partial<Draft>): void => {
    if (words.source.origin !== 'manual' && orders(words) && store.isNews({ kind: 'fact', title: words.content, ...words }))
      throw errors['memory/order']({});
  };
  return {
    search: async question => await search(store, searcher, question, now()),
    list: async query => store.list(query),
    get: async ({ id }) => store.get(id),
    async upsert(draft) {
      await guarded(draft);
      try {
        demandNoOrder(draft);
        return store.upsert(draft);
      } catch (error) {
        // The caller is told, and the person decides.
        if (isToDecide(error)) proposals.capture(draft);
        throw error;
      }
    },
    async correct(correction) {
      await guarded(correction);
      try {
        demandNoOrder(correction);
        return store.correct(correction);
      } catch (error) {
        if (isToDecide(error)) proposals.capture(correctedDraft(store.get(correction.id), correction, now()));
        throw error;
      }
    },
    async edit(edit) {
      await guarded({ ...edit, content: edit.content ?? '' });
      return store.edit(edit);
    },
    async merge(merge) {
      await guarded(merge);
      return store.merge(merge);
    },
    preview: async selection => store.preview(selection),
    forget: async selection => store.forget(selection),
    undo: async ({ change }) => ({ restored: store.undo(change) }),
    putBack: async ({ id }) => ({ restored: store.putBack(id) }),
    separate: async ({ id }) => store.separate(id),
    explain: async ({ conversation, message }) =>
      uses.of(conversation, message).map(({ said, ...use }): Used => {
        const memory = store.find(use.id);
        const isChanged = memory !== undefined && said !== null && said !== store.said(memory.content);
        // This answer is none of the uses before it.
        const before = memory && { ...memory, timesUsed: Math.max(0, memory.timesUsed - 1) };
        return { ...use, ...(before !== undefined && { memory: before }), ...(isChanged && { changed: true }) };
      }),
    usedIn: async ({ conversation }) => ({ answers: uses.counts(conversation) }),
    stats: async () => store.stats(),
    async projectKey({ folder }) {
      const known = await projectKey(git, folder);
      if (!isReadOnly) store.seenFolder(known);
      return { project: known.project, also: store.keysOf(known.project).slice(1) };
    },
    exportAll: async ({ format }) => ({ text: written(store.everything(), format) }),
    async importAll({ text }): Promise<Imported> {
      const { drafts, unreadable } = read(text, now());
      const clean: Draft[] = [];
      const locale = await language();
      let secret = 0;
      for (const [at, draft] of drafts.entries()) {
        if (at % piece === piece - 1) await setImmediate();
        const words = [draft.content, draft.title, draft.topic, draft.source.quote, ...(draft.tags ?? [])];
        if ((await secretIn(inspection, words)) === undefined)
          // What is there already, or was forgotten, stays what it is.
          clean.push(orders(draft) && store.isNews(draft) ? asQuotation(draft, locale, 'imported') : draft);
        else secret += 1;
      }
      const { alike, ...taken } = await store.importAll(clean);
      const proposed = alike.filter(draft => proposals.capture(draft)).length;
      return { ...taken, there: taken.there + alike.length - proposed, secret, proposed, unreadable };
    },
  };
}

/** The same for main sides. */
export function memoryService(calls: Async, store: Store): MemoryService {
  return {
    search: calls.search,
    // The words of what was forgotten are there for the person to put back, and for nobody else.
    list: async ({ statuses, ...query }) =>
      await calls.list({ ...query, ...(statuses !== undefined && { statuses: statuses.filter(status => status !== 'deleted') }) }),
    get: async id => await calls.get({ id }),
    upsert: async draft => await calls.upsert({ ...draft, source: ofOthers(draft.source) }),
    correct: async correction => await calls.correct({ ...correction, source: ofOthers(correction.source) }),
    forget: calls.forget,
    markUsed: async ids => store.markUsed(ids),
    explain: async (conversation, message) => await calls.explain({ conversation, message }),
    stats: async () => await calls.stats({}),
    projectKey: async folder => (await calls.projectKey({ folder })).project,
  };
}

/** Only the page writes what the person wrote. */
const ofOthers = (source: Provenance): Provenance => ({ ...source, origin: source.origin === 'manual' ? 'tool' : source.origin });

/** What a correction would make of a memory, as the person is asked about it. */
function correctedDraft({ kind, topic, project, title }: MemoryRecord, { content, source, at, ...to }: Correction, now: number): Draft {
  return { kind, topic, content, source, title: to.title ?? title, from: at ?? now, ...(project !== undefined && { project }) };
}

async function search(store: Store, searcher: Searcher, question: Question, now: number): Promise<Hit[]> {
  const { text, limit = usualLimit, project, scope, kinds, at = now } = question;
  const filters = {
    ...(project !== undefined && { projects: store.keysOf(project) }),
    ...(scope !== undefined && { scope }),
    ...(kinds !== undefined && { kinds }),
  };
  const hits = await searcher.ask({ text, limit, at, now, ...filters });
  return hits.flatMap(({ number, score, words }): Hit[] => {
    // It may have been forgotten since the thread answered.
    const memory = store.numbered(number);
    return memory === undefined ? [] : [{ memory, score, words }];
  });
}

/** The address of a repository's only remote or of `origin`, without what differs between two ways to it; else a hash of its folder. */
export async function projectKey(git: GitService, folder: string): Promise<KnownFolder> {
  const remotes = await git.remotes(folder).catch(() => []);
  const remote = remotes.find(({ name, fetches }) => name === 'origin' && fetches !== '') ?? remotes.find(({ fetches }) => fetches !== '');
  // Its work trees share the git folder.
  const root = (await git.repository(folder).catch(() => undefined)) ?? (await realpath(folder).catch(() => folder));
  const own = `folder:${createHash('sha256').update(root).digest('hex').slice(0, 32)}`;
  const identity = await stat(root).then(
    ({ ino, birthtimeMs }) => `${ino} ${birthtimeMs}`,
    () => '',
  );
  // A path on this machine names another repository in every folder.
  const project = remote !== undefined && isServer(remote.fetches) ? addressKey(remote.fetches) : own;
  return { project, folder: own, identity };
}

const isServer = (address: string): boolean =>
  /^[a-z+]{2,10}:\/\/[^/]/i.test(address) ? !/^file:/i.test(address) : /^[^/\\:]{2,100}:(?![\\])/.test(address);

export function addressKey(address: string): string {
  const isUrl = /^[a-z+]{1,10}:\/\//i.test(address);
  return (
    address
      .slice(0, 190)
      .replace(/^[a-z+]{1,10}:\/\//i, '')
      // A path after `name@host:` begins in the home folder of that name.
      .replace(isUrl ? /^[^/@]{1,60}@/ : /^git@|^[^/@]{1,60}@(?=[^/:]{1,100}:\/)/, '')
      .replace(/^([^/:]{1,100}):(?!\d)/, '$1/')
      .replace(/\.git\/?$|\/$/, '')
      .toLowerCase()
  );
}
