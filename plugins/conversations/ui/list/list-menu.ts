import type { UiMenu } from '@atelier/kernel/kit';
import { Contributed, type ViewHost } from '@atelier/kernel/ui';
import { html, type LitElement, nothing, type TemplateResult } from 'lit';
import { type ConversationAction, ConversationActions, type Project, type Row } from '../../contract/index.ts';
import type { ListActs } from './list-acts.ts';
import type { ListTexts } from './list-rows.ts';

/** The target of the menu: conversations, or a project. */
export type MenuTarget = { readonly rows: readonly Row[] } | { readonly project: Project };

/** What the menu needs from the list. */
export interface MenuAsks {
  readonly text: ListTexts;
  readonly acts: ListActs;
  projects(): readonly Project[];
  rename(target: MenuTarget): void;
  foldAll(folded: boolean): void;
  /** Moves a project by a number of places. */
  shift(project: string, by: number): void;
  /** The element that gets the focus after the menu. */
  back(): HTMLElement | undefined;
}

type Page = 'all' | 'move' | 'icon' | 'delete';

/** The context menu of a line. Its further pages replace the first one. */
export class ListMenu {
  readonly #host: LitElement;
  readonly #asks: MenuAsks;
  readonly #extra: Contributed<ConversationAction>;
  #target: MenuTarget | undefined;
  #page: Page = 'all';
  #armed = false;

  constructor(host: LitElement, view: () => ViewHost, asks: MenuAsks) {
    this.#host = host;
    this.#asks = asks;
    this.#extra = new Contributed(host, view, ConversationActions.key);
  }

  /** Opens the menu beside its target; `delete` opens the page where the next press deletes. */
  async open(target: MenuTarget, anchor: HTMLElement, page: 'all' | 'delete' = 'all'): Promise<void> {
    this.#menu?.close();
    this.#target = target;
    this.#page = page;
    this.#armed = page === 'delete';
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    this.#menu?.show(anchor, this.#asks.back());
  }

  render(): TemplateResult {
    const target = this.#target;
    return html`<ui-menu class="menu" label=${this.#asks.text.of('listMenu')} @ui-close=${this.#closed}>${
      target === undefined ? nothing : 'rows' in target ? this.#conversation(target.rows) : this.#project(target.project)
    }</ui-menu>`;
  }

  #conversation(rows: readonly Row[]) {
    const { text, acts } = this.#asks;
    const [row] = rows;
    if (row === undefined) return nothing;
    const one = rows.length === 1;
    if (this.#page === 'delete') return this.#remove(() => acts.remove(rows));
    if (this.#page === 'move') return this.#moves(rows);
    const pinned = rows.every(each => each.pinned);
    const unread = rows.some(each => each.unread);
    const archived = rows.every(each => each.archived);
    return html`
      ${one ? this.#item('arrow-right', text.of('listOpen'), () => acts.open(row.id), 'Enter') : nothing}
      ${one ? this.#item('pencil', text.of('listRename'), () => this.#asks.rename({ rows }), 'F2') : nothing}
      ${this.#item(pinned ? 'pin-off' : 'pin', text.of(pinned ? 'listUnpin' : 'listPin'), () => acts.pin(rows, !pinned))}
      ${this.#item(unread ? 'mail-open' : 'mail', text.of(unread ? 'listMarkRead' : 'listMarkUnread'), () => acts.read(rows, unread))}
      ${this.#leadsTo('folder-input', text.of('listMove'), 'move')}
      ${this.#item(archived ? 'archive-restore' : 'archive', text.of(archived ? 'listRestore' : 'listArchive'), () => acts.archive(rows, !archived))}
      ${one ? this.#contributed(row.id) : nothing}
      <hr />
      ${this.#remove(() => acts.remove(rows))}
    `;
  }

  #project(project: Project) {
    const { text, acts } = this.#asks;
    const all = this.#asks.projects();
    const at = all.findIndex(one => one.id === project.id);
    if (this.#page === 'delete') return this.#remove(() => acts.removeProject(project));
    if (this.#page === 'icon') return this.#icons(project);
    const isFolded = all.every(one => one.folded);
    return html`
      ${this.#item('square-pen', text.of('listNewHere'), () => acts.begin(project.id))}
      ${this.#item('pencil', text.of('listRename'), () => this.#asks.rename({ project }), 'F2')}
      ${this.#leadsTo('palette', text.of('listIcon'), 'icon')}
      ${this.#item('copy', text.of('listCopyPath'), () => acts.copy(project.folder))}
      <hr />
      ${this.#item('arrow-up', text.of('listMoveUp'), () => this.#asks.shift(project.id, -1), undefined, at <= 0)}
      ${this.#item('arrow-down', text.of('listMoveDown'), () => this.#asks.shift(project.id, 1), undefined, at === all.length - 1)}
      ${this.#item('chevrons-up-down', text.of(isFolded ? 'listUnfoldAll' : 'listFoldAll'), () => this.#asks.foldAll(!isFolded))}
      <hr />
      ${this.#remove(() => acts.removeProject(project))}
    `;
  }

  /** The actions that other plugins contribute, such as an export. */
  #contributed(conversation: string) {
    const { items } = this.#extra;
    if (items.length === 0) return nothing;
    const sorted = items.map(({ value }) => value).sort((a, b) => (a.order ?? 100) - (b.order ?? 100));
    return html`<hr />${sorted.map(({ command, title, icon }) => this.#item(icon, title, () => this.#asks.acts.run(command, { conversation })))}`;
  }

  #moves(rows: readonly Row[]) {
    const { text, acts } = this.#asks;
    const here = new Set(rows.map(row => row.project ?? ''));
    const choice = (id: string, icon: string, name: string) =>
      html`<ui-menu-item icon=${icon} radio .checked=${here.size === 1 && here.has(id)} @ui-select=${() => acts.move(rows, id)}>${name}</ui-menu-item>`;
    return html`
      ${this.#asks.projects().map(({ id, icon, name }) => choice(id, icon ?? 'folder', name))}
      ${choice('', 'message-square', text.of('listWithout'))}
    `;
  }

  #icons(project: Project) {
    const { text, acts } = this.#asks;
    return projectIcons.map(icon => {
      const isUsual = icon === 'folder';
      const choose = () => void acts.call('changeProject', { project: project.id, icon: isUsual ? null : icon });
      const checked = (project.icon ?? 'folder') === icon;
      return html`<ui-menu-item icon=${icon} radio .checked=${checked} @ui-select=${choose}>${text.of(`listIcon.${icon}`)}</ui-menu-item>`;
    });
  }

  #item(icon: string, words: string, run: () => unknown, kbd = '', disabled = false) {
    return html`<ui-menu-item icon=${icon} kbd=${kbd} ?disabled=${disabled} @ui-select=${() => void run()}>${words}</ui-menu-item>`;
  }

  /** An item that keeps the menu open and shows another page. */
  #leadsTo(icon: string, words: string, page: Page) {
    const turn = async (event: Event) => {
      event.stopPropagation();
      this.#page = page;
      this.#host.requestUpdate();
      await this.#host.updateComplete;
      (this.#menu?.querySelector<HTMLElement>('ui-menu-item:not([disabled])') ?? this.#menu)?.focus();
    };
    return html`<ui-menu-item icon=${icon} @ui-select=${turn}><span>${words}…</span></ui-menu-item>`;
  }

  /** The first press only asks for confirmation. */
  #remove(run: () => unknown) {
    const { text } = this.#asks;
    const isProject = this.#target !== undefined && 'project' in this.#target;
    const press = (event: Event) => {
      if (this.#armed) return void run();
      event.stopPropagation();
      this.#armed = true;
      this.#host.requestUpdate();
    };
    const words = this.#armed ? (isProject ? 'listRemoveAgain' : 'listDeleteAgain') : isProject ? 'listRemoveProject' : 'listDelete';
    return html`<ui-menu-item danger icon=${isProject ? 'x' : 'trash-2'} kbd=${this.#armed ? '' : 'Delete'} aria-live="polite" @ui-select=${press} @keydown=${this.#again}>${text.of(words)}</ui-menu-item>`;
  }

  /** The Delete key confirms as well. */
  #again = (event: KeyboardEvent): void => {
    if (event.key === 'Delete') (event.currentTarget as HTMLElement).click();
  };

  #closed = (): void => {
    this.#page = 'all';
    this.#armed = false;
    this.#host.requestUpdate();
  };

  get #menu(): UiMenu | null {
    return this.#host.renderRoot.querySelector<UiMenu>('ui-menu.menu');
  }
}

/** The icons that a project may have, by their Lucide names; the first is the usual one. */
const projectIcons = [
  'folder',
  'code-xml',
  'terminal',
  'globe',
  'database',
  'server',
  'box',
  'cpu',
  'smartphone',
  'flask-conical',
  'book-open',
  'file-text',
  'pencil',
  'palette',
  'image',
  'music',
  'camera',
  'map',
  'house',
  'briefcase',
  'shopping-cart',
  'heart',
  'leaf',
  'rocket',
] as const;
