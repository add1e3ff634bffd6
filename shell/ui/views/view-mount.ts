import { type AppError, KernelChannel } from '@atelier/kernel';
import { Slice, ViewSlices } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { styleMap } from 'lit/directives/style-map.js';
import type { ViewFailure } from '../frames/view-frame.ts';
import { words } from '../text.ts';
import { errorOf } from '../window/answers.ts';
import { theWindow } from '../window/current.ts';
import { Follow } from '../window/follow.ts';
import type { KeyFacts } from '../window/keymap.ts';
import { viewState } from '../window/view-state.ts';
import type { ShownView } from '../window/views.ts';

/** One surface: the view itself, or the one that stands in for it, or a card that says why there is neither. */
export class ViewMount extends LitElement {
  static override styles = css`
    :host { display: flex; flex-direction: column; min-width: 0; position: relative; }
    :host > * { flex: none; min-width: 0; }
    :host > document-view, :host > view-frame { flex: auto; min-height: 0; }
    document-view { display: flex; flex-direction: column; }
    document-view > * { flex: auto; min-width: 0; min-height: 0; }
    [hidden] { display: none !important; }
    .back { position: absolute; z-index: 2; inset-block-start: 6px; inset-inline-end: 6px; opacity: 0; transition: opacity var(--fast); background: var(--raised); border-radius: var(--r-6); }
    :host(:hover) .back, .back:focus-within { opacity: 1; }
    /* A finger does not hover, and what it cannot see it does not find. */
    @media (hover: none) { .back { opacity: 1; } }
  `;

  @property({ attribute: false }) shown!: ShownView;
  /** The view that the person let stand in for it. */
  @property({ attribute: false }) standIn: ShownView | undefined;
  @state() private problem: AppError | undefined;
  /** Why the view that stands in does not. */
  @state() private standInProblem: AppError | undefined;
  @state() private attempt = 0;
  /** Of a widget that names none. */
  @state() private width = 96;
  /** What stood in until its extension went away. */
  @state() private gone: ShownView | undefined;

  readonly #locale = new Slice(this, () => theWindow(), 'locale');
  readonly #slices = new ViewSlices(theWindow().slices, { widget: { width: 0, height: 0 }, visible: true, params: null });
  readonly #size = new ResizeObserver(([entry]) => this.#measured(entry!));

  constructor() {
    super();
    const { route, params } = theWindow();
    new Follow(this, route, params);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#size.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#size.disconnect();
  }

  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    const { route, params, views } = theWindow();
    const before = changed.get('standIn') as ShownView | undefined;
    if (before !== undefined && this.standIn?.id !== before.id) {
      this.standInProblem = undefined;
      // Whoever chose another one, here or in another window, knows of it; and then there still is such a view.
      if (views.byId(before.id) === undefined) this.gone = before;
    }
    if (this.standIn !== undefined) this.gone = undefined;
    const earlier = changed.get('shown') as ShownView | undefined;
    if (earlier !== undefined && beginsAnew(earlier, this.shown)) this.problem = undefined;
    if (before !== undefined && beginsAnew(before, this.standIn)) this.standInProblem = undefined;
    const { id, slot } = this.shown;
    this.#slices.set(
      'params',
      slot === 'main' || slot === 'settings' || slot === 'sidebar.own' ? route.value.params : (params.value[id] ?? null),
    );
    if (changed.has('shown') || changed.has('standIn') || changed.has('attempt')) this.#wake();
  }

  override render() {
    const { shown, standIn, standInProblem } = this;
    const text = words(this.#locale.value);
    if (standIn !== undefined && standInProblem === undefined) {
      return html`
        ${this.#view(standIn)}
        <span class="back"><ui-button kind="line" size="24" icon="undo-2" title=${text.shownBy(standIn.title)} @click=${() => this.#choose(undefined)}>${text.backToOwn}</ui-button></span>
      `;
    }
    return html`
      ${standInProblem === undefined ? nothing : this.#fallback(standIn!, standInProblem)}
      ${this.gone === undefined ? nothing : this.#farewell(this.gone)}
      ${shown.offers.map(id => html`<surface-offer .surface=${shown} .offered=${theWindow().views.byId(id)} @chosen=${() => this.#choose(id)} @declined=${() => this.#choose(undefined)}></surface-offer>`)}
      ${this.problem === undefined ? this.#view(shown) : html`<failure-card .view=${shown} .problem=${this.problem} @again=${this.#again}></failure-card>`}
    `;
  }

  /** Whoever shows something is awake; a start that fails is the view's failure, wherever its element comes from. */
  #wake(): void {
    const view = this.standInProblem === undefined ? (this.standIn ?? this.shown) : this.shown;
    const { link, views } = theWindow();
    if (!views.fresh) return;
    link
      .client(KernelChannel)
      .call('openView', { view: view.id })
      .catch(error => this.#failed(view, errorOf(error)));
  }

  #view(view: ShownView) {
    const failed = (event: CustomEvent<ViewFailure>) => this.#failed(view, event.detail.error);
    const state = viewState(view.id);
    const window = theWindow();
    if (view.place === 'document') {
      return html`<document-view .shown=${view} .slices=${this.#slices} .attempt=${this.attempt} @view-failed=${failed}></document-view>`;
    }
    void defineFrames();
    // A widget has the width it asked for, or that of what is in it.
    const width = view.slot === 'topbar.widget' ? `${view.width ?? this.width}px` : '';
    const frame = html`<view-frame
      style=${styleMap({ inlineSize: width })}
      .shown=${view}
      .link=${window.link}
      .slices=${this.#slices}
      .state=${state}
      .local=${window.localFor}
      .run=${window.runFor}
      .chords=${window.boundChords}
      @view-failed=${failed}
      @view-size=${this.#sized}
      @view-key=${(event: CustomEvent<KeyFacts>) => window.press(event.detail)}
    ></view-frame>`;
    return keyed(this.attempt, frame);
  }

  #fallback(standIn: ShownView, problem: AppError) {
    const text = words(this.#locale.value);
    return html`
      <ui-alert kind="warn">
        ${text.cameBack(standIn.title)} ${problem.in(this.#locale.value ?? 'fr')}
        <ui-button slot="actions" size="24" @click=${this.#again}>${text.retry}</ui-button>
        <ui-button slot="actions" size="24" @click=${() => this.#choose(undefined)}>${text.keepOwn}</ui-button>
      </ui-alert>
    `;
  }

  #farewell({ title, from }: ShownView) {
    const text = words(this.#locale.value);
    const dismiss = () => {
      this.gone = undefined;
    };
    return html`
      <ui-alert>
        ${text.wentAway(title, from)}
        <ui-button slot="actions" size="24" @click=${dismiss}>${text.close}</ui-button>
      </ui-alert>
    `;
  }

  #failed(view: ShownView, problem: AppError): void {
    if (problem.code.startsWith('link/')) return;
    // What failed first is the cause; what fails after it may only be its echo.
    if (isOfSame(view, this.standIn)) this.standInProblem ??= problem;
    else if (isOfSame(view, this.shown)) this.problem ??= problem;
  }

  #again = (): void => {
    const { from, state } = this.standInProblem === undefined ? this.shown : this.standIn!;
    this.problem = undefined;
    this.standInProblem = undefined;
    this.attempt += 1;
    const { link } = theWindow();
    if (state === 'failed')
      void link
        .client(KernelChannel)
        .call('retryExtension', { id: from })
        .catch(() => undefined);
  };

  #choose(by: string | undefined): void {
    const { link, report } = theWindow();
    link
      .client(KernelChannel)
      .call('chooseReplacement', { view: this.shown.id, ...(by !== undefined && { by }) })
      .catch(error => report(error));
  }

  #sized(event: CustomEvent<{ width: number; height: number }>): void {
    const frame = event.currentTarget as HTMLElement;
    const { slot } = this.shown;
    this.width = Math.min(event.detail.width, 600);
    if (slot === 'sidebar' || slot === 'sidebar.footer' || slot === 'composer' || slot === 'composer.top') {
      // As tall as what is in it, but never so tall that the others are pushed away.
      frame.style.blockSize = `${Math.min(event.detail.height, 480)}px`;
    } else if (slot === 'settings') {
      // The page that it is a part of scrolls.
      frame.style.blockSize = `${Math.min(event.detail.height, 4000)}px`;
    } else if (slot === 'topbar.widget' || slot === 'status') {
      frame.style.flex = 'none';
      frame.style.inlineSize = `${Math.min(event.detail.width, 600)}px`;
      frame.style.blockSize = `${Math.min(event.detail.height, 28)}px`;
    } else if (slot === 'dialog') frame.style.blockSize = `min(${Math.min(event.detail.height, 2000)}px, 80vh)`;
  }

  #measured({ contentRect }: ResizeObserverEntry): void {
    const { width, height } = contentRect;
    this.#slices.set('widget', { width: Math.round(width), height: Math.round(height) });
    this.#slices.set('visible', width > 0 && height > 0);
  }
}

/** Without a stranger's view there is no need of what frames are made of. */
async function defineFrames(): Promise<void> {
  const { ViewFrame } = await import('../frames/view-frame.ts');
  if (customElements.get('view-frame') === undefined) customElements.define('view-frame', ViewFrame);
}

/** Another package answers for itself, and so does one that failed and was started again, by whomever. */
function beginsAnew(before: ShownView, now: ShownView | undefined): boolean {
  return !isOfSame(before, now) || (before.state === 'failed' && now?.state !== 'failed');
}

/** Whether it is that view, and of the same package: one that took its place may do what the other could not. */
function isOfSame(view: ShownView, other: ShownView | undefined): boolean {
  return view.id === other?.id && view.taken === other.taken;
}
