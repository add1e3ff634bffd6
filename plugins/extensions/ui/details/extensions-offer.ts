import type { ReviewedTool } from '@atelier/agent/contract';
import { dateText, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Offer, Package } from '../../contract/index.ts';
import { nameOf } from '../name-of.ts';
import { linesOf, type RightLine, rightsOf, sentenceOf, shownValue } from '../right-lines.ts';
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
    li { display: grid; grid-template-columns: 38px 104px minmax(120px, 1fr) minmax(120px, 1fr); align-items: center; padding: 2px 12px 2px 0; font: var(--c-12); font-variant-ligatures: none; overflow-wrap: anywhere; }
    li.first { display: block; padding: 3px 12px; font: var(--t-13); }
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
        <ul>${lines.map(line => this.#line(line))}${this.#inside()}</ul>
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
      ? html`<ui-checkbox label=${text.of('grantThis', { right: sentenceOf(text, line) })} .checked=${!this.declined.has(line.key)} @change=${() => this.#turn(line.key)}></ui-checkbox>`
      : html`<i>${wasGranted ? '' : '–'}</i>`;
    if (installed === undefined)
      return html`<li class="first"><ui-checkbox .checked=${!this.declined.has(line.key)} @change=${() => this.#turn(line.key)}>${sentenceOf(text, line)}</ui-checkbox></li>`;
    return html`<li class=${isNew && installed !== undefined ? 'add' : ''}>${box}<span>${text.of(`right.${line.name}` as Word)}</span><span>${shownValue(text, line)}</span><em>${why}</em></li>`;
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
            html`<li class="add"><i>+</i><span>${text.of(`right.${line.name}` as Word)}</span><span>${shownValue(text, line)}</span><em>${text.of('insideOnly', { package: packageText(one) })}</em></li>`,
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
