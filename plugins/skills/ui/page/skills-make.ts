import { AppError } from '@atelier/kernel';
import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Proposal, SkillsChannel } from '../../contract/index.ts';
import { texts } from '../texts.ts';

/** A skill that a model proposes from a conversation; the person reads and changes it before it is saved. */
export class SkillsMake extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: block; font: var(--t-13); color: var(--text); }
    form { display: flex; flex-direction: column; gap: 12px; }
    h1 { margin: 0; font: var(--t-16, var(--t-13)); font-weight: 600; }
    p { margin: 0; color: var(--text-2); font: var(--t-12); }
    .row { display: flex; flex-wrap: wrap; justify-content: end; gap: 8px; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property() conversation = '';
  @state() private proposal: Proposal | undefined;
  @state() private written = '';
  @state() private problem = '';
  @state() private busy = false;

  readonly #text = new Texts(this, () => this.view, texts);
  override willUpdate(changed: PropertyValues): void {
    if (changed.has('conversation')) this.proposal = undefined;
  }

  override render() {
    const text = this.#text;
    const write = (event: Event) => {
      this.written = (event.target as HTMLTextAreaElement).value;
    };
    return html`<form @submit=${this.#save}>
      <h1>${text.of('make')}</h1>
      <p>${text.of('makeAbout')}</p>
      ${this.busy && this.proposal === undefined ? html`<ui-progress label=${text.of('proposing')}></ui-progress>` : nothing}
      ${this.proposal?.onlyOwn === true ? html`<ui-alert kind="warn">${text.of('onlyOwn')}</ui-alert>` : nothing}
      ${
        this.proposal === undefined
          ? nothing
          : html`<ui-textarea label=${text.of('ownText')} rows="14" max-rows="24" maxlength="65536" .value=${this.written} @input=${write}></ui-textarea>`
      }
      ${this.problem === '' ? nothing : html`<ui-alert kind="danger">${this.problem}</ui-alert>`}
      <div class="row">
        <ui-button kind=${this.proposal === undefined ? 'accent' : 'line'} ?disabled=${this.busy} @click=${this.#propose}>${text.of(this.proposal === undefined ? 'propose' : 'proposeAgain')}</ui-button>
        ${this.proposal === undefined ? nothing : html`<ui-button type="submit" kind="accent" ?busy=${this.busy} ?disabled=${this.busy || this.written.trim() === ''}>${text.of('saveSkill')}</ui-button>`}
      </div>
    </form>`;
  }

  readonly #propose = (): Promise<void> =>
    this.#do(async client => {
      const { conversation } = this;
      this.proposal = undefined;
      const proposal = await client.call('propose', { conversation });
      if (conversation !== this.conversation) return;
      this.proposal = proposal;
      this.written = proposal.text;
    });

  readonly #save = (event: Event): void => {
    event.preventDefault();
    void this.#do(async client => {
      const { id } = await client.call('create', { text: this.written });
      this.dispatchEvent(new CustomEvent('made', { detail: id }));
    });
  };

  async #do(work: (client: ReturnType<typeof connect>) => Promise<void>): Promise<void> {
    this.busy = true;
    this.problem = '';
    try {
      await work(connect(this.view));
    } catch (error) {
      this.problem = error instanceof AppError ? error.in(this.#text.locale) : String(error);
    } finally {
      this.busy = false;
    }
  }
}

const connect = (view: ViewHost) => view.connect(SkillsChannel);
