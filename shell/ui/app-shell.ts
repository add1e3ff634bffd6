import { HeaderInside } from '@atelier/kernel/kit';
import { Slice } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { styleMap } from 'lit/directives/style-map.js';
import { shellStyles } from './shell-styles.ts';
import { words } from './text.ts';
import { theWindow } from './window/current.ts';
import { widths } from './window/layout.ts';
import { RenderOnChange } from './window/render-on-change.ts';
import { atEnd, type ShownView } from './window/views.ts';

type Resized = CustomEvent<{ readonly size: number }>;

/** The root element of the window: regions that show the views of their slots. */
export class AppShell extends LitElement {
  static override styles = shellStyles;

  readonly #locale = new Slice(this, () => theWindow(), 'locale');

  /** A main view with a header of its own has the bar's place too. */
  readonly #ownHeader = new HeaderInside(this, path => path.some(one => one instanceof Element && one.matches('main#content')));

  constructor() {
    super();
    const { layout, views, route, slices } = theWindow();
    new RenderOnChange(this, layout, views, route, { watch: listener => slices.watch('mode', listener) });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('keydown', this.#onKeydown);
    theWindow().tight.addEventListener('change', this.#onTightChange);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('keydown', this.#onKeydown);
    theWindow().tight.removeEventListener('change', this.#onTightChange);
  }

  override render() {
    const { layout, panels, isCrowded } = theWindow();
    const { narrow, sidebarWidth, panelWidth } = layout.value;
    const sidebar = layout.value.sidebar && !isCrowded;
    const panel = layout.value.panel && panels.length > 0;
    const text = words(this.#locale.value);
    const own = this.#ownHeader.isThere;
    const isAlone = !sidebar || narrow;
    return html`
      <nav class="skip" aria-label=${text.skips}><a href="#content" @click=${this.#skipToContent}>${text.skip}</a></nav>
      <div class="window ${narrow ? 'narrow' : ''}" style=${styleMap({ '--panel': `min(${panelWidth}px, 100% - ${widths.main}px)` })}>
        <ui-split
          label=${text.resizeSidebar} .size=${sidebarWidth} .min=${widths.sidebar.min} .max=${widths.sidebar.max} .usual=${widths.sidebar.default}
          ?folded=${!sidebar || narrow} @ui-resize=${(event: Resized) => layout.arrange({ sidebarWidth: event.detail.size })}
        >
          <div class="holder" slot="start">${sidebar && !narrow ? this.#sidebar() : nothing}</div>
          <div class="rest ${own ? 'own' : ''} ${isAlone ? 'alone' : ''} ${panels.length > 0 ? 'beside' : ''} ${panel ? 'open' : ''}" slot="end">
            <header class="bar" aria-label=${text.topbar} ?hidden=${own && !isAlone && panels.length === 0}>
              ${isAlone ? html`<ui-icon-button icon=${narrow ? 'menu' : 'panel-left'} label=${text.showSidebar} @click=${() => theWindow().arrange({ sidebar: !sidebar })}></ui-icon-button>` : nothing}
              <view-outlet class="topbar" slotName="topbar"></view-outlet>
              <view-outlet class="widgets" slotName="topbar.widget"></view-outlet>
              ${this.#panelButton()}
              <bar-more></bar-more>
            </header>
            <ui-split
              end label=${text.resizePanel} .size=${panelWidth} .min=${widths.panel.min} .max=${widths.panel.max} .usual=${widths.panel.default}
              .rest=${widths.main} ?folded=${!panel || narrow} @ui-resize=${this.#panelResized}
            >
              <main id="content" slot="start" tabindex="-1" aria-label=${text.content}>${this.#main()}</main>
              <div class="holder" slot="end">${panel && !narrow ? this.#panel() : nothing}</div>
            </ui-split>
          </div>
        </ui-split>
        <footer class="status" aria-label=${text.statusLine}>
          <view-outlet slotName="status" .filter=${(view: { order: number }) => !atEnd(view)}></view-outlet>
          <span class="grow"></span>
          <view-outlet slotName="status" .filter=${atEnd}></view-outlet>
        </footer>
      </div>
      ${narrow && (sidebar || panel) ? this.#drawer() : nothing}
      ${this.#dialog()}
      <view-outlet class="overlay" slotName="overlay"></view-outlet>
      <connection-notice></connection-notice>
    `;
  }

  /** In a narrow window one region at a time covers the main view. */
  #drawer() {
    const { sidebar } = theWindow().layout.value;
    const text = words(this.#locale.value);
    return sidebar
      ? html`<side-drawer label=${text.sidebar} @close=${this.#closeDrawer}>${this.#sidebar()}</side-drawer>`
      : html`<side-drawer end label=${text.panel} @close=${this.#closeDrawer}>${this.#panel()}</side-drawer>`;
  }

  #sidebar() {
    const { mainView, views } = theWindow();
    const sidebarView = views.byId(mainView?.sidebar);
    if (sidebarView !== undefined) {
      return html`
        <nav class="side" aria-label=${sidebarView.title}>
          <view-outlet class="title" slotName="titlebar"></view-outlet>
          <view-outlet class="own" slotName="sidebar.own" view=${sidebarView.id}></view-outlet>
        </nav>
      `;
    }
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

  #panelButton() {
    const { layout, panels } = theWindow();
    if (panels.length === 0) return nothing;
    const text = words(this.#locale.value);
    const { panel } = layout.value;
    return html`<ui-icon-button icon="panel-right" label=${panel ? text.hidePanel : text.showPanel} ?pressed=${panel} @click=${() => layout.arrange({ panel: !panel })}></ui-icon-button>`;
  }

  /** One of the slot's views; where there are several, with tabs above it. */
  #panel() {
    const { layout, panels: all } = theWindow();
    const { panelView, narrow } = layout.value;
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
        ${narrow ? html`<ui-icon-button icon="x" label=${text.closePanel} @click=${this.#closeDrawer}></ui-icon-button>` : nothing}
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
    // The outer `ui-split` would handle the event too.
    event.stopPropagation();
    theWindow().layout.arrange({ panelWidth: event.detail.size });
  }

  #skipToContent(event: Event) {
    event.preventDefault();
    this.renderRoot.querySelector('main')?.focus();
  }

  readonly #onTightChange = (): void => this.requestUpdate();

  readonly #closeDrawer = (): void => theWindow().layout.arrange({ sidebar: false, panel: false });

  #focusRegion(region: HTMLElement | null | undefined): void {
    if (region?.matches('nav, header, main, aside, footer')) region.setAttribute('tabindex', '-1');
    region?.focus();
  }

  /** F6 moves the focus to the next region, as in native windows. */
  #onKeydown = (event: KeyboardEvent) => {
    if (event.key !== 'F6' || event.defaultPrevented) return;
    event.preventDefault();
    const all = this.renderRoot.querySelectorAll<HTMLElement>('nav.side, header.bar, main, aside.panel, footer.status');
    const regions = [...all].filter(region => region.checkVisibility());
    const current = regions.findIndex(region => region.matches(':focus-within'));
    const next = regions[(current + (event.shiftKey ? -1 : 1) + regions.length) % regions.length];
    this.#focusRegion(next);
  };
}
