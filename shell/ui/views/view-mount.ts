import { type AppError, KernelChannel } from '@atelier/kernel';
import { Slice, ViewSlices } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { styleMap } from 'lit/directives/style-map.js';
import type { ViewFailure } from '../frames/view-frame.ts';
import { words } from '../text.ts';
import { theWindow } from '../window/current.ts';
import { errorOf } from '../window/errors.ts';
import type { KeyFacts } from '../window/keymap.ts';
import { RenderOnChange } from '../window/render-on-change.ts';
import { viewState } from '../window/view-state.ts';
import type { ShownView } from '../window/views.ts';

/** Shows one view: the view itself, its replacement, or a card with the error of either. */
export class ViewMount extends LitElement {
  static override styles = css`
    :host { display: flex; flex-direction: column; min-width: 0; position: relative; }
    :host > * { flex: none; min-width: 0; }
    :host > document-view, :host > view-frame { flex: auto; min-height: 0; }
    document-view { display: flex; flex-direction: column; }
    document-view > * { flex: auto; min-width: 0; min-height: 0; }
    [hidden] { display: none !important; }
    .back { position: absolute; z-index: 2; inset-block-start: 6px; inset-inline-end: 6px; opacity: 0; background: var(--raised); border-radius: var(--r-6); }
    :host(:hover) .back, .back:focus-within { opacity: 1; }
    /* Touch input has no hover. */
    @media (hover: none) { .back { opacity: 1; } }
  `;

  @property({ attribute: false }) shown!: ShownView;
  /** The view that the person has chosen as its replacement. */
  @property({ attribute: false }) replacement: ShownView | undefined;
  @state() private problem: AppError | undefined;
  /** The error of the replacement. */
  @state() private replacementProblem: AppError | undefined;
  @state() private attempt = 0;
  /** The width of a widget whose manifest names none. */
  @state() private width = 96;
  /** The former replacement, whose extension was removed. */
  @state() private removed: ShownView | undefined;

  readonly #locale = new Slice(this, () => theWindow(), 'locale');
  readonly #slices = new ViewSlices(theWindow().slices, { widget: { width: 0, height: 0 }, visible: true, params: null });
  readonly #size = new ResizeObserver(([entry]) => this.#onResize(entry!));

  constructor() {
    super();
    const { route, params } = theWindow();
    new RenderOnChange(this, route, params);
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
    const before = changed.get('replacement') as ShownView | undefined;
    if (before !== undefined && this.replacement?.id !== before.id) {
      this.replacementProblem = undefined;
      // Only a removed replacement needs a notice; any other change is a choice of the person.
      if (views.byId(before.id) === undefined) this.removed = before;
    }
    if (this.replacement !== undefined) this.removed = undefined;
    const earlier = changed.get('shown') as ShownView | undefined;
    if (earlier !== undefined && isRestarted(earlier, this.shown)) this.problem = undefined;
    if (before !== undefined && isRestarted(before, this.replacement)) this.replacementProblem = undefined;
    const { id, slot } = this.shown;
    this.#slices.set(
      'params',
      slot === 'main' || slot === 'settings' || slot === 'sidebar.own' ? route.value.params : (params.value[id] ?? null),
    );
    if (changed.has('shown') || changed.has('replacement') || changed.has('attempt')) this.#startExtension();
  }

  override render() {
    const { shown, replacement, replacementProblem } = this;
    const text = words(this.#locale.value);
    if (replacement !== undefined && replacementProblem === undefined) {
      return html`
        ${this.#view(replacement)}
        <span class="back"><ui-button kind="line" size="24" icon="undo-2" title=${text.shownBy(replacement.title)} @click=${() => this.#chooseReplacement(undefined)}>${text.backToOwn}</ui-button></span>
      `;
    }
    return html`
      ${replacementProblem === undefined ? nothing : this.#fallback(replacement!, replacementProblem)}
      ${this.removed === undefined ? nothing : this.#removedNotice(this.removed)}
      ${shown.offers.map(id => html`<surface-offer .view=${shown} .offered=${theWindow().views.byId(id)} @chosen=${() => this.#chooseReplacement(id)} @declined=${() => this.#chooseReplacement(undefined)}></surface-offer>`)}
      ${this.problem === undefined ? this.#view(shown) : html`<failure-card .view=${shown} .problem=${this.problem} @again=${this.#retry}></failure-card>`}
    `;
  }

  /** Starts the extension of the shown view; a failed start is the failure of the view. */
  #startExtension(): void {
    const view = this.replacementProblem === undefined ? (this.replacement ?? this.shown) : this.shown;
    const { link, views } = theWindow();
    if (!views.fresh) return;
    link
      .client(KernelChannel)
      .call('openView', { view: view.id })
      .catch(error => this.#onFailure(view, errorOf(error)));
  }

  #view(view: ShownView) {
    const failed = (event: CustomEvent<ViewFailure>) => this.#onFailure(view, event.detail.error);
    const state = viewState(view.id);
    const window = theWindow();
    if (view.place === 'document') {
      return html`<document-view .shown=${view} .slices=${this.#slices} .attempt=${this.attempt} @view-failed=${failed}></document-view>`;
    }
    void defineFrames();
    // A widget has the width in its manifest, or that of its content.
    const width = view.slot === 'topbar.widget' ? `${Math.min(view.width ?? this.width, 600)}px` : '';
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
      @view-size=${this.#onViewSize}
      @view-key=${(event: CustomEvent<KeyFacts>) => window.press(event.detail)}
    ></view-frame>`;
    return keyed(this.attempt, frame);
  }

  #fallback(replacement: ShownView, problem: AppError) {
    const text = words(this.#locale.value);
    return html`
      <ui-alert kind="warn">
        ${text.cameBack(replacement.title)} ${problem.in(this.#locale.value ?? 'fr')}
        <ui-button slot="actions" size="24" @click=${this.#retry}>${text.retry}</ui-button>
        <ui-button slot="actions" size="24" @click=${() => this.#chooseReplacement(undefined)}>${text.keepOwn}</ui-button>
      </ui-alert>
    `;
  }

  #removedNotice({ title, from }: ShownView) {
    const text = words(this.#locale.value);
    const dismiss = () => {
      this.removed = undefined;
    };
    return html`
      <ui-alert>
        ${text.wentAway(title, from)}
        <ui-button slot="actions" size="24" @click=${dismiss}>${text.close}</ui-button>
      </ui-alert>
    `;
  }

  #onFailure(view: ShownView, problem: AppError): void {
    // No fault of the view, which is opened again with the next connection.
    if (problem.code.startsWith('link/') || problem.code === 'kernel/closed') return;
    // Keeps the first failure, because later ones may be its consequences.
    if (isSameVersion(view, this.replacement)) this.replacementProblem ??= problem;
    else if (isSameVersion(view, this.shown)) this.problem ??= problem;
  }

  #retry = (): void => {
    const { from, state } = this.replacementProblem === undefined ? this.shown : this.replacement!;
    this.problem = undefined;
    this.replacementProblem = undefined;
    this.attempt += 1;
    const { link } = theWindow();
    if (state === 'failed')
      void link
        .client(KernelChannel)
        .call('retryExtension', { id: from })
        .catch(() => undefined);
  };

  #chooseReplacement(by: string | undefined): void {
    const { link, report } = theWindow();
    link
      .client(KernelChannel)
      .call('chooseReplacement', { view: this.shown.id, ...(by !== undefined && { by }) })
      .catch(error => report(error));
  }

  #onViewSize(event: CustomEvent<{ width: number; height: number }>): void {
    const frame = event.currentTarget as HTMLElement;
    const { slot } = this.shown;
    this.width = Math.min(event.detail.width, 600);
    if (slot === 'sidebar' || slot === 'sidebar.footer' || slot === 'composer' || slot === 'composer.top') {
      // As tall as its content, up to a limit that leaves room for the others.
      frame.style.blockSize = `${Math.min(event.detail.height, 480)}px`;
    } else if (slot === 'settings') {
      // The surrounding settings page scrolls.
      frame.style.blockSize = `${Math.min(event.detail.height, 4000)}px`;
    } else if (slot === 'topbar.widget' || slot === 'status') {
      frame.style.flex = 'none';
      frame.style.inlineSize = `${Math.min(event.detail.width, 600)}px`;
      frame.style.blockSize = `${Math.min(event.detail.height, 28)}px`;
    } else if (slot === 'dialog') frame.style.blockSize = `min(${Math.min(event.detail.height, 2000)}px, 80vh)`;
  }

  #onResize({ contentRect }: ResizeObserverEntry): void {
    const { width, height } = contentRect;
    this.#slices.set('widget', { width: Math.round(width), height: Math.round(height) });
    this.#slices.set('visible', width > 0 && height > 0);
  }
}

/** Frames are loaded only when a third-party view is shown. */
async function defineFrames(): Promise<void> {
  const { ViewFrame } = await import('../frames/view-frame.ts');
  if (customElements.get('view-frame') === undefined) customElements.define('view-frame', ViewFrame);
}

/** Whether a former failure no longer applies: the package is another version, or was started again. */
function isRestarted(before: ShownView, now: ShownView | undefined): boolean {
  return !isSameVersion(before, now) || (before.state === 'failed' && now?.state !== 'failed');
}

/** Whether it is the same view of the same package version. */
function isSameVersion(view: ShownView, other: ShownView | undefined): boolean {
  return view.id === other?.id && view.taken === other.taken;
}
