import type { AppError, Client, Handle } from '@atelier/kernel';
import type { ViewHost } from '@atelier/kernel/ui';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Hit, Kind, ListQuery, MemoryRecord, MemoryShape, SourceFound } from '../../contract/index.ts';
import { MemoryChannel } from '../../contract/index.ts';
import { failureOf } from '../words.ts';

export type Wanted = 'active' | 'superseded' | 'any';

/** What is listed: everything that fits all of it. */
export interface Filters {
  readonly text: string;
  readonly kinds: readonly Kind[];
  /** Empty for every place, `global`, or the key of a repository. */
  readonly place: string;
  readonly status: Wanted;
  /** Stored at this moment or later. */
  readonly since?: number;
}

/** What changes of it. */
export type FilterChange = Partial<Omit<Filters, 'since'>> & { readonly since?: number | undefined };

export const noFilters: Filters = { text: '', kinds: [], place: '', status: 'active' };

export interface Found {
  readonly memory: MemoryRecord;
  /** How near its words are to what was typed; undefined in a list without a question. */
  readonly words?: number;
}

export type Loaded =
  | { readonly status: 'pending' }
  | { readonly status: 'failed'; readonly problem: AppError }
  | {
      readonly status: 'ready';
      readonly found: readonly Found[];
      readonly more: boolean;
      readonly milliseconds?: number;
      readonly isCut?: boolean;
    };

const pageSize = 200;
const mostHits = 100;
const mostOfSource = 5;
/** The sources of extensions are asked when nothing was typed for so long. */
const pauseMs = 300;

/** The memories that a list shows, a page at a time, read again after each change. */
export class RecordData implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #view: () => ViewHost | undefined;
  #client: Client<MemoryShape> | undefined;
  #handle: Handle | undefined;
  #filters: Filters = noFilters;
  #state: Loaded = { status: 'pending' };
  #next: string | undefined;
  #asked = 0;
  #reading = false;
  #again = false;
  #sources: readonly SourceFound[] = [];
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost, view: () => ViewHost | undefined) {
    this.#host = host;
    this.#view = view;
    host.addController(this);
  }

  get state(): Loaded {
    return this.#state;
  }

  /** What the sources of extensions found for what was typed. */
  get sources(): readonly SourceFound[] {
    return this.#sources;
  }

  get filters(): Filters {
    return this.#filters;
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostUpdate(): void {
    if (this.#client !== undefined) return;
    this.#client = this.#view()?.connect(MemoryChannel);
    if (this.#client === undefined) return;
    this.#handle = this.#client.on('memoriesChanged', () => this.refresh());
    void this.#read();
  }

  hostDisconnected(): void {
    void this.#handle?.dispose();
    this.#handle = undefined;
    this.#client = undefined;
    clearTimeout(this.#pause);
    this.#asked += 1;
    this.#reading = false;
  }

  filter(change: FilterChange): void {
    const { since, ...others } = { ...this.#filters, ...change };
    if (others.text !== this.#filters.text) this.#askSources(others.text);
    this.#filters = { ...others, ...(since !== undefined && { since }) };
    this.#next = undefined;
    this.#asked += 1;
    this.#reading = false;
    void this.#read();
    this.#host.requestUpdate();
  }

  /** Reads again what is shown. Any number of calls during a read cause one more read after it. */
  refresh(): void {
    if (this.#reading) this.#again = true;
    else void this.#read();
  }

  /** Reads the next page, if there is one and none is being read. */
  more(): void {
    if (this.#reading || this.#next === undefined || this.#state.status !== 'ready') return;
    void this.#read(this.#state.found);
  }

  async #read(before: readonly Found[] = []): Promise<void> {
    const client = this.#client;
    if (client === undefined) return;
    const asked = ++this.#asked;
    this.#reading = true;
    this.#again = false;
    let state: Loaded;
    let next: string | undefined;
    try {
      const { text } = this.#filters;
      const shown = this.#state.status === 'ready' ? this.#state.found.length : 0;
      if (text.trim() !== '') state = await this.#search(client, text);
      else if (before.length > 0) ({ state, next } = await this.#page(client, before, before.length + 1, this.#next));
      else ({ state, next } = await this.#page(client, [], Math.min(shown, 5000), undefined));
    } catch (error) {
      state = { status: 'failed', problem: failureOf(error) };
    }
    if (asked !== this.#asked) return;
    this.#reading = false;
    this.#next = next;
    this.#state = state;
    this.#host.requestUpdate();
    if (this.#again) void this.#read();
  }

  #askSources(text: string): void {
    clearTimeout(this.#pause);
    this.#sources = [];
    if (text.trim() === '') return;
    const ask = async () => {
      const { sources = [] } = (await this.#client?.call('searchSources', { text, limit: mostOfSource })) ?? {};
      if (text !== this.#filters.text) return;
      this.#sources = sources.filter(({ items, problem }) => items.length > 0 || problem !== undefined);
      this.#host.requestUpdate();
    };
    // What the memories say is there without them.
    this.#pause = setTimeout(() => void ask().catch(() => undefined), pauseMs);
  }

  async #search(client: Client<MemoryShape>, text: string): Promise<Loaded> {
    const { status, since = 0 } = this.#filters;
    const began = performance.now();
    const hits: Hit[] = await client.call('search', { text, limit: mostHits, ...this.#where() });
    const milliseconds = performance.now() - began;
    const found: Found[] = status === 'superseded' ? [] : hits.map(({ memory, words }) => ({ memory, words }));
    // The search knows what holds now. What has ended is found by its exact words.
    if (status !== 'active')
      for (const memory of (await client.call('preview', { text: text.slice(0, 1000) })).memories)
        if (memory.status === 'superseded' && this.#fits(memory)) found.push({ memory, words: 1 });
    return {
      status: 'ready',
      found: found.filter(({ memory }) => memory.createdAt >= since),
      more: false,
      milliseconds,
      isCut: hits.length === mostHits,
    };
  }

  /** Pages until there are at least so many, or no more. */
  async #page(
    client: Client<MemoryShape>,
    before: readonly Found[],
    least: number,
    after: string | undefined,
  ): Promise<{ state: Loaded; next: string | undefined }> {
    const found = [...before];
    const { since = 0 } = this.#filters;
    let next = after;
    do {
      const page = await client.call('list', {
        limit: pageSize,
        ...this.#where(),
        ...this.#statuses(),
        ...(next !== undefined && { after: next }),
      });
      const fresh = page.memories.filter(memory => memory.createdAt >= since);
      found.push(...fresh.map(memory => ({ memory })));
      // The newest come first: what follows is older still.
      next = fresh.length < page.memories.length ? undefined : page.next;
    } while (next !== undefined && found.length < least);
    return { state: { status: 'ready', found, more: next !== undefined }, next };
  }

  #where(): Pick<ListQuery, 'kinds' | 'scope' | 'project'> {
    const { kinds, place } = this.#filters;
    return {
      ...(kinds.length > 0 && { kinds: [...kinds] }),
      ...(place === 'global' && { scope: 'global' as const }),
      // Both together leave only what is about this repository.
      ...(place !== '' && place !== 'global' && { scope: 'project' as const, project: place }),
    };
  }

  #statuses(): Pick<ListQuery, 'statuses'> {
    const { status } = this.#filters;
    if (status === 'active') return {};
    return { statuses: status === 'superseded' ? ['superseded'] : ['active', 'superseded'] };
  }

  #fits({ kind, project }: MemoryRecord): boolean {
    const { kinds, place } = this.#filters;
    return (
      (kinds.length === 0 || kinds.includes(kind)) && (place === '' || (place === 'global' ? project === undefined : project === place))
    );
  }
}
