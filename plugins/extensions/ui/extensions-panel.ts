import { AgentChannel } from '@atelier/agent/contract';
import { type AppError, KernelChannel } from '@atelier/kernel';
import { toast } from '@atelier/kernel/kit';
import { Contributed, Query, Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ExtensionsChannel } from '../contract/index.ts';
import { countText } from './list/extensions-installed.ts';
import type { Chosen } from './list/extensions-row.ts';
import { nameOf } from './name-of.ts';
import { definedRights } from './right-lines.ts';
import { texts } from './texts.ts';

/** The list and the details: side by side on a wide panel, one at a time on a narrow one. */
const panelStyles = css`
  * { box-sizing: border-box; }
  :host { display: flex; flex-direction: column; height: 100%; min-height: 0; container-type: inline-size; }
  .bar .narrow { display: none; }
  .problem { margin: 12px 16px 0; }
  .columns { display: grid; grid-template-columns: 372px minmax(0, 1fr); flex: 1; min-height: 0; }
  .list { border-inline-end: 1px solid var(--line); min-height: 0; min-width: 0; }
  .wait { padding: 12px 4px; }
  .details { min-height: 0; min-width: 0; }
  .details ui-empty { height: 100%; }
  @container (max-width: 860px) {
    .wide { display: none; }
    .columns { grid-template-columns: minmax(0, 1fr); }
    .list { border: 0; }
    .columns:not(.chosen) .details, .columns.chosen .list { display: none; }
    .columns.chosen { --back: flex; }
    .bar .narrow { display: flex; }
  }
  @container (max-width: 480px) {
    .bar .middle { display: none; }
  }
`;

const tabs = ['marketplace', 'installed', 'updates'] as const;
type Tab = (typeof tabs)[number];
type Dialog = 'blame' | 'log' | 'health' | 'remove' | 'registries' | 'publish';

const kernelCalls = { enable: 'enableExtension', disable: 'disableExtension', retry: 'retryExtension' } as const;

/** The panel to find, install, update, enable, disable and remove extensions, and to grant their rights. */
export class ExtensionsPanel extends LitElement {
  static override styles = panelStyles;

  @property({ attribute: false }) view!: ViewHost;
  @state() private tab: Tab = 'installed';
  @state() private selected = '';
  /** The registry that lists the selected extension. */
  @state() private registry = '';
  /** On a narrow panel, whether the details are shown instead of the list. */
  @state() private showsDetails = false;
  @state() private highlighted = '';
  @state() private dialog: Dialog | undefined;
  @state() private busy = false;
  @state() private problem: AppError | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #params = new Slice(this, () => this.view, 'params');
  readonly #extensions = new Query(this, () => this.view, KernelChannel, 'listExtensions', {
    params: () => ({}),
    refreshOn: 'extensionsChanged',
  });
  readonly #installed = new Query(this, () => this.view, ExtensionsChannel, 'listInstalled', { params: () => ({}), refreshOn: 'changed' });
  readonly #costs = new Query(this, () => this.view, KernelChannel, 'costs', { params: () => ({}), refreshOn: 'costsChanged' });
  readonly #views = new Query(this, () => this.view, KernelChannel, 'listViews', {
    params: () => ({}),
    refreshOn: 'contributionsChanged',
    concerns: ({ point }) => point === '@atelier/kernel:views@1',
  });
  readonly #tools = new Contributed(this, () => this.view, '@atelier/agent:tools@1');
  readonly #toolTexts = new Query(this, () => this.view, AgentChannel, 'listTools', { params: () => ({}), refreshOn: 'toolsChanged' });
  readonly #required = [this.#extensions, this.#installed] as const;
  #costTimer: ReturnType<typeof setInterval> | undefined;
  #appliedParams: unknown;

  override connectedCallback(): void {
    super.connectedCallback();
    // Costs change without an event, so they are polled while the page is visible.
    this.#costTimer = setInterval(() => {
      if (document.visibilityState === 'visible') this.#costs.refresh();
    }, 5000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#costTimer);
  }

  override willUpdate(_changed: PropertyValues<this>): void {
    const params = this.#params.value as { tab?: string; id?: string; dialog?: string } | null | undefined;
    if (params === undefined || params === null || params === this.#appliedParams) return;
    this.#appliedParams = params;
    const { tab, id, dialog } = params;
    if (dialog === 'blame') this.dialog = dialog;
    if (tabs.some(one => one === tab)) this.#show(tab as Tab);
    if (id === undefined || !/^(?:@[a-z0-9-]+\/)?[a-z0-9-]{1,48}$/.test(id)) return;
    this.selected = id;
    this.registry = '';
    this.showsDetails = true;
    this.highlighted = id;
  }

  override render() {
    const text = this.#text;
    const extensions = readyOr(this.#extensions.state, []);
    const installed = readyOr(this.#installed.state, []);
    const waiting = installed.filter(({ update }) => update?.kept === false && update.heldUntil === undefined).length;
    const labels = tabs.map(id => ({
      id,
      label: text.of(id),
      count:
        id === 'installed'
          ? countText(text.locale, extensions.filter(({ bundled }) => !bundled).length)
          : id === 'updates'
            ? countText(text.locale, waiting)
            : '',
      badge: id === 'updates' && waiting > 0,
    }));
    return html`
      <ui-header class="bar" heading=${text.of('title')}>
        <ui-tabs bare label=${text.of('sections')} .tabs=${labels} selected=${this.tab} @change=${this.#onTabChange}></ui-tabs>
        <ui-button slot="actions" kind="line" class="wide" icon="package" @click=${() => this.#open('publish')}>${text.of('publish')}</ui-button>
        <ui-button slot="actions" kind="line" class="middle" ?busy=${this.busy} ?disabled=${waiting === 0} title=${text.of('updateAllTip')} @click=${this.#updateAll}>${text.of('updateAll')}</ui-button>
        <ui-menu slot="actions" end label=${text.of('more')} @ui-select=${this.#chosen}>
          <ui-icon-button slot="trigger" icon="ellipsis" label=${text.of('more')}></ui-icon-button>
          <ui-menu-item value="check" icon="refresh-cw">${text.of('check')}</ui-menu-item>
          <ui-menu-item value="blame" icon="search-check">${text.of('blame')}</ui-menu-item>
          <ui-menu-item value="registries" icon="server">${text.of('registries')}</ui-menu-item>
          <ui-menu-item value="publish" icon="package" class="narrow">${text.of('publish')}</ui-menu-item>
          <ui-menu-item value="updateAll" icon="download" class="narrow" ?disabled=${waiting === 0}>${text.of('updateAll')}</ui-menu-item>
        </ui-menu>
      </ui-header>
      ${this.problem === undefined ? nothing : html`<ui-alert class="problem" kind="danger">${this.problem.in(text.locale)}</ui-alert>`}
      ${this.#required.map(({ state: query }) => (query.status === 'failed' ? html`<ui-alert class="problem" kind="danger">${query.message}</ui-alert>` : nothing))}
      <extensions-blame-bar .view=${this.view} @go-on=${() => this.#open('blame')}></extensions-blame-bar>
      <div class="columns ${this.showsDetails ? 'chosen' : ''}" @extension-chosen=${this.#choose} @extension-action=${this.#act}>
        <div class="list">${this.#list()}</div>
        <div class="details">${this.#details()}</div>
      </div>
      ${this.#dialogTemplate()}
    `;
  }

  #list() {
    const extensions = readyOr(this.#extensions.state, []);
    const installed = readyOr(this.#installed.state, []);
    const { view, selected, highlighted } = this;
    if (this.tab === 'marketplace') {
      const ids = new Set(extensions.map(({ id }) => id));
      return html`<extensions-market .view=${view} .installed=${ids} selected=${selected} highlighted=${highlighted}></extensions-market>`;
    }
    // Show no empty list before the data has loaded.
    if (this.#required.some(({ state: query }) => query.status === 'pending'))
      return html`<ui-skeleton class="wait" kind="rows" lines="8"></ui-skeleton>`;
    if (this.tab === 'updates') {
      return html`<extensions-updates .view=${view} .extensions=${extensions} .installed=${installed} selected=${selected}></extensions-updates>`;
    }
    const contributors = {
      views: new Set(readyOr(this.#views.state, []).map(({ from }) => from)),
      tools: new Set(readyOr(this.#tools.state, []).map(({ from }) => from)),
    };
    const waiting = new Set(
      readyOr(this.#toolTexts.state, []).flatMap(({ extension, state }) => (state === 'new' || state === 'changed' ? [extension] : [])),
    );
    return html`<extensions-installed .view=${view} .extensions=${extensions} .installed=${installed} .costs=${readyOr(this.#costs.state, [])} .contributors=${contributors} .waiting=${waiting} selected=${selected} highlighted=${highlighted}></extensions-installed>`;
  }

  #details() {
    const { selected } = this;
    if (selected === '') return html`<ui-empty icon="puzzle" text=${this.#text.of('choose')}></ui-empty>`;
    const costs = readyOr(this.#costs.state, []).find(({ id }) => id === selected);
    const installed = readyOr(this.#installed.state, []).find(({ id }) => id === selected);
    const tools = readyOr(this.#toolTexts.state, []).filter(({ extension }) => extension === selected);
    const defined = definedRights(readyOr(this.#extensions.state, []));
    return html`<extensions-details .view=${this.view} .extensionId=${selected} .registry=${this.registry} .tools=${tools} .defined=${defined} .extension=${this.#extension} .installed=${installed} .costs=${costs}></extensions-details>`;
  }

  #dialogTemplate() {
    const { view, selected, dialog } = this;
    const name = this.#extension?.displayName ?? nameOf(selected);
    const done = () => {
      // A dialog that was replaced by another closes after that one has opened.
      if (this.dialog !== dialog) return;
      if (dialog === 'remove' && this.#extension === undefined) {
        this.selected = '';
        this.showsDetails = false;
      }
      this.dialog = undefined;
    };
    switch (dialog) {
      case 'blame':
        return html`<extensions-blame .view=${view} .extensions=${readyOr(this.#extensions.state, [])} @extension-chosen=${this.#choose} @done=${done}></extensions-blame>`;
      case 'log':
        return html`<extensions-log .view=${view} .extensionId=${selected} name=${name} @done=${done}></extensions-log>`;
      case 'health':
        return html`<extensions-health .view=${view} .extensionId=${selected} name=${name} @done=${done}></extensions-health>`;
      case 'remove':
        return html`<extensions-remove .view=${view} .extensionId=${selected} name=${name} @done=${done}></extensions-remove>`;
      case 'registries':
        return html`<extensions-registries .view=${view} @done=${done}></extensions-registries>`;
      case 'publish':
        return html`<extensions-publish .view=${view} @registries=${() => this.#open('registries')} @done=${done}></extensions-publish>`;
      default:
        return nothing;
    }
  }

  get #extension() {
    return readyOr(this.#extensions.state, []).find(({ id }) => id === this.selected);
  }

  readonly #onTabChange = (event: Event): void => {
    this.#show((event.target as HTMLElement & { selected: Tab }).selected);
  };

  readonly #choose = ({ detail }: CustomEvent<Chosen>): void => {
    this.registry = detail.registry;
    this.#showDetails(detail.id);
    this.highlighted = '';
    this.problem = undefined;
  };

  /** Shows a tab with its list. */
  #show(tab: Tab): void {
    this.tab = tab;
    this.showsDetails = false;
  }

  /** Shows the details of an extension, and focuses them if they replace the list. */
  #showDetails(id: string): void {
    this.selected = id;
    this.showsDetails = true;
    void this.updateComplete.then(() => {
      if (this.renderRoot.querySelector('.list')?.checkVisibility() === false) return this.#focusIn('.details', '.back');
    });
  }

  /** Goes back to the list, and focuses the current row. */
  #showList(): void {
    this.showsDetails = false;
    void this.#focusIn('.list', 'extensions-row[current]');
  }

  /** Waits until each element has rendered, because it cannot be focused before. */
  async #focusIn(column: string, selector: string): Promise<void> {
    await this.updateComplete;
    const inside = this.renderRoot.querySelector(column)?.firstElementChild as LitElement | null;
    await inside?.updateComplete;
    const wanted = inside?.renderRoot.querySelector<LitElement>(selector);
    await wanted?.updateComplete;
    wanted?.focus();
  }

  readonly #chosen = (event: CustomEvent<{ readonly value: string }>): void => {
    const { value } = event.detail;
    if (value === 'check') void this.#check();
    else if (value === 'updateAll') void this.#updateAll();
    else this.#open(value as Dialog);
  };

  readonly #act = async (event: CustomEvent<{ readonly action: string; readonly id: string }>): Promise<void> => {
    const { action, id } = event.detail;
    if (action === 'back') this.#showList();
    else if (action === 'marketplace') this.#show('marketplace');
    else if (action === 'refresh') {
      this.#extensions.refresh();
      this.#toolTexts.refresh();
    } else if (action === 'check') await this.#check();
    else if (action === 'update') await this.#update(id);
    else if (Object.hasOwn(kernelCalls, action))
      await this.#work(() => this.view.connect(KernelChannel).call(kernelCalls[action as 'enable'], { id }));
    else this.#open(action as Dialog);
  };

  /** Shows the details first, because the offer appears there if the update asks for more. */
  async #update(id: string): Promise<void> {
    this.#showDetails(id);
    await this.updateComplete;
    const details = this.renderRoot.querySelector('extensions-details') as (Element & { ask(version?: string): Promise<void> }) | null;
    await details?.ask();
  }

  readonly #updateAll = () =>
    this.#work(async () => {
      const { updated, waiting, failed } = await this.view.connect(ExtensionsChannel).call('updateAll', {});
      const text = this.#text;
      const stillWaiting = waiting.length === 0 ? [] : [text.count('stillWaiting', waiting.length)];
      toast({ text: [text.count('updatedAll', updated.length), ...stillWaiting].join(' '), kind: 'done' });
      for (const { error } of failed) toast({ text: error.message[this.#text.locale], kind: 'failed' });
      if (waiting.length > 0) this.#show('updates');
    });

  #check() {
    return this.#work(async () => {
      for (const { error } of await this.view.connect(ExtensionsChannel).call('checkUpdates', {}))
        toast({ text: error.message[this.#text.locale], kind: 'failed' });
      this.#show('updates');
    });
  }

  #open(dialog: Dialog): void {
    this.dialog = dialog;
  }

  async #work(work: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    try {
      await work();
      this.problem = undefined;
    } catch (error) {
      this.problem = error as AppError;
    } finally {
      this.busy = false;
    }
  }
}

function readyOr<T>(state: { readonly status: string; readonly value?: T }, fallback: T): T {
  return state.status === 'ready' ? (state.value as T) : fallback;
}
