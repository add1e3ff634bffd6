import { HeaderInside } from '@atelier/kernel/kit';
import { focusedElement, Slice, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { SectionList } from './model/section-list.ts';
import type { Setting, ShownSection } from './model/setting.ts';
import { Values } from './model/values.ts';
import type { SettingsField } from './settings-field.ts';
import { texts } from './texts.ts';

interface Params {
  readonly section?: string;
  readonly setting?: string;
}

/** One section of the settings: its fields, an element of this plugin, or the view of the extension that contributed it. */
export class SettingsPage extends LitElement {
  static override styles = css`
    *, *::before, *::after { box-sizing: border-box; }
    :host { display: flex; flex-direction: column; height: 100%; }
    .body { flex: 1; min-height: 0; overflow-y: auto; scrollbar-width: thin; scroll-padding: 48px; }
    .body[data-view] { overflow: hidden; }
    .column { container-type: inline-size; max-inline-size: 1176px; padding: 16px 28px 48px; }
    h2 { margin: 24px 0 4px; font: 500 12px/24px var(--font); color: var(--text-2); }
    .about { margin: 0 0 12px; max-inline-size: 76ch; font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
    .inside .about { margin-block-start: -4px; }
    .card { border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); }
    .card > * { padding-block: 10px; padding-inline: 12px; scroll-margin: 48px; }
    .card > * + * { border-block-start: 1px solid var(--line); }
    .card > [data-hit] { background: var(--accent-soft); box-shadow: inset 3px 0 0 var(--accent); }
    .card > :first-child { border-start-start-radius: 7px; border-start-end-radius: 7px; }
    .card > :last-child { border-end-start-radius: 7px; border-end-end-radius: 7px; }
    details { margin-block-start: 12px; }
    summary { display: flex; align-items: center; gap: 4px; inline-size: fit-content; padding-block: 4px; padding-inline: 4px 8px; border-radius: var(--r-4); color: var(--text-2); font: 500 12px/20px var(--font); list-style: none; cursor: default; --icon-size: 14px; }
    summary::-webkit-details-marker { display: none; }
    summary:hover { background: var(--hover); }
    summary:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
    details:not([open]) > summary ui-icon:dir(ltr) { rotate: -90deg; }
    details:not([open]) > summary ui-icon:dir(rtl) { rotate: 90deg; }
    details .card { margin-block-start: 4px; }
    .part { display: block; margin-block-start: 16px; }
    .part:first-child { margin-block-start: 0; }
    view-outlet { display: contents; }
    view-outlet > view-mount { height: 100%; }
    .inside view-outlet > view-mount { height: auto; }
    @media (max-width: 719px) { .column { padding: 12px 16px 32px; } }
  `;

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #params = new Slice(this, () => this.view, 'params');
  readonly #sections = new SectionList(this, () => this.view, this.#text);
  readonly #values = new Values(this, () => this.view);
  /** Such as that of a page of an extension. */
  readonly #ownHeader = new HeaderInside(this);
  /** The params whose setting was scrolled to. */
  #revealedParams: unknown;

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('keydown', this.#onWindowKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('keydown', this.#onWindowKey);
  }

  override updated(): void {
    this.#revealSetting();
  }

  override render() {
    const { problem } = this.#values;
    if (problem !== undefined) return html`<div class="column"><ui-alert kind="warn">${problem.in(this.#text.locale)}</ui-alert></div>`;
    const shown = this.#shown;
    if (shown === undefined || !this.#values.isLoaded) return nothing;
    // These have columns of their own.
    const isWhole = (shown.view !== undefined || shown.part === 'settings-rules') && shown.inside.length === 0;
    return html`
      ${this.#ownHeader.isThere || (isWhole && shown.view === undefined) ? nothing : html`<ui-header heading=${shown.title}></ui-header>`}
      <div class="body" ?data-view=${isWhole}>${isWhole ? this.#own(shown) : this.#column(shown)}</div>
    `;
  }

  #column(shown: ShownSection) {
    return html`<div class="column">
      ${aboutOf(shown)}
      ${this.#content(shown)}
      ${shown.inside.map(
        inside => html`
          <section class="inside" aria-label=${inside.title}>
            <h2>${inside.title}</h2>
            ${aboutOf(inside)}
            ${this.#content(inside)}
          </section>
        `,
      )}
    </div>`;
  }

  get #requested(): Params {
    return (this.#params.value ?? {}) as Params;
  }

  get #shown(): ShownSection | undefined {
    const all = this.#sections.all;
    const { section } = this.#requested;
    return all?.find(({ id, inside }) => id === section || inside.some(one => one.id === section)) ?? all?.[0];
  }

  #content({ settings, view, part }: ShownSection) {
    const hit = this.#requested.setting;
    const expert = settings.filter(({ isExpert }) => isExpert);
    return html`
      ${this.#card(settings.filter(({ isExpert }) => !isExpert))}
      ${
        expert.length === 0
          ? nothing
          : html`<details ?open=${expert.some(({ key }) => matchesKey(hit, key))}>
              <summary><ui-icon name="chevron-down"></ui-icon>${this.#text.count('expert', expert.length)}</summary>
              ${this.#card(expert)}
            </details>`
      }
      ${this.#own({ view, part })}
    `;
  }

  #own({ view, part }: Pick<ShownSection, 'view' | 'part'>) {
    return html`${part === undefined ? nothing : renderPart(part, this.view, this.#requested.setting)}${view === undefined ? nothing : html`<view-outlet slotName="settings" view=${view}></view-outlet>`}`;
  }

  #card(settings: readonly Setting[]) {
    const hit = this.#requested.setting;
    if (settings.length === 0) return nothing;
    return html`<div class="card">${settings.map(
      setting =>
        html`<settings-field data-key=${setting.key} ?data-hit=${matchesKey(hit, setting.key)} .view=${this.view} .setting=${setting} .values=${this.#values}></settings-field>`,
    )}</div>`;
  }

  /** Escape closes this screen, also where its list of sections is hidden. */
  readonly #onWindowKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || isInOverlay(event)) return;
    event.preventDefault();
    const target = event.composedPath()[0];
    // In a text field, Escape only leaves the field.
    if (target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && /^(?:text|number|password)$/.test(target.type)))
      target.blur();
    else void this.view.connect(WindowChannel).call('close', { view: 'settings.page' });
  };

  /** Scrolls to the requested setting, once per request. */
  #revealSetting(): void {
    const params = this.#params.value;
    if (params === this.#revealedParams || !this.#values.isLoaded || this.#shown === undefined) return;
    this.#revealedParams = params;
    const { setting } = this.#requested;
    if (setting === undefined) {
      this.renderRoot.querySelector('.body')?.scrollTo(0, 0);
      // Where the person came from is gone, such as the composer under the palette.
      if (isFocusFree(this)) void this.#focusTitle();
      return;
    }
    const field = [...this.renderRoot.querySelectorAll<HTMLElement>('settings-field')].find(one =>
      matchesKey(setting, one.dataset.key ?? ''),
    );
    if (field === undefined) return;
    void revealField(field as SettingsField);
  }

  /** The element of the title may not be loaded yet. */
  async #focusTitle(): Promise<void> {
    await customElements.whenDefined('ui-header');
    const rules = this.renderRoot.querySelector<LitElement>('settings-rules');
    await rules?.updateComplete;
    const header = (rules ?? this).renderRoot.querySelector('ui-header');
    await header?.updateComplete;
    if (isFocusFree(this)) header?.focus();
  }
}

function aboutOf({ about }: ShownSection) {
  return about === '' ? nothing : html`<p class="about">${about}</p>`;
}

/** Whether the key was pressed in an open dialog or menu, which handles it itself; what is slotted into one is in it too. */
function isInOverlay(event: KeyboardEvent): boolean {
  return event.composedPath().some(at => at instanceof Element && at.matches('dialog[open], [popover]:popover-open, select:open'));
}

/** Whether a request names the setting, by its key or by its id alone. */
function matchesKey(requested: string | undefined, key: string): boolean {
  return requested !== undefined && (requested === key || key.endsWith(`.${requested}`));
}

/** Scrolls to a field and focuses its control, which is rendered after the field. */
async function revealField(field: SettingsField): Promise<void> {
  const fold = field.closest('details');
  if (fold !== null) fold.open = true;
  await field.controlReady;
  field.scrollIntoView({ block: 'center' });
  field.focus({ preventScroll: true });
}

/** The element of this plugin with this name. `setting` is the requested setting in it. */
function renderPart(name: string, view: ViewHost, setting: string | undefined) {
  switch (name) {
    case 'settings-audio':
      return html`<settings-audio class="part" .view=${view}></settings-audio>`;
    case 'settings-shortcuts':
      return html`<settings-shortcuts class="part" .view=${view} .requested=${setting}></settings-shortcuts>`;
    case 'settings-rules':
      return html`<settings-rules .view=${view}></settings-rules>`;
    case 'settings-sessions':
      return html`<settings-sessions class="part" .view=${view}></settings-sessions>`;
    case 'settings-storage':
      return html`<settings-storage class="part" .view=${view}></settings-storage>`;
    case 'settings-privacy':
      return html`<settings-privacy class="part" .view=${view}></settings-privacy>`;
    default:
      return nothing;
  }
}

/** Nothing has the focus, or a region around the page that was given it while the page was loading. */
function isFocusFree(page: Element): boolean {
  const focused = focusedElement();
  let at: Node | null = page;
  while (at !== null && at !== focused) at = at instanceof ShadowRoot ? at.host : at.parentNode;
  return focused === undefined || at === focused;
}
