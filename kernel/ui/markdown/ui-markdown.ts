import { html, LitElement, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import { act } from './actions.ts';
import { markdownStyles } from './markdown-styles.ts';
import type { MarkdownStream } from './stream.ts';

type Renderer = typeof import('./stream.ts');

let renderer: Renderer | undefined;
let loading: Promise<Renderer> | undefined;

/** Loads the markdown parser, which the first text would otherwise wait for; call it when the page is idle. */
export async function loadMarkdown(): Promise<void> {
  loading ??= import('./stream.ts').then(loaded => {
    loaded.warmUp();
    return loaded;
  });
  renderer = await loading;
}

/** How long a text is drawn at once; nearly all that exist take less, and what is left comes with the next frames. */
const mostMs = 40;

/** Shows markdown, whole or streamed; settled blocks are never touched again, and nothing is requested from other hosts without a click. */
export class UiMarkdown extends LitElement {
  static override styles = markdownStyles;

  /** The level of a first heading in the text, one below the heading above the text. */
  @property({ type: Number }) headinglevel = 3;
  /** Whether the text is complete; `append` opens it and `end` closes it. */
  @property({ type: Boolean }) closed = true;

  readonly #body = document.createElement('div');
  #stream: MarkdownStream | undefined;
  #text = '';
  #given = 0;
  #frame = 0;
  #wasLive = false;
  /** A part of what was given is not drawn yet. */
  #isLeft = false;

  constructor() {
    super();
    this.#body.className = 'body';
    for (const type of ['click', 'auxclick', 'keydown'] as const) this.#body.addEventListener(type, event => act(this, this.#body, event));
    if (renderer === undefined) void loadMarkdown().then(() => this.#soon());
  }

  /** All of the text. Setting a text that starts with the former one only adds the rest. */
  @property({ noAccessor: true })
  get text(): string {
    return this.#text;
  }

  set text(text: string) {
    if (text === this.#text) return;
    if (!text.startsWith(this.#text)) this.#restart();
    this.#text = text;
    this.requestUpdate();
  }

  /** Adds text at the end; it is shown with the next frame. */
  override append(delta: string): void {
    this.#text += delta;
    this.#wasLive = true;
    this.closed = false;
    this.#soon();
  }

  /** Marks the text as complete. */
  end(): void {
    this.closed = true;
    this.#soon();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Shown with the update after connecting, not a frame later, so that its height is right when it is first measured.
    if (this.#given < this.#text.length || this.#isLeft) this.requestUpdate();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    // Another level means other elements, so the text is rendered again.
    if (changed.has('headinglevel') && this.#given > 0) this.#restart();
    if (!this.closed) this.#wasLive = true;
    if (this.#frame === 0) this.#flush();
  }

  override render() {
    return html`${this.#body}`;
  }

  #soon(): void {
    if (this.#frame !== 0 || !this.isConnected) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#flush();
    });
  }

  #flush(): void {
    if (renderer === undefined) {
      this.#body.classList.add('plain');
      this.#body.textContent = this.#text;
      return;
    }
    this.#stream ??= this.#started(renderer);
    if (this.#given < this.#text.length) this.#stream.push(this.#text.slice(this.#given));
    this.#given = this.#text.length;
    // All of it, because what is drawn in pieces jumps. Of a text that takes too long, nothing is seen before its end is there.
    const until = performance.now() + mostMs;
    do this.#isLeft = this.#stream.flush(this.closed);
    while (this.#isLeft && performance.now() < until);
    this.#body.classList.toggle('coming', this.#isLeft && !this.#wasLive);
    if (this.#isLeft) this.#soon();
  }

  #started({ MarkdownStream }: Renderer): MarkdownStream {
    this.#body.classList.remove('plain');
    this.#body.replaceChildren();
    const stream = new MarkdownStream(this.#body);
    stream.maker.level = this.headinglevel;
    stream.maker.isLive = this.#wasLive;
    stream.maker.onMath = (place, source, isBlock) => {
      void import('./math.ts').then(
        ({ setFormula }) => place.isConnected && setFormula(place, source, isBlock),
        () => undefined,
      );
    };
    return stream;
  }

  #restart(): void {
    this.#stream = undefined;
    this.#given = 0;
    this.#wasLive = !this.closed;
  }
}
