import type { Client, Handle } from '@atelier/kernel';
import { reopened, type ViewHost } from '@atelier/kernel/ui';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { ConversationsChannel, type Project, type Row, type View } from '../../contract/index.ts';
import { isFlat, type Snapshot } from './items.ts';
import { emptySection, everything, patched, type Section, withPage } from './sections.ts';

type Shape = NonNullable<(typeof ConversationsChannel)['shape']>;
type RowsChanged = Shape['events']['rowsChanged'];

const pageSize = 100;
/** The number of rows that a tall window shows; so many are read before the list is shown. */
const firstRows = 40;

/** The data of the list, read page by page while the person scrolls, and kept up to date by events. */
export class ListData implements ReactiveController {
  readonly #host: ReactiveControllerHost & Pick<Node, 'isConnected'>;
  readonly #view: () => ViewHost | undefined;
  #client: Client<Shape> | undefined;
  #handles: Handle[] = [];
  #snapshot: Snapshot | undefined;
  #wanted: { readonly view?: Partial<View>; readonly text: string } = { text: '' };
  #preparing = 0;
  #isPreparing = false;
  /** Changes that arrive while everything is being read. */
  #missed: RowsChanged[] = [];
  #reading = new Set<string>();
  #counting: 'no' | 'soon' | 'now' = 'no';
  /** Grows with every change. */
  version = 0;
  problem: unknown;

  constructor(host: ReactiveControllerHost & Pick<Node, 'isConnected'>, view: () => ViewHost | undefined) {
    this.#host = host;
    this.#view = view;
    host.addController(this);
  }

  /** Undefined until it was read for the first time. */
  get snapshot(): Snapshot | undefined {
    return this.#snapshot;
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostUpdate(): void {
    // Lit renders an element once more after it has left the page.
    if (!this.#host.isConnected || this.#client !== undefined) return;
    const client = this.#view()?.connect(ConversationsChannel);
    if (client === undefined) return;
    this.#client = client;
    const again = () => void this.#prepare();
    this.#handles = [
      client.on('rowsChanged', change => this.#take(change)),
      client.on('projectsChanged', () => this.#countSoon()),
      client.on('viewChanged', view => {
        this.#wanted = { ...this.#wanted, view };
        again();
      }),
      client.on(reopened as 'projectsChanged', again),
    ];
    again();
  }

  hostDisconnected(): void {
    for (const handle of this.#handles.splice(0)) void handle.dispose();
    this.#client = undefined;
    this.#preparing += 1;
    this.#reading.clear();
  }

  /** Changes the view, here at once and in other windows after it is saved. */
  async choose(change: Partial<View>): Promise<void> {
    this.#wanted = { ...this.#wanted, view: { ...this.#snapshot?.view, ...this.#wanted.view, ...change } };
    await Promise.all([this.#prepare(), this.#client?.call('saveView', change)]);
  }

  search(text: string): void {
    if (text === this.#wanted.text) return;
    this.#wanted = { ...this.#wanted, text };
    void this.#prepare();
  }

  /** Folds or unfolds a project, before the change is saved. */
  fold(project: string, folded: boolean): void {
    const { projects = [] } = this.#snapshot ?? {};
    this.#put({ projects: projects.map(one => (one.id === project ? { ...one, folded } : one)) });
  }

  /** Reorders projects, before the change is saved. */
  arrange(projects: readonly Project[]): void {
    this.#put({ projects });
  }

  /** Reads the next page of a section, unless it is being read already. */
  want(key: string): void {
    const [client, snapshot] = [this.#client, this.#snapshot];
    const section = snapshot?.sections.get(key);
    if (client === undefined || snapshot === undefined || this.#reading.has(key)) return;
    if (section?.read === true && section.next === undefined) return;
    this.#reading.add(key);
    const preparing = this.#preparing;
    void this.#page(client, snapshot, key, section?.next)
      .then(page => {
        const now = this.#snapshot;
        if (now === undefined || preparing !== this.#preparing) return;
        const before = now.sections.get(key) ?? emptySection(key, totalOf(now, key));
        this.#put({ sections: new Map(now.sections).set(key, withPage(before, page)) });
      })
      // The page is requested again at the next render.
      .catch(() => undefined)
      .finally(() => {
        if (preparing === this.#preparing) this.#reading.delete(key);
        this.#host.requestUpdate();
      });
  }

  #page(client: Client<Shape>, { view, text }: Pick<Snapshot, 'view' | 'text'>, key: string, after?: string, limit = pageSize) {
    return client.call('list', {
      sort: view.sort,
      show: view.show,
      limit,
      ...(key !== everything && { project: key }),
      ...(text !== '' && { text }),
      ...(after !== undefined && { after }),
    });
  }

  /** Reads the first sections, and then replaces the whole data at once, so that the list does not flicker. */
  async #prepare(): Promise<void> {
    const client = this.#client;
    if (client === undefined) return;
    this.#preparing += 1;
    const preparing = this.#preparing;
    this.#isPreparing = true;
    this.#missed = [];
    try {
      const { text } = this.#wanted;
      const view = { ...(await this.#viewOf(client)), ...this.#wanted.view };
      const { projects, without } = await client.call('projects', { show: view.show });
      const bare: Snapshot = { view, text, projects, without, sections: new Map() };
      const sections = await Promise.all(this.#firstOf(bare).map(([key, count]) => this.#first(client, bare, key, count)));
      if (preparing !== this.#preparing) return;
      this.#reading.clear();
      this.problem = undefined;
      this.#snapshot = { ...bare, sections: new Map(sections.map(section => [section.key, section])) };
      for (const change of this.#missed.splice(0)) this.#patch(change);
    } catch (error) {
      if (preparing !== this.#preparing) return;
      this.problem = error;
    }
    this.#isPreparing = false;
    this.version += 1;
    this.#host.requestUpdate();
  }

  async #viewOf(client: Client<Shape>): Promise<View> {
    return this.#snapshot?.view ?? (await client.call('readView', {}));
  }

  /** The sections that are visible first, with as many rows of each as were read before. */
  #firstOf(snapshot: Snapshot): readonly (readonly [string, number])[] {
    const before = this.#snapshot?.sections;
    if (isFlat(snapshot)) return [[everything, pageSize]];
    const keys: (readonly [string, number])[] = [];
    let rows = 0;
    const all = [...snapshot.projects.map(one => [one.id, one.conversations, one.folded] as const), ['', snapshot.without, false] as const];
    for (const [key, count, folded] of all) {
      const was = before?.get(key)?.rows.length ?? 0;
      if (folded || count === 0 || (rows >= firstRows && was === 0)) continue;
      keys.push([key, Math.min(Math.max(was, pageSize), 5 * pageSize)]);
      rows += count;
    }
    return keys;
  }

  async #first(client: Client<Shape>, snapshot: Snapshot, key: string, count: number): Promise<Section> {
    let section = emptySection(key, totalOf(snapshot, key));
    do {
      section = withPage(section, await this.#page(client, snapshot, key, section.next, Math.min(200, count)));
    } while (section.next !== undefined && section.rows.length < count);
    return section;
  }

  #take(change: RowsChanged): void {
    if (this.#isPreparing) this.#missed.push(change);
    this.#patch(change);
    this.version += 1;
    this.#host.requestUpdate();
  }

  #patch({ rows, removed }: RowsChanged): void {
    const snapshot = this.#snapshot;
    if (snapshot === undefined) return;
    const { view, text } = snapshot;
    const question = { sort: view.sort, show: view.show, text };
    const gone = new Set(removed);
    const sections = new Map<string, Section>();
    for (const [key, section] of snapshot.sections) sections.set(key, patched(section, rows, gone, question, Date.now()));
    const known = new Map([...snapshot.sections.values()].flatMap(section => section.rows.map(row => [row.id, row] as const)));
    this.#snapshot = { ...snapshot, sections };
    // It is unknown whether a row that was not read was counted.
    if (removed.length > 0 || rows.some(row => mayChangeCounts(known.get(row.id), row, view.show))) this.#countSoon();
  }

  #put(change: Partial<Snapshot>): void {
    if (this.#snapshot === undefined) return;
    this.#snapshot = { ...this.#snapshot, ...change };
    this.version += 1;
    this.#host.requestUpdate();
  }

  /** Counts again; changes during a count share one more count after it. */
  #countSoon(): void {
    if (this.#counting !== 'no') {
      this.#counting = 'soon';
      return;
    }
    this.#counting = 'now';
    void this.#count().finally(() => {
      const again = this.#counting === 'soon';
      this.#counting = 'no';
      if (again) this.#countSoon();
    });
  }

  async #count(): Promise<void> {
    const [client, before, preparing] = [this.#client, this.#snapshot, this.#preparing];
    if (client === undefined || before === undefined) return;
    const answer = await client.call('projects', { show: before.view.show }).catch(() => undefined);
    const now = this.#snapshot;
    if (answer === undefined || now === undefined || preparing !== this.#preparing) return;
    const counted = { ...now, ...answer };
    const sections = new Map<string, Section>();
    for (const [key, section] of now.sections) {
      const total = section.read && section.next === undefined ? section.rows.length : totalOf(counted, key);
      sections.set(key, { ...section, total });
    }
    this.#put({ ...answer, sections });
  }
}

function totalOf({ projects, without, text }: Omit<Snapshot, 'sections'>, key: string): number | undefined {
  if (key === '') return without;
  if (key !== everything) return projects.find(project => project.id === key)?.conversations;
  // The hits of a search are not counted.
  return text === '' ? projects.reduce((sum, project) => sum + project.conversations, without) : undefined;
}

/** Whether a change may have moved a row from one count to another. */
function mayChangeCounts(before: Row | undefined, now: Row, show: View['show']): boolean {
  if (before === undefined || before.project !== now.project || before.archived !== now.archived) return true;
  return show === 'relevant' && (before.unread !== now.unread || before.state !== now.state);
}
