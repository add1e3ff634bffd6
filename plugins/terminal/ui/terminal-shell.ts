import { type Handle, isAppError } from '@atelier/kernel';
import { toast } from '@atelier/kernel/kit';
import { reopened, Slice, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
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

const esc = '\u001b';

/** How a terminal answers a program that asks it something; keys, the mouse and what is pasted look otherwise. */
const answer = /^(?:\[[?>]?[\d;]*[cnRty]|\[\?[\d;]*\$y|\]\d+;|P)/;
const isAnswer = (text: string) => text.startsWith(esc) && answer.test(text.slice(1, 100));

/** Back to what a shell's line expects: what switched the screen or the mouse may stand in the part that was not kept. */
const plainScreen = ['\\', ...['?1049l', '?1000l', '?1002l', '?1003l', '?1004l', '?1006l', '?2004l', '!p'].map(mode => `[${mode}`)]
  .map(one => esc + one)
  .join('');

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
  #terminal: Terminal | undefined;
  #handles: Handle[] = [];
  #end = 0;
  #isReading = false;
  #isStale = false;
  /** What a shell printed before is drawn: nobody waits for the answers to what it asked. */
  #isReplaying = false;
  #typed = '';
  #isTyping = false;

  constructor() {
    super();
    for (const name of ['theme', 'contrast'] as const) new Slice(this, () => this.view, name);
  }

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
    // They change with the theme and the contrast, of which this element is told.
    terminal.options.theme = shellColours(this);
    terminal.textarea?.setAttribute('aria-label', this.#text.of('shellInput'));
    if (changed.has('fresh') && this.fresh && this.#isNobodyElse) terminal.focus();
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

  /** The person has not gone on to something else meanwhile. */
  get #isNobodyElse(): boolean {
    const root = this.getRootNode();
    return document.activeElement === document.body || (root instanceof ShadowRoot && root.activeElement !== null);
  }

  #start(): void {
    const screen = this.renderRoot.querySelector<HTMLElement>('.screen');
    if (screen === null) return;
    const { fontFamily, fontSize } = getComputedStyle(this);
    const terminal = new Terminal({
      ...{ scrollback, fontFamily, fontSize: Number.parseFloat(fontSize), lineHeight: 1.25, screenReaderMode: this.aloud },
      // Whatever colours a program chooses can be read.
      ...{ minimumContrastRatio: 4.5, cursorBlink: false, macOptionIsMeta: true },
      linkHandler: { activate: (_event, url) => void this.#follow(url) },
    });
    const fit = new FitAddon();
    terminal.loadAddon(fit);
    terminal.open(screen);
    terminal.attachCustomKeyEventHandler(event => this.#isTerminals(event, terminal));
    terminal.onData(text => this.#type(text));
    const tellSize = () => {
      const [columns, rows] = [terminal.cols, terminal.rows].map(length => Math.min(1000, length)) as [number, number];
      // It may have ended meanwhile.
      this.#client.call('resize', { run: this.run, columns, rows }).catch(() => undefined);
    };
    terminal.onResize(tellSize);
    // Of several windows the one that is typed in has the size.
    terminal.textarea?.addEventListener('focus', tellSize);
    screen.addEventListener('paste', event => this.#paste(event, terminal), { capture: true });
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
    fit.fit();
    tellSize();
    void this.#read();
  }

  /** What is pasted cannot say that the pasting is over. */
  #paste(event: ClipboardEvent, terminal: Terminal): void {
    event.preventDefault();
    event.stopPropagation();
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (this.open && text !== '') terminal.paste(text.replaceAll(esc, ''));
  }

  /** A link that a program has printed is opened as any other of the window. */
  async #follow(url: string): Promise<void> {
    try {
      await this.view.connect(WindowChannel).call('openExternal', { url });
    } catch (error) {
      toast({ text: isAppError(error) ? error.in(this.#text.locale) : String(error), kind: 'failed' });
    }
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
        // No letter is cut in two.
        const isHalf = /[\ud800-\udbff]/.test(this.#typed[mostTyped - 1] ?? '');
        const text = this.#typed.slice(0, isHalf ? mostTyped - 1 : mostTyped);
        this.#typed = this.#typed.slice(text.length);
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
        // The first that a shell says which was just opened is new.
        this.#isReplaying = isWhole && !(this.fresh && this.#end === 0);
        if (isWhole) terminal.reset();
        const text = cut > 0 ? `${head}${plainScreen}\r\n${this.#text.count('cut', cut)}\r\n${wholeLines(tail)}` : head + tail;
        await new Promise<void>(resolve => terminal.write(text, resolve));
        this.#isReplaying = false;
        if (terminal !== this.#terminal) continue;
        const isFlood = isWhole && this.#end > 0;
        this.#end = end;
        // More was printed than is kept: nobody reads that fast, and the rest of the page needs its turn.
        if (isFlood) await new Promise(resolve => setTimeout(resolve, floodMs));
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

/** The end of an output from its first whole line on. */
function wholeLines(tail: string): string {
  const first = tail.indexOf('\n');
  return first > 1_000 ? tail : tail.slice(first + 1);
}

if (customElements.get('terminal-shell') === undefined) customElements.define('terminal-shell', TerminalShell);
