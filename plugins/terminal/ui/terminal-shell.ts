import { type Handle, isAppError } from '@atelier/kernel';
import { toast } from '@atelier/kernel/kit';
import { reopened, Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import xtermStyles from '@xterm/xterm/css/xterm.css?inline';
import { css, html, LitElement, type PropertyValues, unsafeCSS } from 'lit';
import { property } from 'lit/decorators.js';
import { TerminalChannel } from '../contract/index.ts';
import { shellColours } from './shell-colours.ts';
import { texts } from './texts.ts';

/** Lines that one can scroll back to, and the length of one message of what is typed. */
const [scrollback, mostTyped] = [10_000, 50_000];

/** How long a flood waits for its next screen. */
const floodMs = 100;

/** How a terminal answers a program that asks it something. */
const isAnswer = (text: string) => ['[', ']', 'P'].some(kind => text.startsWith(`\u001b${kind}`));

/** The screen of one shell. All keys are the shell's but F6, which leaves it. */
export class TerminalShell extends LitElement {
  static override styles = [
    unsafeCSS(xtermStyles),
    css`
      :host { display: block; flex: 1; min-height: 0; background: var(--sunken); font: var(--c-12); }
      .screen { position: relative; height: 100%; padding-block: 4px 8px; padding-inline-start: 12px; direction: ltr; }
      .screen:focus-within::after { content: ''; position: absolute; z-index: 20; inset: 0; border: 2px solid var(--focus); pointer-events: none; }
      .xterm { height: 100%; }
      .xterm .xterm-viewport { background: none; }
      .xterm .composition-view { background: var(--sunken); color: var(--code-text); }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  @property() run = '';
  /** The name of the shell. */
  @property() name = '';
  /** It takes what is typed. */
  @property({ type: Boolean }) open = false;
  /** A screen reader can read it; what is put in by other means than keys does not arrive then. */
  @property({ type: Boolean }) aloud = false;
  /** The person has just opened it. */
  @property({ type: Boolean }) fresh = false;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #theme = new Slice(this, () => this.view, 'theme');
  #terminal: Terminal | undefined;
  #handles: Handle[] = [];
  #end = 0;
  #isReading = false;
  #isStale = false;
  /** What a shell printed before is drawn: nobody waits for the answers to what it asked. */
  #isReplaying = false;
  #typed = '';
  #isTyping = false;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const handle of this.#handles.splice(0)) void handle.dispose();
    this.#terminal?.dispose();
    this.#terminal = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  override render() {
    return html`<div class="screen" role="group" data-takes-keys aria-label=${this.#text.of('shellKeys', { name: this.name })}></div>`;
  }

  override updated(changed: PropertyValues): void {
    if (!this.isConnected) return;
    if (this.#terminal === undefined) this.#start();
    const terminal = this.#terminal;
    if (terminal === undefined) return;
    terminal.options.disableStdin = !this.open;
    terminal.options.screenReaderMode = this.aloud;
    terminal.options.theme = shellColours(this);
    terminal.textarea?.setAttribute('aria-label', this.#text.of('shellInput'));
    if (changed.has('fresh') && this.fresh) terminal.focus();
  }

  /** What the screen shows and one can scroll back to. */
  get printed(): string {
    const buffer = this.#terminal?.buffer.normal;
    if (buffer === undefined) return '';
    let text = '';
    for (let at = 0; at < buffer.length; at += 1) {
      const line = buffer.getLine(at);
      text += `${line?.isWrapped === true || at === 0 ? '' : '\n'}${line?.translateToString(buffer.getLine(at + 1)?.isWrapped !== true) ?? ''}`;
    }
    return text.trimEnd();
  }

  #start(): void {
    const screen = this.renderRoot.querySelector<HTMLElement>('.screen');
    if (screen === null) return;
    // The theme is asked for by the properties that change with it.
    void this.#theme.value;
    const { fontFamily, fontSize } = getComputedStyle(this);
    const terminal = new Terminal({
      ...{ scrollback, fontFamily, fontSize: Number.parseFloat(fontSize), lineHeight: 1.25, screenReaderMode: this.aloud },
      // Whatever colours a program chooses can be read.
      ...{ theme: shellColours(this), minimumContrastRatio: 4.5, cursorBlink: false, macOptionIsMeta: true },
    });
    const fit = new FitAddon();
    terminal.loadAddon(fit);
    terminal.open(screen);
    terminal.attachCustomKeyEventHandler(event => this.#isTerminals(event, terminal));
    terminal.onData(text => this.#type(text));
    terminal.onResize(({ cols, rows }) => {
      // It may have ended meanwhile.
      this.#client.call('resize', { run: this.run, columns: Math.min(1000, cols), rows: Math.min(1000, rows) }).catch(() => undefined);
    });
    const observer = new ResizeObserver(() => fit.fit());
    observer.observe(screen);
    const client = this.#client;
    this.#handles = [
      { dispose: () => observer.disconnect() },
      client.on('echoed', ({ run }) => run === this.run && void this.#read()),
      client.on(reopened as 'echoed', () => void this.#read()),
    ];
    this.#terminal = terminal;
    this.#end = 0;
    void this.#read();
  }

  /** F6 leaves it, also where the panel is all that is shown; the keys that copy and paste in a terminal are the browser's or ours. */
  #isTerminals(event: KeyboardEvent, terminal: Terminal): boolean {
    if (event.key === 'F6') {
      event.preventDefault();
      if (event.type === 'keydown') this.dispatchEvent(new Event('leave'));
      return false;
    }
    if (!event.ctrlKey || !event.shiftKey || event.altKey || event.metaKey) return true;
    const key = event.key.toLowerCase();
    if (key === 'c' && event.type === 'keydown') {
      event.preventDefault();
      if (terminal.hasSelection()) void navigator.clipboard.writeText(terminal.getSelection()).catch(() => undefined);
    }
    return key !== 'c' && key !== 'v';
  }

  /** Of several windows only that with the focus answers what a program asks its terminal. */
  #type(text: string): void {
    if (isAnswer(text) && (this.#isReplaying || !document.hasFocus())) return;
    this.#typed += text;
    void this.#send();
  }

  /** One message at a time, so that nothing overtakes anything. */
  async #send(): Promise<void> {
    if (this.#isTyping) return;
    this.#isTyping = true;
    try {
      while (this.#typed !== '') {
        const text = this.#typed.slice(0, mostTyped);
        this.#typed = this.#typed.slice(mostTyped);
        await this.#client.call('type', { run: this.run, text });
      }
    } catch (error) {
      // Typed again it could be run twice.
      this.#typed = '';
      toast({ text: isAppError(error) ? error.in(this.#text.locale) : String(error), kind: 'failed' });
    } finally {
      this.#isTyping = false;
    }
  }

  /** One reading at a time; what is printed meanwhile is read after it. */
  async #read(): Promise<void> {
    this.#isStale = true;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isStale && this.#terminal !== undefined) {
        this.#isStale = false;
        const terminal = this.#terminal;
        const { isWhole, head, cut, tail, end } = await this.#client.call('output', { run: this.run, since: this.#end });
        if (terminal !== this.#terminal) continue;
        this.#isReplaying = isWhole;
        if (isWhole) terminal.reset();
        const note = cut > 0 ? `\u001b[0m\r\n${this.#text.count('cut', cut)}\r\n` : '';
        await new Promise<void>(resolve => terminal.write(isWhole ? head + note + tail : tail, resolve));
        this.#isReplaying = false;
        // More was printed than is kept: nobody reads that fast, and the rest of the page needs its turn.
        if (isWhole && this.#end > 0) await new Promise(resolve => setTimeout(resolve, floodMs));
        this.#end = end;
      }
    } catch {
      // It was closed meanwhile, or the connection is lost: the list of runs says so, and it is read again.
    } finally {
      this.#isReading = false;
    }
  }

  get #client() {
    return this.view.connect(TerminalChannel);
  }
}

if (customElements.get('terminal-shell') === undefined) customElements.define('terminal-shell', TerminalShell);
