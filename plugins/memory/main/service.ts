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
  Stored,
  Used,
} from '../contract/index.ts';
import { asQuotation, orders } from './capture/orders.ts';
import { isVerbatim } from './capture/proof.ts';
import { errors, isToDecide } from './errors.ts';
import { wholeOf } from './model/whole.ts';
import { inPieces, oneAtATime } from './pieces.ts';
import { readDocument, type Uploads } from './reading.ts';
import type { Searcher } from './search/searcher.ts';
import { demandNoSecret, secretIn, textsOf } from './secrets.ts';
import type { Gone, Shown } from './store/many.ts';
import type { KnownFolder } from './store/places.ts';
import { topicOf } from './store/rows.ts';
import type { Listing } from './store/selecting.ts';
import type { Store } from './store/store.ts';
import type { Use, Uses } from './store/uses.ts';
import { type ReadDraft, written } from './taking-along.ts';
import type { Proposals } from './upkeep/proposals.ts';

const usualLimit = 10;
/** Of English and French words; each model counts in its own way. */
const charactersOfToken = 4;
/** So many drafts are looked at for secrets in one piece; the app does other things between two of them. */
const piece = 50;
/** So many are in a part of an export, at least. */
const exported = 1000;

export interface MemoryParts {
  readonly store: Store;
  readonly proposals: Proposals;
  /** Whether a newer version of the app wrote the database. */
  readonly isReadOnly: boolean;
  readonly searcher: Searcher;
  readonly uses: Uses;
  readonly uploads: Uploads;
  readonly inspection: InspectionService;
  readonly git: GitService;
  readonly now: () => number;
  language(): Promise<Locale>;
  /** The person has something to decide. */
  asked(): void;
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
  | 'room'
  | 'usedIn'
  | 'stats'
  | 'projectKey'
  | 'exportAll'
  | 'importPart'
  | 'importAll';
export type Async = { readonly [K in MemoryCallNames]: (params: Calls[K]['params']) => Promise<Calls[K]['result']> };
/** `told`: only what models are told. */
export type Asking = Question & { readonly told?: true };
/** What a model stores and corrects, with the ids of what the person was shown that it ends, and the extension that does it. For who tells of it, forgetting names what it forgot. */
export interface MemoryCalls extends Omit<Async, 'forget'> {
  search(question: Asking): Promise<Hit[]>;
  list(query: Listing): ReturnType<Async['list']>;
  upsert(draft: Draft, shown?: readonly string[], by?: string): Promise<Stored>;
  correct(correction: Correction, shown?: readonly string[], by?: string): Promise<Stored>;
  /** What the person did not say waits for them, unless it is there already. */
  propose(draft: Draft): Promise<Stored>;
  readonly forget: (selection: Calls['forget']['params'], shown?: readonly Shown[]) => Promise<Gone>;
}
export interface ToolCalls
  extends Omit<Async, 'search' | 'list' | 'upsert' | 'correct' | 'forget'>,
    Pick<MemoryCalls, 'search' | 'list' | 'upsert' | 'correct' | 'propose'> {
  readonly forget: (selection: Calls['forget']['params'], shown?: readonly Shown[]) => ReturnType<Async['forget']>;
}

/** Everything that a view or another plugin may ask of the memories. */
export function memoryCalls({
  store,
  proposals,
  isReadOnly,
  searcher,
  uses,
  uploads,
  inspection,
  git,
  now,
  language,
  asked,
}: MemoryParts): MemoryCalls {
  const inTurn = oneAtATime();
  const guarded = async (draft: Pick<Draft, 'content'> & Partial<Draft>) => await demandNoSecret(inspection, textsOf(draft));
  /** What orders somebody to do something waits for the person, whoever but them writes it: a model, an extension. */
  const demandNoOrder = (words: Pick<Draft, 'content' | 'source'> & Partial<Draft>): void => {
    if (words.source.origin !== 'manual' && orders(words) && store.isNews({ kind: 'fact', title: words.content, ...words }))
      throw errors['memory/order']({});
  };
  const usedOf = ({ said, ...use }: Use): Used => {
    const memory = store.find(use.id);
    if (memory === undefined) return use;
    if (said === null || said === store.said(wholeOf(memory))) return { ...use, memory };
    return { ...use, memory, ...(said === store.said(memory.content) ? { untitled: true } : { changed: true }) };
  };
  return {
    search: async question => await search(store, searcher, question, now()),
    list: async ({ proposal, ...query }) =>
      proposal === undefined ? store.list(query) : proposals.listWanted(proposal, Number(query.after ?? 0) || 0, query.limit),
    get: async ({ id }) => {
      const memory = store.get(id);
      const { quote } = memory.source;
      return { ...memory, ...(quote !== undefined && isVerbatim(quote, memory.content) && { verbatim: true }) };
    },
    async upsert(draft, shown, by) {
      await guarded(draft);
      try {
        demandNoOrder(draft);
        return store.upsert(store.placed(draft), shown, by);
      } catch (error) {
        // The caller is told, and the person decides.
        if (isToDecide(error)) proposals.capture(draft, by);
        throw error;
      }
    },
    async correct(correction, shown, by) {
      await guarded({ ...store.find(correction.id), ...correction });
      try {
        demandNoOrder(correction);
        return store.correct(correction, shown, by);
      } catch (error) {
        if (isToDecide(error)) proposals.capture(correctedDraft(store.get(correction.id), correction, now()), by);
        throw error;
      }
    },
    async propose(draft) {
      await guarded(draft);
      if (!store.isNews(draft)) return store.upsert(draft);
      proposals.capture(draft);
      throw errors['memory/not-said']({});
    },
    async edit(edit) {
      // Only what the edit says anew: nobody edits a quotation, and what stood there already may be taken out.
      const { source: _, ...old } = store.get(edit.id);
      const before = new Set(textsOf(old));
      await demandNoSecret(
        inspection,
        textsOf({ ...old, ...edit }).filter(text => !before.has(text)),
      );
      return store.edit(edit);
    },
    async merge(merge) {
      await guarded(merge);
      return store.merge(merge);
    },
    preview: async selection => await inPieces(store.previewing(selection)),
    forget: async (selection, shown) => await inTurn(() => inPieces(store.forgetting(selection, shown))),
    undo: async ({ change }) => await inTurn(() => inPieces(store.undoing(change))),
    putBack: async ({ id }) => store.putBack(id),
    separate: async ({ id }) => store.separate(id),
    explain: async ({ conversation, message }) => {
      const memories = uses.of(conversation, message).map((use): Used => {
        const { memory, ...used } = usedOf(use);
        // This answer is none of the uses before it.
        return { ...used, ...(memory !== undefined && { memory: { ...memory, timesUsed: Math.max(0, memory.timesUsed - 1) } }) };
      });
      const found = uses
        .ofSources(conversation, message)
        .map(({ score, at, ...words }, nth): Used => ({ id: `${words.from}/${words.source}/${nth}`, score, at, found: words }));
      return [...memories, ...found].sort((a, b) => b.score - a.score);
    },
    room: async ({ conversation, message }) => {
      const { untold, characters } = uses.roomOf(conversation, message);
      return { untold: untold.map(usedOf), ...(characters !== undefined && { tokens: Math.ceil(characters / charactersOfToken) }) };
    },
    usedIn: async ({ conversation }) => ({ answers: uses.counts(conversation) }),
    stats: async () => store.stats(),
    async projectKey({ folder }) {
      const known = await projectKey(git, folder);
      // A remote is what a folder says of itself: what another one has under that name is shared only if the person agrees.
      const isShared = store.isShared(known);
      const project = isShared ? known.project : known.folder;
      if (!isReadOnly) store.seenFolder({ ...known, project });
      if (!isReadOnly && !isShared && proposals.share(known, folder)) asked();
      return { project, also: store.keysOf(project).slice(1) };
    },
    async exportAll({ format, after }) {
      const { memories, next } = await inPieces(store.reading(Number(after ?? 0), exported));
      const text = written(memories, format, { isFirst: after === undefined, isLast: next === undefined });
      return { text, ...(next !== undefined && { next: String(next) }) };
    },
    async importPart({ upload, text }) {
      uploads.add(upload, text);
      return {};
    },
    async importAll({ text, upload }): Promise<Imported> {
      const { drafts, unreadable, cut } = await readDocument(upload === undefined ? [text ?? ''] : uploads.take(upload), now());
      const clean: ReadDraft[] = [];
      const locale = await language();
      let secret = 0;
      for (const [at, draft] of drafts.entries()) {
        if (at % piece === piece - 1) await setImmediate();
        if ((await secretIn(inspection, textsOf(draft))) === undefined)
          // What is there already, or was forgotten, stays what it is.
          clean.push(orders(draft) && store.isNews(draft) ? asQuotation(draft, locale, 'imported') : draft);
        else secret += 1;
      }
      const { alike, ...taken } = await inTurn(() => store.importAll(clean));
      const proposed = alike.filter(draft => proposals.capture(draft)).length;
      return { ...taken, there: taken.there + alike.length - proposed, secret, proposed, unreadable, cut };
    },
  };
}

/** The same for main sides. `by`: the extension that calls. */
export function memoryService(
  calls: ToolCalls,
  store: Store,
  forget: MemoryService['forget'],
  by: () => string | undefined = () => undefined,
): MemoryService {
  return {
    search: async question => await calls.search(question),
    // The words of what was forgotten are there for the person to put back, and for nobody else.
    async list({ statuses, proposal: _, ...query }) {
      return await calls.list({ ...query, ...(statuses !== undefined && { statuses: statuses.filter(status => status !== 'deleted') }) });
    },
    get: async id => await calls.get({ id }),
    // What is on a topic is asked of the person alone: the question says its words.
    async upsert({ onTopic: _, ...sent }) {
      const own = by();
      const draft = { ...sent, source: ofOthers };
      return toldToOthers(await calls.upsert(draft, undefined, own), draft, store.namesOf(own));
    },
    async correct(sent) {
      const own = by();
      const correction = { ...sent, source: ofOthers };
      return toldToOthers(await calls.correct(correction, undefined, own), correction, store.namesOf(own));
    },
    forget,
    markUsed: async ids => store.markUsed(ids),
    // What one extension found is no memory that another may read.
    explain: async (conversation, message) => (await calls.explain({ conversation, message })).filter(({ found }) => found === undefined),
    stats: async () => await calls.stats({}),
    projectKey: async folder => (await calls.projectKey({ folder })).project,
  };
}

/** Only the page writes what the person wrote or imported, and only Atelier itself cites what they said. */
const ofOthers: Provenance = { origin: 'tool' };

/** What was stored, in the words that were sent, and only the ids of what the caller stored: who may write need not be allowed to read. */
function toldToOthers(
  { memory, ...stored }: Stored,
  sent: Pick<Draft, 'content'> & Partial<Pick<Draft, 'title' | 'topic' | 'tags' | 'kind' | 'project'>>,
  named: (ids: readonly string[]) => readonly string[],
): Stored {
  const { status, confidence, importance, from, until, createdAt, updatedAt } = memory;
  const { content, title = content.slice(0, 200), topic = title, tags = [], kind = memory.kind, project } = sent;
  const [id = ''] = named([memory.id]);
  return {
    ...stored,
    ended: [...named(stored.ended)],
    memory: {
      ...{ id, status, confidence, importance, from, createdAt, updatedAt, ...(until !== undefined && { until }) },
      ...(project === undefined ? { scope: 'global' } : { scope: 'project', project }),
      ...{ content, title, topic: topicOf(topic), tags: [...tags], kind, source: ofOthers, timesUsed: 0 },
    },
  };
}

/** What a correction would make of a memory, as the person is asked about it. */
export function correctedDraft(
  { kind, topic, project, title }: MemoryRecord,
  { content, source, at, until, ...to }: Correction,
  now: number,
): Draft {
  const place = { ...(project !== undefined && { project }), ...(until !== undefined && { until }) };
  return { kind, topic, content, source, title: to.title ?? title, from: at ?? now, ...place };
}

async function search(store: Store, searcher: Searcher, question: Asking, now: number): Promise<Hit[]> {
  const { text, limit = usualLimit, project, scope, kinds, at, told } = question;
  const filters = {
    ...(project !== undefined && { projects: store.keysOf(project) }),
    ...(scope !== undefined && { scope }),
    ...(kinds !== undefined && { kinds }),
    ...(told !== undefined && { told }),
  };
  const hits = await searcher.ask({ text, limit, now, ...(at !== undefined && { at }), ...filters });
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
