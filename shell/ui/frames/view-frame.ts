import type { AppError, ChannelShape, Client, Handle, KernelShape } from '@atelier/kernel';
import { type PageLink, type SliceMap, sliceNames, type ViewSlices, type ViewState } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { type FrameStart, isChord, type KeyFacts, startKind } from '../../frame/protocol.ts';
import { FrameBroker } from './broker.ts';
import { frameErrors } from './errors.ts';
import { FocusGuard } from './focus-guard.ts';
import { usualLimits } from './limits.ts';
import { Pulse, systemTimers, type Timers } from './pulse.ts';
import { readReport } from './reports.ts';

/** A view as `kernel:listViews` gives it. */
export type ShownView = KernelShape['calls']['listViews']['result'][number];

/** What `view-failed` carries: the sentence in the person's language, and the error itself. */
export interface ViewFailure {
  readonly code: string;
  readonly message: string;
  readonly error: AppError;
}

const patienceMs = 10_000;
const pingEveryMs = 5000;
const activationMs = 100;
const offStates: readonly ShownView['state'][] = ['stopped', 'refused', 'quarantined'];
const unsureStates: readonly ShownView['state'][] = ['waking', 'failed'];

/** A view of a stranger, in a document of its own origin that reaches nothing but one port. */
export class ViewFrame extends LitElement {
  static override styles = css`
    :host { display: block; min-inline-size: 0; min-block-size: 0; }
    iframe { display: block; inline-size: 100%; block-size: 100%; border: 0; background: transparent; color-scheme: inherit; }
    /* Until it has drawn, it has not been told the theme either, and would flash. */
    iframe.starting { opacity: 0; }
  `;

  @property({ attribute: false }) shown!: ShownView;
  @property({ attribute: false }) link!: PageLink;
  @property({ attribute: false }) slices!: ViewSlices;
  @property({ attribute: false }) state!: ViewState;
  /** Channels that the window answers itself, given who asks. */
  @property({ attribute: false }) local: (channel: string, from: string) => Client<ChannelShape> | undefined = () => undefined;
  @property({ attribute: false }) run!: (command: string, args: unknown, from: string) => Promise<unknown>;
  /** Chords that do something in the window, as `chordOf` writes them; the frame leaves those alone. */
  @property({ attribute: false }) chords: readonly string[] = [];
  @property({ attribute: false }) timers: Timers = systemTimers;

  /** Each run of the frame has its own iframe; undefined while there is none. */
  @state() private generation: number | undefined;
  @state() private drawn = false;

  readonly #watched: Handle[] = [];
  readonly #keyboard = new FocusGuard({
    frame: () => this.renderRoot.querySelector('iframe'),
    took: () => {
      this.#fail(frameErrors['view/took-keyboard'](this.#names));
      return this.updateComplete;
    },
    now: () => this.timers.now(),
  });
  #address = '';
  #taken: number | undefined;
  /** Whether it has Atelier's script, and so can be asked whether it is there. */
  #answers = false;
  #generations = 0;
  /** A version was put in the place of the one that is shown, and has not started yet. */
  #isAwaited = false;
  #broker: FrameBroker | undefined;
  #pulse: Pulse | undefined;
  #deadline: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('visibilitychange', this.#beat);
    this.#keyboard.start();
    if (this.hasUpdated) this.reload();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.#beat);
    this.#keyboard.stop();
    this.#close();
  }

  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('shown')) this.#takeShown();
    if (changed.has('chords')) this.#broker?.tell('view:chords', this.chords);
  }

  override render() {
    const { generation, drawn } = this;
    if (generation === undefined) return nothing;
    return keyed(
      generation,
      html`<iframe
        class=${drawn ? '' : 'starting'}
        sandbox="allow-scripts"
        allow=""
        referrerpolicy="no-referrer"
        title=${this.shown.title}
        src=${this.#address}
        @load=${(event: Event) => this.#loaded(event.currentTarget as HTMLIFrameElement, generation)}
      ></iframe>`,
    );
  }

  /** Throws the frame away and starts it anew. */
  reload(): void {
    this.#close();
    this.#isAwaited = false;
    if (offStates.includes(this.shown.state)) return;
    this.#generations += 1;
    this.generation = this.#generations;
    this.drawn = false;
    this.#address = addressOf(this.shown);
    this.#taken = this.shown.taken;
    this.#deadline = this.timers.after(patienceMs, () => this.#silent());
  }

  override focus(): void {
    this.renderRoot.querySelector('iframe')?.focus();
  }

  #takeShown(): void {
    if (offStates.includes(this.shown.state)) {
      if (this.generation !== undefined || this.#isAwaited) this.#fail(frameErrors['view/switched-off'](this.#names));
      return;
    }
    const isOther = addressOf(this.shown) !== this.#address || this.shown.taken !== this.#taken;
    // A version that is put in the place of the one that is shown may not start, and is withdrawn then: it draws nothing before.
    if (isOther && this.#taken !== undefined && unsureStates.includes(this.shown.state)) this.#awaited();
    else if (isOther || this.#isAwaited) this.reload();
  }

  #awaited(): void {
    this.#close();
    this.#isAwaited = true;
  }

  /** Its first page gets the port. A second one means that the frame went elsewhere, where nobody knows what it is. */
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
      told: (member, params) => this.#told(member, params),
      locale: () => this.slices.get('locale'),
      failed: error => this.#fail(error),
      limits: usualLimits,
      now: this.timers.now,
    });
    this.#pulse = new Pulse({
      ping: answered => this.#broker?.ping(answered),
      silent: () => this.#silent(),
      timers: this.timers,
      everyMs: pingEveryMs,
      patienceMs,
    });
    this.#watchSlices(this.#broker);
    // A sandboxed document's origin has no name, so none can be given here; the frame it goes to is ours to choose.
    frame.contentWindow?.postMessage(this.#start(), '*', [port2]);
    // A page may do without Atelier's script; then it has nothing to say, and is shown when it is loaded.
    if (this.shown.html !== undefined) this.#show();
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
      this.#watched.push(this.slices.watch(name, (value: unknown) => broker.tell('view:slice', { name, value })));
    this.#watched.push(this.slices.watch('visible', this.#beat));
  }

  #told(member: string, params: Readonly<Record<string, unknown>>): void {
    const report = readReport(member, params);
    if (report === undefined) throw frameErrors['frame/not-allowed']({ id: this.shown.from, to: `view:${member}` });
    if (report.kind === 'shown') this.#show();
    else if (report.kind === 'failed') this.#fail(frameErrors[report.code]({ ...this.#names, reason: report.reason }));
    else if (report.kind === 'error') console.error(`${this.shown.from} (${this.shown.id}): ${report.reason}`);
    else if (report.kind === 'size') this.#say('view-size', { width: report.width, height: report.height });
    else if (report.kind === 'key') this.#key(report.facts);
    else if (report.kind === 'focus') this.#say('view-focus', undefined);
    else this.state.set(report.value);
    if (report.kind !== 'shown' || this.#answers) return;
    this.#answers = true;
    this.#beat();
  }

  #show(): void {
    this.#deadline?.();
    this.#deadline = undefined;
    if (this.drawn) return;
    this.drawn = true;
    this.#say('view-shown', undefined);
  }

  /** Chords do things in the window, so a frame that makes them up must not be believed: somebody must be typing into it. */
  #key(facts: KeyFacts): void {
    if (!isChord(facts)) return;
    const isTyping = () => {
      const frame = this.renderRoot.querySelector('iframe');
      const isHere = frame !== null && (this.renderRoot as ShadowRoot).activeElement === frame;
      // Escape counts for nothing in the browser's eyes, and closes things at most.
      return isHere && (navigator.userActivation.isActive || facts.key === 'Escape');
    };
    if (isTyping()) this.#say('view-key', facts);
    // The browser tells this process of a key press in another one on a way of its own, which may take longer.
    else this.timers.after(activationMs, () => isTyping() && this.#say('view-key', facts));
  }

  readonly #beat = (): void => {
    const isSeen = this.slices.get('visible') && document.visibilityState === 'visible';
    if (isSeen && this.#answers) this.#pulse?.start();
    else this.#pulse?.stop();
  };

  #silent(): void {
    this.#fail(frameErrors['view/silent']({ ...this.#names, seconds: patienceMs / 1000 }));
  }

  #fail(error: AppError): void {
    this.#close();
    this.#isAwaited = false;
    const failure: ViewFailure = { code: error.code, message: error.in(this.slices.get('locale')), error };
    this.#say('view-failed', failure);
  }

  #close(): void {
    this.generation = undefined;
    this.#deadline?.();
    this.#deadline = undefined;
    this.#answers = false;
    this.#pulse?.stop();
    this.#pulse = undefined;
    this.#broker?.close();
    this.#broker = undefined;
    for (const handle of this.#watched.splice(0)) void handle.dispose();
  }

  get #names() {
    return { id: this.shown.from, view: this.shown.title };
  }

  /** Says it to who holds this element and nobody above: a view may well be inside another view, which is not what failed. */
  #say(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** The document of a view: its own page, or the one that makes its element. */
function addressOf({ origin = '', html: page, element, ui }: ShownView): string {
  if (page === undefined) return `${origin}/__atelier/frame.html#${encodeURIComponent(`${element} ${ui}`)}`;
  const path = page.replace(/^\.\//, '').split('/').map(encodeURIComponent).join('/');
  return `${origin}/${path}`;
}
