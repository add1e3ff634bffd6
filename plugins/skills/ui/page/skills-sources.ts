import { AppError } from '@atelier/kernel';
import { numberText, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Bilingual, type FoundPackages, SkillsChannel, type Source } from '../../contract/index.ts';
import { texts } from '../texts.ts';

const icons = { folder: 'folder', repository: 'git-branch', package: 'package' } as const;

/** Where skills come from: what is there, and one more. Servers are asked only when the person says so. */
export class SkillsSources extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: contents; font: var(--t-13); color: var(--text); }
    form, section, .found { display: flex; flex-direction: column; gap: 8px; }
    .line { display: flex; align-items: end; gap: 8px; }
    .line > :first-child { flex: 1; min-width: 0; }
    h3 { display: flex; align-items: center; justify-content: space-between; gap: 8px; margin: 16px 0 0; font: var(--t-13); font-weight: 600; }
    ul { margin: 0; padding: 0; list-style: none; }
    li { display: flex; align-items: start; gap: 8px; padding: 8px 0; border-block-end: 1px solid var(--line); }
    li > div { flex: 1; min-width: 0; overflow-wrap: anywhere; }
    p { margin: 0; }
    p, small { color: var(--text-2); font: var(--t-12); }
    small { display: block; }
    .refused { display: flex; gap: 6px; --icon-size: 14px; }
    .refused ui-icon { color: var(--warn); }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property({ type: Boolean }) open = false;
  @property({ attribute: false }) sources: readonly Source[] = [];
  @state() private address = '';
  @state() private busy = '';
  @state() private failures: readonly { readonly from: string; readonly message: Bilingual }[] = [];
  @state() private failure: AppError | undefined;
  @state() private found: FoundPackages | undefined;

  readonly #text = new Texts(this, () => this.view, texts);

  override render() {
    const text = this.#text;
    const { locale } = text;
    return html`<ui-dialog .open=${this.open} heading=${text.of('sources')} @close=${this.#close}>
      <form @submit=${this.#add}>
        <div class="line">
          <ui-field label=${text.of('address')}><ui-input name="address" placeholder=${text.of('addressHint')} maxlength="2000" required
            .value=${this.address} @input=${(event: Event) => {
              this.address = (event.target as HTMLInputElement).value;
            }}></ui-input></ui-field>
          <ui-button type="submit" kind="accent" ?busy=${this.busy === 'add'} ?disabled=${this.busy !== ''}>${text.of('addSource')}</ui-button>
        </div>
        <p>${text.of('addAbout')}</p>
        ${this.failure === undefined ? nothing : html`<ui-alert kind="danger">${this.failure.in(locale)}</ui-alert>`}
      </form>
      <section aria-label=${text.of('packages')}>
        <h3>${text.of('packages')}<ui-button size="24" kind="line" icon="search" ?busy=${this.busy === 'find'} ?disabled=${this.busy !== ''} @click=${this.#find}>${text.of('findPackages')}</ui-button></h3>
        ${this.#found()}
      </section>
      ${this.sources.length === 0 ? nothing : this.#list()}
    </ui-dialog>`;
  }

  #found() {
    const text = this.#text;
    const { found } = this;
    if (found === undefined) return html`<p>${text.of('packagesAbout')}</p>`;
    return html`
      ${this.#failed(found.failures)}
      ${found.packages.length === 0 && found.failures.length === 0 ? html`<p role="status">${text.of('noPackages')}</p>` : nothing}
      <ul>${found.packages.map(({ name, version, description, publisher }) => {
        const address = `npm:${name}`;
        const isThere = this.sources.some(source => source.address === address);
        const facts = [version, publisher].filter(fact => fact !== undefined).join(' · ');
        return html`<li><ui-icon name="package"></ui-icon><div><b>${name}</b> <small>${facts}</small>${description === undefined ? nothing : html`<small dir="auto">${description}</small>`}</div>
          ${
            isThere
              ? html`<small>${text.of('added')}</small>`
              : html`<ui-icon-button icon="plus" size="24" label=${text.of('addNamed', { name })} ?disabled=${this.busy !== ''} @click=${() => this.#addOne(address)}></ui-icon-button>`
          }</li>`;
      })}</ul>`;
  }

  #list() {
    const text = this.#text;
    const { locale } = text;
    return html`<section aria-label=${text.of('yours')}>
      <h3>${text.of('yours')}<ui-button size="24" kind="line" icon="refresh-cw" ?busy=${this.busy === 'refresh'} ?disabled=${this.busy !== ''} @click=${this.#refresh}>${text.of('readAgain')}</ui-button></h3>
      ${this.#failed(this.failures)}
      <ul>${this.sources.map(({ id, kind, address, skills, refusals, readAt, revision }) => {
        const at = readAt === undefined ? undefined : new Date(readAt).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
        const facts = [
          text.count('skills', skills),
          revision === undefined ? undefined : kind === 'repository' ? revision.slice(0, 10) : revision,
          at === undefined ? undefined : text.of('readAt', { at }),
        ];
        return html`<li><ui-icon name=${icons[kind]} label=${text.of(`kind.${kind}`)}></ui-icon><div>${address}
          <small>${facts.filter(fact => fact !== undefined).join(' · ')}</small>
          ${refusals.map(one => html`<small class="refused"><ui-icon name="triangle-alert"></ui-icon><span>${one[locale]}</span></small>`)}</div>
          <ui-icon-button icon="trash-2" size="24" label=${text.of('removeSource', { address })} ?disabled=${this.busy !== ''} @click=${() => this.#remove(id)}></ui-icon-button></li>`;
      })}</ul>
      <p>${text.of('removeAbout')}</p>
    </section>`;
  }

  #failed(failures: Readonly<FoundPackages['failures']>) {
    const { locale } = this.#text;
    return failures.map(({ message }) => html`<ui-alert kind="warn">${message[locale]}</ui-alert>`);
  }

  readonly #close = (event: Event): void => {
    event.stopPropagation();
    this.failure = undefined;
    this.dispatchEvent(new CustomEvent('close'));
  };

  readonly #add = (event: SubmitEvent): void => {
    event.preventDefault();
    void this.#addOne(this.address.trim());
  };

  /** What was typed stays until it was taken. */
  async #addOne(address: string): Promise<void> {
    await this.#do('add', async () => {
      await this.view.connect(SkillsChannel).call('addSource', { address });
      if (this.address.trim() === address) this.address = '';
    });
  }

  readonly #find = (): Promise<void> =>
    this.#do('find', async () => {
      // What is no address yet is what is looked for.
      const text = /:|^\//.test(this.address) ? '' : this.address.trim().slice(0, 200);
      this.found = await this.view.connect(SkillsChannel).call('findPackages', { text });
    });

  readonly #refresh = (): Promise<void> =>
    this.#do('refresh', async () => {
      this.failures = (await this.view.connect(SkillsChannel).call('refresh', {})).failures;
    });

  readonly #remove = (id: string): Promise<void> =>
    this.#do('remove', async () => {
      await this.view.connect(SkillsChannel).call('removeSource', { id });
    });

  async #do(what: string, work: () => Promise<void>): Promise<void> {
    this.busy = what;
    this.failure = undefined;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.failure = error;
    } finally {
      this.busy = '';
    }
  }
}

/** How many skills the sources of each kind have, in words. */
export function summaryOf(text: Texts<typeof texts.en>, sources: readonly Source[]): string {
  return (['package', 'repository', 'folder'] as const)
    .flatMap(kind => {
      const some = sources.filter(source => source.kind === kind);
      const count = some.reduce((sum, { skills }) => sum + skills, 0);
      return some.length === 0 ? [] : [`${text.of(`kinds.${kind}`)} ${numberText(text.locale, count)}`];
    })
    .join(' · ');
}
