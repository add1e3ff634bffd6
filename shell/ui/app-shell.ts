import { type LinkStatus, Slice } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import { shellStyles } from './shell-styles.ts';
import { words } from './text.ts';
import { theWindow } from './window/current.ts';
import { Follow } from './window/follow.ts';
import { widths } from './window/layout.ts';
import { atEnd, type ShownView } from './window/views.ts';

type Resized = CustomEvent<{ readonly size: number }>;

/** The window: regions that know nothing of what is in them. Each is filled by the views of a slot. */
export class AppShell extends LitElement {
  static override styles = shellStyles;

  @state() private status: LinkStatus = 'connecting';

  #covered = false;

  readonly #locale = new Slice(this, () => theWindow(), 'locale');

  constructor() {
    super();
    const { layout, views, route, slices, link } = theWindow();
    new Follow(this, layout, views, route, { watch: listener => slices.watch('mode', listener) });
    link.onStatus(status => {
      this.status = status;
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('keydown', this.#keyed);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('keydown', this.#keyed);
  }

  /** What lies over the window takes the focus, and gives it back to where it was opened from. */
  override updated(): void {
    const { narrow, sidebar, panel } = theWindow().layout.value;
    const covered = narrow && (sidebar || panel);
    if (covered === this.#covered) return;
    this.#covered = covered;
    const part = covered ? (sidebar ? 'nav.side' : 'aside.panel') : 'header.bar ui-icon-button';
    if (!covered && (!narrow || document.activeElement !== document.body)) return;
    this.#reach(this.renderRoot.querySelector<HTMLElement>(part));
  }

  override render() {
    const { layout } = theWindow();
    const { sidebar, panel, narrow, sidebarWidth, panelWidth } = layout.value;
    const text = words(this.#locale.value);
    const covered = narrow && (sidebar || panel);
    return html`
      <a class="skip" href="#content" @click=${this.#toContent}>${text.skip}</a>
      <div class="window ${narrow ? 'narrow' : ''}">
        <ui-split
          label=${text.resizeSidebar} .size=${sidebarWidth} .min=${widths.sidebar.min} .max=${widths.sidebar.max} .usual=${widths.sidebar.usual}
          ?folded=${!sidebar || narrow} @ui-resize=${(event: Resized) => layout.arrange({ sidebarWidth: event.detail.size })}
        >
          <div class="holder" slot="start">${sidebar ? this.#sidebar() : nothing}</div>
          <div class="rest" slot="end">
            <header class="bar" aria-label=${text.topbar} ?data-alone=${!sidebar || narrow} ?inert=${covered}>
              ${sidebar && !narrow ? nothing : html`<ui-icon-button icon=${narrow ? 'menu' : 'panel-left'} label=${text.showSidebar} @click=${() => layout.arrange({ sidebar: !sidebar })}></ui-icon-button>`}
              <view-outlet class="topbar" slotName="topbar"></view-outlet>
              <view-outlet class="widgets" slotName="topbar.widget"></view-outlet>
              ${this.#panelSwitch()}
            </header>
            <ui-split
              end label=${text.resizePanel} .size=${panelWidth} .min=${widths.panel.min} .max=${widths.panel.max} .usual=${widths.panel.usual}
              ?folded=${!panel || narrow} @ui-resize=${this.#panelResized}
            >
              <main id="content" slot="start" tabindex="-1" aria-label=${text.content} ?inert=${covered}>${this.#main()}</main>
              <div class="holder" slot="end">${panel ? this.#panel() : nothing}</div>
            </ui-split>
          </div>
        </ui-split>
        <footer class="status" aria-label=${text.statusLine}>
          <view-outlet slotName="status" .only=${(view: { order: number }) => !atEnd(view)}></view-outlet>
          <span class="grow"></span>
          <view-outlet slotName="status" .only=${atEnd}></view-outlet>
        </footer>
        ${covered ? html`<div class="scrim" @click=${this.#uncover}></div>` : nothing}
      </div>
      ${this.#dialog()}
      <view-outlet class="overlay" slotName="overlay"></view-outlet>
      ${this.status === 'refused' ? html`<div class="refused"><ui-alert kind="warn">${text.refused}</ui-alert></div>` : nothing}
    `;
  }

  #sidebar() {
    return html`
      <nav class="side" aria-label=${words(this.#locale.value).sidebar}>
        <view-outlet class="title" slotName="titlebar"></view-outlet>
        <view-outlet class="list" slotName="sidebar"></view-outlet>
        <view-outlet class="foot" slotName="sidebar.footer"></view-outlet>
      </nav>
    `;
  }

  #main() {
    const { mainView, views } = theWindow();
    if (mainView !== undefined) return html`<view-outlet slotName="main" view=${mainView.id}></view-outlet>`;
    return views.fresh ? html`<p class="say">${words(this.#locale.value).nothing}</p>` : nothing;
  }

  #panelSwitch() {
    const { layout, views, context } = theWindow();
    if (views.in('panel', context).length === 0) return nothing;
    const text = words(this.#locale.value);
    const { panel } = layout.value;
    return html`<ui-icon-button icon="panel-right" label=${panel ? text.hidePanel : text.showPanel} ?pressed=${panel} @click=${() => layout.arrange({ panel: !panel })}></ui-icon-button>`;
  }

  /** One of the slot's views; where there are more, a strip of their names above it. */
  #panel() {
    const { layout, views, context } = theWindow();
    const { panelView, narrow } = layout.value;
    const all = views.in('panel', context);
    const shown = all.find(view => view.id === panelView) ?? all[0];
    if (shown === undefined) return nothing;
    return html`
      <aside class="panel" aria-label=${shown.title}>
        ${all.length > 1 || narrow ? this.#panelHead(all, shown, narrow) : nothing}
        <view-outlet slotName="panel" view=${shown.id}></view-outlet>
      </aside>
    `;
  }

  #panelHead(all: readonly ShownView[], shown: ShownView, narrow: boolean) {
    const { layout } = theWindow();
    const text = words(this.#locale.value);
    const tabs = all.map(({ id, title }) => ({ id, label: title }));
    const choose = (event: Event) => layout.arrange({ panelView: (event.target as HTMLElement & { selected: string }).selected });
    return html`
      <div class="head">
        ${all.length > 1 ? html`<ui-tabs bare label=${text.panel} .tabs=${tabs} .selected=${shown.id} @change=${choose}></ui-tabs>` : html`<h2>${shown.title}</h2>`}
        ${narrow ? html`<ui-icon-button icon="x" label=${text.closePanel} @click=${this.#uncover}></ui-icon-button>` : nothing}
      </div>
    `;
  }

  #dialog() {
    const { layout, views } = theWindow();
    const view = views.byId(layout.value.dialog);
    if (view === undefined) return nothing;
    const close = () => layout.closeDialog();
    return html`<view-dialog .shown=${view} @close=${close}></view-dialog>`;
  }

  #panelResized(event: Resized) {
    // The split around this one hears it too.
    event.stopPropagation();
    theWindow().layout.arrange({ panelWidth: event.detail.size });
  }

  #toContent(event: Event) {
    event.preventDefault();
    this.renderRoot.querySelector('main')?.focus();
  }

  readonly #uncover = (): void => theWindow().layout.arrange({ sidebar: false, panel: false });

  #reach(region: HTMLElement | null | undefined): void {
    if (region?.matches('nav, header, main, aside, footer')) region.setAttribute('tabindex', '-1');
    region?.focus();
  }

  /** F6 goes from region to region, as the systems' own windows do; Escape takes away what lies over a narrow window. */
  #keyed = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    if (event.key === 'Escape' && this.#covered && theWindow().layout.value.dialog === undefined) this.#uncover();
    if (event.key !== 'F6') return;
    event.preventDefault();
    const all = this.renderRoot.querySelectorAll<HTMLElement>('nav.side, header.bar, main, aside.panel, footer.status');
    const regions = [...all].filter(region => region.checkVisibility() && region.closest('[inert]') === null);
    const here = regions.findIndex(region => region.matches(':focus-within'));
    const next = regions[(here + (event.shiftKey ? -1 : 1) + regions.length) % regions.length];
    this.#reach(next);
  };
}
