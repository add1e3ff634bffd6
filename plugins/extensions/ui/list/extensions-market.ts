import { Query, relativeTimeText, Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { ExtensionsChannel, type Listing, type RegistryFailure } from '../../contract/index.ts';
import { iconOf, nameOf } from '../name-of.ts';
import { texts, type Word } from '../texts.ts';
import { moveRowFocus } from './arrow-keys.ts';
import { listStyles } from './list-styles.ts';

const maxCategories = 6;
const debounceMs = 250;

/** The extensions that the registries offer. */
export class ExtensionsMarket extends LitElement {
  static override styles = listStyles;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) installed: ReadonlySet<string> = new Set();
  @property() selected = '';
  /** The extension that a link named; it is listed first if no registry lists it. */
  @property() highlighted = '';
  @state() private query = '';
  @state() private submitted = '';
  @state() private category = '';

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #found = new Query(this, () => this.view, ExtensionsChannel, 'search', { params: () => ({ text: this.submitted }) });
  readonly #registries = new Query(this, () => this.view, ExtensionsChannel, 'listRegistries', {
    params: () => ({}),
    refreshOn: 'changed',
  });
  #debounce: ReturnType<typeof setTimeout> | undefined;
  #knownRegistries = '';
  #scrolledTo = '';

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#debounce);
  }

  override updated(_changed: PropertyValues<this>): void {
    const { state: registries } = this.#registries;
    // Other registries offer other extensions.
    const known = registries.status === 'ready' ? JSON.stringify(registries.value) : this.#knownRegistries;
    if (this.#knownRegistries !== '' && known !== this.#knownRegistries) this.#found.refresh();
    this.#knownRegistries = known;
    if (this.highlighted === '' || this.#scrolledTo === this.highlighted) return;
    const row = this.renderRoot.querySelector(`extensions-row[data-id="${CSS.escape(this.highlighted)}"]`);
    if (row === null) return;
    this.#scrolledTo = this.highlighted;
    row.scrollIntoView({ block: 'center' });
  }

  override render() {
    const text = this.#text;
    const { state: found } = this.#found;
    const entries = found.status === 'ready' ? this.#withLinked(found.value.entries) : [];
    const categories = categoriesOf(entries);
    const shown = entries.filter(({ keywords }) => this.category === '' || keywords.some(word => categoryOf(word) === this.category));
    return html`<div class="all" @keydown=${moveRowFocus}>
      <div class="tools">
        <ui-search placeholder=${text.of('searchMarket')} label=${text.of('searchMarket')} .value=${this.query} @input=${this.#type}></ui-search>
        ${categories.length === 0 ? nothing : html`<div class="chips"><ui-chip .pressed=${this.category === ''} @click=${() => this.#choose('')}>${text.of('all')}</ui-chip>${categories.map(one => html`<ui-chip .pressed=${this.category === one} @click=${() => this.#choose(one)}>${this.#nameOf(one)}</ui-chip>`)}</div>`}
      </div>
      <div class="scroll" aria-busy=${found.status === 'pending'}>
        ${found.status === 'pending' ? html`<p class="say" role="status">${text.of('asking')}</p>` : nothing}
        ${found.status === 'failed' ? this.#failure(text.of('offline'), found.message) : nothing}
        ${found.status === 'ready' ? this.#failures(found.value.failures, entries.length === 0 && this.submitted === '') : nothing}
        ${repeat(
          shown,
          ({ id }) => id,
          one => this.#row(one),
        )}
        ${found.status === 'ready' && shown.length === 0 && found.value.failures.length === 0 ? this.#nothing() : nothing}
      </div>
    </div>`;
  }

  #nothing() {
    const text = this.#text;
    const { state } = this.#registries;
    const hasNoRegistry = state.status === 'ready' && state.value.length === 0;
    const message = hasNoRegistry
      ? text.of('noRegistry')
      : this.submitted === ''
        ? text.of('noneOffered')
        : text.of('noneFound', { text: this.submitted });
    return html`<ui-empty icon="puzzle" text=${message}>${this.submitted === '' ? html`<ui-button kind="line" @click=${() => this.#ask('registries')}>${text.of('addRegistry')}</ui-button>` : nothing}</ui-empty>`;
  }

  /** Where nothing at all was found, what to do comes first. */
  #failures(failures: readonly RegistryFailure[], isEmpty: boolean) {
    const text = this.#text;
    const said = failures.map(({ registry, error }) => this.#failure(registry, error.message[text.locale]));
    if (!isEmpty || failures.length === 0) return said;
    return html`
      <ui-empty icon="puzzle" text=${text.of('noneReached')}><ui-button kind="line" @click=${() => this.#ask('registries')}>${text.of('addRegistry')}</ui-button></ui-empty>
      <details><summary>${text.of('whyNone')}</summary>${said}</details>
    `;
  }

  #failure(heading: string, message: string) {
    return html`<ui-alert kind="warn" heading=${heading}>${message}<ui-button slot="actions" size="24" @click=${() => this.#found.refresh()}>${this.#text.of('retry')}</ui-button></ui-alert>`;
  }

  #row({ id, version, registry, description, displayName, channel, date }: Listing) {
    const text = this.#text;
    const isHere = this.installed.has(id);
    const age = date === undefined || !Number.isFinite(Date.parse(date)) ? '' : relativeTimeText(text.locale, Date.parse(date));
    const meta = isHere ? '' : age;
    return html`<extensions-row data-id=${id} data-registry=${registry} name=${displayName ?? nameOf(id)} detail=${description ?? `${id} ${version}`} meta=${meta} icon=${iconOf({ channel })} ?current=${id === this.selected} ?highlighted=${id === this.highlighted}>${isHere ? html`<ui-badge>${text.of('markInstalled')}</ui-badge>` : nothing}</extensions-row>`;
  }

  #withLinked(entries: readonly Listing[]): readonly Listing[] {
    const id = this.highlighted;
    if (id === '' || this.submitted !== '' || entries.some(one => one.id === id)) return entries;
    return [{ id, version: '', registry: '', keywords: [] }, ...entries];
  }

  #type(event: Event) {
    this.query = (event.target as HTMLInputElement).value;
    clearTimeout(this.#debounce);
    this.#debounce = setTimeout(() => {
      this.submitted = this.query.trim();
    }, debounceMs);
  }

  #nameOf(category: string): string {
    if (Object.hasOwn(known, category)) return this.#text.of(known[category as keyof typeof known]);
    return category.charAt(0).toUpperCase() + category.slice(1);
  }

  #choose(category: string) {
    this.category = category;
  }

  #ask(action: string) {
    this.dispatchEvent(new CustomEvent('extension-action', { detail: { action, id: '' }, bubbles: true, composed: true }));
  }
}

const known = { channel: 'channels', view: 'views', tool: 'tools', theme: 'themes' } as const satisfies Record<string, Word>;

/** `atelier-channel`, `channels` and `channel` are one category. */
function categoryOf(keyword: string): string {
  const word = keyword.toLowerCase().replace(/^atelier-/, '');
  const single = word.replace(/s$/, '');
  return Object.hasOwn(known, single) ? single : word;
}

/** The most frequent categories. */
function categoriesOf(entries: readonly Listing[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const word of entries.flatMap(({ keywords }) => [...new Set(keywords.map(categoryOf))]))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .toSorted(([a, one], [b, other]) => other - one || a.localeCompare(b))
    .slice(0, maxCategories)
    .map(([word]) => word);
}
