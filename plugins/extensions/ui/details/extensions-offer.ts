import type { ReviewedTool } from '@atelier/agent/contract';
import { dateText, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Offer, Package } from '../../contract/index.ts';
import { nameOf } from '../name-of.ts';
import { type DefinedRights, iconOf, linesOf, type RightLine, rightsOf, sentenceOf, shownValue } from '../right-lines.ts';
import { texts, type Word } from '../texts.ts';
import type { ShownTool } from '../tools/extensions-tools.ts';
import { buildText, signatureWord } from './facts.ts';

/** The offer of a version: the rights that it asks for, compared with the version in use. Both answers have the same prominence. */
export class ExtensionsOffer extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: block; margin-block-start: 16px; container-type: inline-size; }
    section { border: 1px solid var(--warn); border-radius: var(--r-8); overflow: clip; background: var(--raised); }
    header { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; padding: 10px 12px 4px; }
    h3 { margin: 0; font: 600 13px/20px var(--font); overflow-wrap: anywhere; }
    .when { flex: 1; min-width: 180px; text-align: end; text-wrap: pretty; font: var(--t-12); color: var(--text-2); }
    ul { margin: 0; padding: 6px 0; list-style: none; }
    li { display: grid; grid-template-columns: 38px 104px minmax(120px, 1fr) minmax(120px, 1fr); align-items: center; padding-block: 2px; padding-inline: 0 12px; font: var(--c-12); font-variant-ligatures: none; overflow-wrap: anywhere; }
    li.first { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 0 10px; align-items: start; padding: 7px 12px; font: var(--t-13); }
    li.first + li.first { border-block-start: 1px solid var(--line); }
    li.first ui-icon { color: var(--text-2); margin-block-start: 2px; }
    li.first small { display: block; font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
    li.group { display: block; padding: 8px 12px 2px; font: 600 12px/18px var(--font); color: var(--text-2); }
    li.not { display: block; padding: 8px 12px 4px; border-block-start: 1px solid var(--line); font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
    li i { font-style: normal; text-align: center; color: var(--text-3); }
    li em { font: 400 12px/20px var(--font); color: var(--text-2); }
    li.add { background: var(--warn-soft); color: var(--warn-text); }
    li.add :is(i, em) { color: inherit; }
    li ui-checkbox { justify-self: center; }
    .tools { padding: 0 12px; border-block-start: 1px solid var(--line); }
    .notes { margin: 0; padding: 6px 12px 8px; border-block-start: 1px solid var(--line); color: var(--text-2); font: var(--t-12); }
    .notes p { margin: 0; padding-block: 2px; overflow-wrap: anywhere; text-wrap: pretty; }
    .notes p.warn { color: var(--warn-text); }
    footer { display: flex; flex-wrap: wrap; align-items: center; justify-content: flex-end; gap: 8px; padding: 8px 12px; border-block-start: 1px solid var(--line); }
    @container (max-width: 520px) {
      ul { display: grid; grid-template-columns: 38px auto minmax(0, 1fr); gap: 0 8px; }
      li { grid-column: 1 / -1; grid-template-columns: subgrid; align-items: baseline; padding-block: 4px; }
      li em { grid-column: 2 / -1; }
      li ui-checkbox { align-self: start; }
      .when { text-align: start; flex-basis: 100%; }
    }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) offer!: Offer;
  /** The tools of the version in use, with the approved texts. */
  @property({ attribute: false }) tools: readonly ReviewedTool[] = [];
  @property({ attribute: false }) defined: DefinedRights = new Map();
  @property() name = '';
  @property({ type: Boolean }) busy = false;
  /** The keys of the rights that the person unticked. */
  @state() private declined: ReadonlySet<string> = new Set();

  readonly #text = new Texts(this, () => this.view, texts);

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('offer')) this.declined = new Set();
  }

  override render() {
    const text = this.#text;
    const { version, installed, date, asks, id } = this.offer;
    const lines = linesOf(asks);
    const name = this.name || nameOf(id);
    const heading =
      installed !== undefined
        ? text.of(this.offer.asksMore ? 'offerMore' : 'offerHeld', { version })
        : text.of(lines.length > 0 ? 'offerNew' : 'offerNothing', { name, version });
    const published = date === undefined ? '' : `${text.of('published')} ${dateText(text.locale, Date.parse(date))}. `;
    const until = installed === undefined ? text.of('beforeStart') : text.of('runsUntil', { version: installed });
    return html`
      <section role="group" aria-label=${heading}>
        <header><ui-state state="needs"></ui-state><h3>${heading}</h3><span class="when">${published}${until}</span></header>
        <ul>${installed === undefined ? this.#first(lines) : lines.map(line => this.#line(line))}${this.#inside()}</ul>
        ${this.#tools()}
        ${this.#notes()}
        <footer>
          <ui-button kind="line" ?disabled=${this.busy} @click=${() => this.#answer('keep')}>${installed === undefined ? text.of('cancel') : text.of('keep', { version: installed })}</ui-button>
          <ui-button kind="line" ?busy=${this.busy} @click=${() => this.#answer('allow')}>${text.of(this.#verb())}</ui-button>
        </footer>
      </section>
    `;
  }

  #verb(): Word {
    const { installed, heldUntil, asksMore } = this.offer;
    if (heldUntil !== undefined) return installed === undefined ? 'installNow' : 'updateNow';
    return installed === undefined ? 'installIt' : asksMore ? 'allow' : 'update';
  }

  #line(line: RightLine) {
    const text = this.#text;
    const { installed, difference, granted } = this.offer;
    const isNew = linesOf(difference.rights).some(({ key }) => key === line.key);
    const wasGranted = linesOf(granted).some(({ key }) => key === line.key);
    const inside = difference.packageRights.find(({ rights }) => linesOf(rights).some(({ key }) => key === line.key));
    const why = !isNew
      ? text.of('asToday')
      : inside === undefined
        ? text.of('new')
        : text.of('newInside', { package: packageText(inside.package) });
    // A right that was refused before stays refused until the person grants it in the details.
    const box = isNew
      ? html`<ui-checkbox label=${text.of('grantThis', { right: sentenceOf(text, this.defined, line) })} .checked=${!this.declined.has(line.key)} @change=${() => this.#turn(line.key)}></ui-checkbox>`
      : html`<i>${wasGranted ? '' : '–'}</i>`;
    return html`<li class=${isNew && installed !== undefined ? 'add' : ''}>${box}<span>${text.of(`right.${line.name}` as Word)}</span><span>${shownValue(text, this.defined, line)}</span><em>${why}</em></li>`;
  }

  /** The rights of a first installation: first those that reach the person's words or act for them, then the others, then what it does not ask. */
  #first(lines: readonly RightLine[]) {
    const text = this.#text;
    const isSensitive = ({ name, value }: RightLine) => name === 'uses' && this.defined.get(value)?.sensitive !== false;
    const [sensitive, others] = [lines.filter(isSensitive), lines.filter(line => !isSensitive(line))];
    const group = (word: Word, of: readonly RightLine[]) =>
      of.length === 0 || lines.length === of.length ? nothing : html`<li class="group">${text.of(word)}</li>`;
    const asked = new Set(lines.map(({ value }) => value));
    const notAsked = [...this.defined].filter(([right, { sensitive: reaches }]) => reaches === true && !asked.has(right));
    const list = new Intl.ListFormat(text.locale, { type: 'disjunction' }).format(notAsked.map(([, { title }]) => title));
    return html`
      ${group('reachesWords', sensitive)}${sensitive.map(line => this.#asked(line, true))}
      ${group('alsoAsks', others)}${others.map(line => this.#asked(line, false))}
      ${lines.length === 0 || notAsked.length === 0 ? nothing : html`<li class="not">${text.of('notAsked', { list })}</li>`}
    `;
  }

  #asked(line: RightLine, isSensitive: boolean) {
    const text = this.#text;
    const sentence = sentenceOf(text, this.defined, line);
    const about = this.defined.get(line.value)?.description;
    return html`<li class="first">
      <ui-icon name=${iconOf(this.defined, line)}></ui-icon>
      <span><ui-checkbox .checked=${!this.declined.has(line.key)} @change=${() => this.#turn(line.key)}><bdi>${sentence}</bdi></ui-checkbox>${about === undefined ? nothing : html`<small>${about}</small>`}</span>
      ${isSensitive ? html`<ui-badge tone="warn">${text.of('sensitive')}</ui-badge>` : nothing}
    </li>`;
  }

  /** Rights that only packages inside name. They cannot be granted, but the person should know. */
  #inside() {
    const text = this.#text;
    const asked = linesOf(this.offer.asks).map(({ key }) => key);
    return this.offer.difference.packageRights.flatMap(({ package: one, rights }) =>
      linesOf(rights)
        .filter(({ key }) => !asked.includes(key))
        .map(
          line =>
            html`<li class="add"><i>+</i><span>${text.of(`right.${line.name}` as Word)}</span><span>${shownValue(text, this.defined, line)}</span><em>${text.of('insideOnly', { package: packageText(one) })}</em></li>`,
        ),
    );
  }

  /** The tool texts that the person has not approved yet, in full. */
  #tools() {
    const shown = this.#unread;
    return shown.length === 0
      ? nothing
      : html`<div class="tools"><extensions-tools .view=${this.view} .tools=${shown}></extensions-tools></div>`;
  }

  get #unread(): readonly ShownTool[] {
    return this.offer.tools.flatMap(({ name, words }) => {
      const now = this.tools.find(one => one.name === name);
      const approved = now?.state === 'offered' ? now.words : now?.approved;
      if (approved === undefined) return [{ name, words }];
      return JSON.stringify(approved) === JSON.stringify(words) ? [] : [{ name, words, approved }];
    });
  }

  #notes() {
    const text = this.#text;
    const { id, installed, requires, packages, difference, programs, breaks, heldUntil, alike, signature, attestation } = this.offer;
    const list = (all: readonly string[]) => all.join(', ');
    const isFirst = installed === undefined;
    const day = heldUntil && dateText(text.locale, Date.parse(heldUntil));
    const notes: [boolean, string | undefined][] = [
      [true, alike && text.of(`alike.${alike.by}.${alike.where}`, { id, other: alike.id })],
      [true, day && text.of('tooNew', { day })],
      [false, isFirst ? text.of('signatureOf', { state: text.of(signatureWord(signature)) }) : undefined],
      [false, isFirst ? text.of('buildOf', { state: buildText(text, attestation) }) : undefined],
      [!isFirst, difference.publisher && text.of('newPublisher', difference.publisher)],
      [true, breaks.length > 0 ? text.of('breaks', { list: list(breaks) }) : undefined],
      [true, difference.scripts.length > 0 ? text.of('newScripts', { list: list(difference.scripts) }) : undefined],
      [!isFirst, difference.packages.length > 0 ? text.of('newPackages', { list: list(difference.packages.map(packageText)) }) : undefined],
      [!isFirst, !isFirst && difference.requires.length > 0 ? text.of('newNeeds', { list: list(difference.requires) }) : undefined],
      [false, isFirst && requires.length > 0 ? text.of('needs', { list: list(requires) }) : undefined],
      [false, isFirst && packages.length > 0 ? text.of('itsPackages', { list: list(packages.map(packageText)) }) : undefined],
      [false, programs > 0 ? text.count('programs', programs) : undefined],
    ];
    const shown = notes.filter(([, note]) => note !== undefined);
    if (shown.length === 0) return nothing;
    return html`<div class="notes">${shown.map(([warns, note]) => html`<p class=${warns ? 'warn' : ''}>${note}</p>`)}</div>`;
  }

  #turn(key: string) {
    const declined = new Set(this.declined);
    if (!declined.delete(key)) declined.add(key);
    this.declined = declined;
  }

  #answer(answer: 'keep' | 'allow') {
    const { asks, granted, difference, installed, ticket } = this.offer;
    const added = installed === undefined ? linesOf(asks) : linesOf(difference.rights);
    const keys = new Set(linesOf(asks).map(({ key }) => key));
    const before = installed === undefined ? [] : linesOf(granted).filter(({ key }) => keys.has(key));
    const rights = rightsOf([...before, ...added.filter(({ key }) => !this.declined.has(key))]);
    this.dispatchEvent(
      new CustomEvent('offer-answered', {
        detail: { answer, ticket, rights, tools: this.#unread.map(({ name }) => name) },
        bubbles: true,
        composed: true,
      }),
    );
  }
}

function packageText({ name, version }: Package): string {
  return `${name} ${version}`;
}
