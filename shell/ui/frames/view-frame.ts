import type { AppError, ChannelShape, Client, Handle, KernelShape } from '@atelier/kernel';
import { type PageLink, type SliceMap, sliceNames, type ViewSlices, type ViewState } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { type FrameStart, isChord, type KeyFacts, startKind } from '../../frame/protocol.ts';
import { FrameBroker } from './broker.ts';
import { frameErrors } from './errors.ts';
import { FocusGuard } from './focus-guard.ts';
import { Heartbeat, systemTimers, type Timers } from './heartbeat.ts';
import { defaultLimits } from './limits.ts';
import { readReport } from './reports.ts';

/** A view as `kernel:listViews` gives it. */
export type ShownView = KernelShape['calls']['listViews']['result'][number];

/** The detail of `view-failed`: the message in the person's language, and the error itself. */
export interface ViewFailure {
  readonly code: string;
  readonly message: string;
  readonly error: AppError;
}

const timeoutMs = 10_000;
const pingIntervalMs = 5000;
const activationDelayMs = 100;
const offStates: readonly ShownView['state'][] = ['stopped', 'refused', 'quarantined'];
const unstartedStates: readonly ShownView['state'][] = ['waking', 'failed'];

/** A third-party view, in a document of its own origin whose only connection is one port. */
export class ViewFrame extends LitElement {
  static override styles = css`
    :host { display: block; min-inline-size: 0; min-block-size: 0; }
    iframe { display: block; inline-size: 100%; block-size: 100%; border: 0; background: transparent; color-scheme: inherit; }
    /* Without the theme, which the frame has once it has rendered, it would flash. */
    iframe.starting { opacity: 0; }
  `;

  @property({ attribute: false }) shown!: ShownView;
  @property({ attribute: false }) link!: PageLink;
  @property({ attribute: false }) slices!: ViewSlices;
  @property({ attribute: false }) state!: ViewState;
  /** The client of a channel that the window answers itself, for the calling extension. */
  @property({ attribute: false }) local: (channel: string, from: string) => Client<ChannelShape> | undefined = () => undefined;
  @property({ attribute: false }) run!: (command: string, args: unknown, from: string) => Promise<unknown>;
  /** Chords bound in the window, as `chordOf` writes them; the frame prevents their default action. */
  @property({ attribute: false }) chords: readonly string[] = [];
  @property({ attribute: false }) timers: Timers = systemTimers;

  /** Each generation has its own iframe; undefined without one. */
  @state() private generation: number | undefined;
  @state() private isRendered = false;

  readonly #handles: Handle[] = [];
  readonly #focusGuard = new FocusGuard({
    frame: () => this.renderRoot.querySelector('iframe'),
    onRepeatedSteal: () => {
      this.#fail(frameErrors['view/took-keyboard'](this.#names));
      return this.updateComplete;
    },
    now: () => this.timers.now(),
  });
  #address = '';
  #taken: number | undefined;
  /** Whether the frame runs Atelier's script, which answers pings. */
  #hasScript = false;
  #generations = 0;
  /** A new version has replaced the shown one, and has not started yet. */
  #isAwaitingStart = false;
  #broker: FrameBroker | undefined;
  #heartbeat: Heartbeat | undefined;
  #deadline: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('visibilitychange', this.#updateHeartbeat);
    this.#focusGuard.start();
    if (this.hasUpdated) this.reload();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.#updateHeartbeat);
    this.#focusGuard.stop();
    this.#close();
  }

  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('shown')) this.#onShownChange();
    if (changed.has('chords')) this.#broker?.sendEvent('view:chords', this.chords);
  }

  override render() {
    const { generation, isRendered } = this;
    if (generation === undefined) return nothing;
    return keyed(
      generation,
      html`<iframe
        class=${isRendered ? '' : 'starting'}
        sandbox="allow-scripts"
        allow=""
        referrerpolicy="no-referrer"
        title=${this.shown.title}
        src=${this.#address}
        @load=${(event: Event) => this.#loaded(event.currentTarget as HTMLIFrameElement, generation)}
      ></iframe>`,
    );
  }

  /** Replaces the iframe by a new one. */
  reload(): void {
    this.#close();
    this.#isAwaitingStart = false;
    if (offStates.includes(this.shown.state)) return;
    this.#generations += 1;
    this.generation = this.#generations;
    this.isRendered = false;
    this.#address = addressOf(this.shown);
    this.#taken = this.shown.taken;
    this.#deadline = this.timers.after(timeoutMs, () => this.#onTimeout());
  }

  override focus(): void {
    this.renderRoot.querySelector('iframe')?.focus();
  }

  #onShownChange(): void {
    if (offStates.includes(this.shown.state)) {
      if (this.generation !== undefined || this.#isAwaitingStart) this.#fail(frameErrors['view/switched-off'](this.#names));
      return;
    }
    const isOther = addressOf(this.shown) !== this.#address || this.shown.taken !== this.#taken;
    // A new version is shown only after it has started, because one that does not start is rolled back.
    if (isOther && this.#taken !== undefined && unstartedStates.includes(this.shown.state)) this.#awaitStart();
    else if (isOther || this.#isAwaitingStart) this.reload();
  }

  #awaitStart(): void {
    this.#close();
    this.#isAwaitingStart = true;
  }

  /** The first page gets the port. A second load means that the frame has navigated elsewhere. */
  #loaded(frame: HTMLIFrameElement, generation: number): void {
    if (generation !== this.generation) return;
    if (this.#broker !== undefined) return this.#fail(frameErrors['view/left'](this.#names));
    const { port1, port2 } = new MessageChannel();
    const { from, title } = this.shown;
    this.#broker = new FrameBroker({
      port: port1,
      from,
      title,
      link: this.link,
      local: (channel, caller) => this.local(channel, caller),
      run: (command, args, caller) => this.run(command, args, caller),
      onReport: (member, params) => this.#onReport(member, params),
      locale: () => this.slices.get('locale'),
      onFail: error => this.#fail(error),
      limits: defaultLimits,
      now: this.timers.now,
    });
    this.#heartbeat = new Heartbeat({
      ping: answered => this.#broker?.ping(answered),
      onTimeout: () => this.#onTimeout(),
      timers: this.timers,
      intervalMs: pingIntervalMs,
      timeoutMs,
    });
    this.#watchSlices(this.#broker);
    // A sandboxed document has an opaque origin, so `*` is the only target; the receiver is this element's own frame.
    frame.contentWindow?.postMessage(this.#start(), '*', [port2]);
    // A page without Atelier's script sends no report, so it is shown when it is loaded.
    if (this.shown.html !== undefined) this.#onRendered();
  }

  #start(): FrameStart {
    const { id, slot, element, ui } = this.shown;
    const slices = Object.fromEntries(sliceNames.map(name => [name, this.slices.get(name)])) as unknown as SliceMap;
    return {
      kind: startKind,
      view: { id, slot, ...(element !== undefined && { element }), ...(ui !== undefined && { ui }) },
      slices,
      state: this.state.get(),
      chords: [...this.chords],
    };
  }

  #watchSlices(broker: FrameBroker): void {
    for (const name of sliceNames)
      this.#handles.push(this.slices.watch(name, (value: unknown) => broker.sendEvent('view:slice', { name, value })));
    this.#handles.push(this.slices.watch('visible', this.#updateHeartbeat));
  }

  #onReport(member: string, params: Readonly<Record<string, unknown>>): void {
    const report = readReport(member, params);
    if (report === undefined) throw frameErrors['frame/not-allowed']({ id: this.shown.from, to: `view:${member}` });
    if (report.kind === 'shown') this.#onRendered();
    else if (report.kind === 'failed') this.#fail(frameErrors[report.code]({ ...this.#names, reason: report.reason }));
    else if (report.kind === 'error') console.error(`${this.shown.from} (${this.shown.id}): ${report.reason}`);
    else if (report.kind === 'size') this.#emit('view-size', { width: report.width, height: report.height });
    else if (report.kind === 'key') this.#onKey(report.facts);
    else if (report.kind === 'focus') this.#emit('view-focus', undefined);
    else this.state.set(report.value);
    if (report.kind !== 'shown' || this.#hasScript) return;
    this.#hasScript = true;
    this.#updateHeartbeat();
  }

  #onRendered(): void {
    this.#deadline?.();
    this.#deadline = undefined;
    if (this.isRendered) return;
    this.isRendered = true;
    this.#emit('view-shown', undefined);
  }

  /** A frame could forge key events, which run commands in the window, so they count only while the person is typing into the frame. */
  #onKey(facts: KeyFacts): void {
    if (!isChord(facts)) return;
    const isTyping = () => {
      const frame = this.renderRoot.querySelector('iframe');
      const isHere = frame !== null && (this.renderRoot as ShadowRoot).activeElement === frame;
      // Escape is no user activation for the browser, and at most closes things.
      return isHere && (navigator.userActivation.isActive || facts.key === 'Escape');
    };
    if (isTyping()) this.#emit('view-key', facts);
    // The user activation of a key press in another process can arrive later than the frame's message.
    else this.timers.after(activationDelayMs, () => isTyping() && this.#emit('view-key', facts));
  }

  readonly #updateHeartbeat = (): void => {
    const isSeen = this.slices.get('visible') && document.visibilityState === 'visible';
    if (isSeen && this.#hasScript) this.#heartbeat?.start();
    else this.#heartbeat?.stop();
  };

  #onTimeout(): void {
    this.#fail(frameErrors['view/silent']({ ...this.#names, seconds: timeoutMs / 1000 }));
  }

  #fail(error: AppError): void {
    this.#close();
    this.#isAwaitingStart = false;
    const failure: ViewFailure = { code: error.code, message: error.in(this.slices.get('locale')), error };
    this.#emit('view-failed', failure);
  }

  #close(): void {
    this.generation = undefined;
    this.#deadline?.();
    this.#deadline = undefined;
    this.#hasScript = false;
    this.#heartbeat?.stop();
    this.#heartbeat = undefined;
    this.#broker?.close();
    this.#broker = undefined;
    for (const handle of this.#handles.splice(0)) void handle.dispose();
  }

  get #names() {
    return { id: this.shown.from, view: this.shown.title };
  }

  /** Does not bubble: an outer view that contains this one has not failed. */
  #emit(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** The document of a view: its own page, or the frame page, which creates its element. */
function addressOf({ origin = '', html: page, element, ui }: ShownView): string {
  if (page === undefined) return `${origin}/__atelier/frame.html#${encodeURIComponent(`${element} ${ui}`)}`;
  const path = page.replace(/^\.\//, '').split('/').map(encodeURIComponent).join('/');
  return `${origin}/${path}`;
}
