import { type AppError, KernelChannel } from '@atelier/kernel';
import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Blame, BlameChannel, type Suspicion } from '../../contract/index.ts';
import { isOn, type ListedExtension } from '../listed.ts';
import { nameOf } from '../name-of.ts';
import { blameTexts } from './blame-texts.ts';

const counted = ['crashes', 'errors', 'failedCalls', 'slowCalls'] as const;

/** The dialog of the bisection: asks whether the problem is still there, while half of the suspects are off. */
export class ExtensionsBlame extends LitElement {
  static override styles = css`
    p { margin: 0 0 12px; text-wrap: pretty; }
    .quiet, .step { color: var(--text-2); }
    .step { margin-block-end: 4px; font: var(--t-12); font-variant-numeric: tabular-nums; }
    .ask { margin-block-end: 4px; font: 600 15px/22px var(--font); }
    h3 { margin: 16px 0 4px; font: 500 11px/16px var(--font); color: var(--text-2); }
    ul { margin: 0; padding: 0; list-style: none; }
    li { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 8px; min-height: 28px; overflow-wrap: anywhere; }
    li + li { border-block-start: 1px solid var(--line); }
    li span { flex: 1 1 160px; padding-block: 4px; }
    li ui-button { margin-inline: auto -8px; }
    small { font: var(--t-12); color: var(--text-2); }
    .two { display: grid; grid-template-columns: 1fr 1fr; gap: 0 24px; }
    .busy { display: flex; align-items: center; gap: 8px; color: var(--text-2); }
    @media (max-width: 520px) { .two { grid-template-columns: 1fr; } }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) extensions: readonly ListedExtension[] = [];
  @state() private busy = false;
  @state() private problem: AppError | undefined;

  readonly #text = new Texts(this, () => this.view, blameTexts);
  readonly #blame = new Query(this, () => this.view, BlameChannel, 'look', { params: () => ({}), refreshOn: 'stepped' });

  override render() {
    const text = this.#text;
    const { state: asked } = this.#blame;
    return html`<ui-dialog open size="medium" heading=${text.of('title')} @close=${this.#done}>
      ${this.problem === undefined ? nothing : html`<ui-alert kind="danger">${this.problem.in(text.locale)}</ui-alert>`}
      ${asked.status === 'failed' ? html`<ui-alert kind="danger">${asked.message}</ui-alert>` : nothing}
      ${this.busy ? html`<p class="busy" role="status"><ui-progress kind="arc"></ui-progress>${text.of('working')}</p>` : asked.status === 'ready' ? this.#phase(asked.value) : nothing}
    </ui-dialog>`;
  }

  #phase(blame: Blame) {
    if (blame.phase === 'asking') return this.#question(blame);
    if (blame.phase === 'found') return this.#found(blame);
    if (blame.phase === 'none') return this.#none(blame);
    return this.#begin(blame);
  }

  #begin({ guesses }: Blame) {
    const text = this.#text;
    const count = this.extensions.filter(one => !one.bundled && one.version !== '' && one.state !== 'refused' && isOn(one)).length;
    const most = Math.ceil(Math.log2(count)) + 1;
    if (count === 0)
      return html`<p>${text.of('empty')}</p>${this.#actions(html`<ui-button kind="line" @click=${this.#done}>${text.of('close')}</ui-button>`)}`;
    return html`
      <p>${text.of('intro')} ${text.count('questions', most)}</p>
      <h3>${text.of('guess')}</h3>
      ${guesses.length === 0 ? html`<p class="quiet">${text.of('noGuess')}</p>` : html`<ul>${guesses.slice(0, 3).map(guess => this.#guess(guess))}</ul>`}
      ${this.#actions(html`
        <ui-button kind="line" @click=${this.#done}>${text.of('close')}</ui-button>
        <ui-button kind="solid" @click=${() => this.#work(() => this.#channel.call('begin', {}))}>${text.of('begin')}</ui-button>
      `)}
    `;
  }

  #guess(guess: Suspicion) {
    const text = this.#text;
    const isOff = this.extensions.some(one => one.id === guess.id && !isOn(one));
    return html`<li>
      <span>${this.#nameOf(guess.id)}<br><small>${this.#factsOf(guess)}</small></span>
      ${isOff ? nothing : html`<ui-button size="24" @click=${() => this.#switchOff(guess.id)}>${text.of('guessOff')}</ui-button>`}
    </li>`;
  }

  #question({ step, most, off, suspects }: Blame) {
    const text = this.#text;
    const isOff = new Set(off);
    const answer = (broken: boolean) => () => this.#work(() => this.#channel.call('answer', { broken, step }));
    return html`
      <p class="step">${text.of('step', { step, most })}</p>
      <p class="ask" role="status">${text.of('ask')}</p>
      <p class="quiet">${text.of('tryIt')}</p>
      <div class="two">
        ${this.#names(text.of('offNow'), off)}
        ${this.#names(
          text.of('onNow'),
          suspects.filter(id => !isOff.has(id)),
        )}
      </div>
      ${this.#actions(
        html`
        <ui-button kind="line" @click=${answer(true)}>${text.of('yes')}</ui-button>
        <ui-button kind="line" @click=${answer(false)}>${text.of('no')}</ui-button>
      `,
        html`<ui-button slot="footer" @click=${this.#end}>${text.of('stop')}</ui-button>`,
      )}
    `;
  }

  #found({ culprit = '', guesses }: Blame) {
    const text = this.#text;
    const facts = guesses.find(({ id }) => id === culprit);
    const show = async () => {
      await this.#end();
      this.dispatchEvent(new CustomEvent('extension-chosen', { detail: { id: culprit, registry: '' }, bubbles: true, composed: true }));
    };
    const switchOff = async () => {
      await this.#switchOff(culprit);
      await this.#end();
    };
    return html`
      <p class="ask" role="status">${text.of('found', { name: this.#nameOf(culprit) })}</p>
      <p>${text.of('foundText')}</p>
      ${facts === undefined ? nothing : html`<p class="quiet">${this.#factsOf(facts)}</p>`}
      ${this.#actions(html`
        <ui-button kind="line" @click=${show}>${text.of('details')}</ui-button>
        <ui-button kind="solid" @click=${switchOff}>${text.of('switchOff')}</ui-button>
      `)}
    `;
  }

  #none({ candidates }: Blame) {
    const text = this.#text;
    return html`
      ${candidates.length === 0 ? html`<p role="status">${text.of('empty')}</p>` : html`<p class="ask" role="status">${text.of('none')}</p><p>${text.of('noneText')}</p>`}
      ${this.#actions(html`<ui-button kind="line" @click=${this.#end}>${text.of('close')}</ui-button>`)}
    `;
  }

  #actions(buttons: unknown, first: unknown = nothing) {
    return html`${first}<div slot="actions" style="display: flex; gap: 8px">${buttons}</div>`;
  }

  #names(title: string, ids: readonly string[]) {
    if (ids.length === 0) return nothing;
    return html`<section><h3>${title}</h3><ul>${ids.map(id => html`<li>${this.#nameOf(id)}</li>`)}</ul></section>`;
  }

  #factsOf(guess: Suspicion): string {
    const text = this.#text;
    const counts = counted.filter(one => guess[one] > 0).map(one => text.count(`fact.${one}`, guess[one]));
    const marks = [guess.failed ? text.of('fact.failed') : '', guess.slowed ? text.of('fact.slowed') : ''].filter(one => one !== '');
    return [...marks, ...counts].join(' · ');
  }

  #nameOf(id: string): string {
    return this.extensions.find(one => one.id === id)?.displayName ?? nameOf(id);
  }

  get #channel() {
    return this.view.connect(BlameChannel);
  }

  #switchOff(id: string): Promise<void> {
    return this.#work(() => this.view.connect(KernelChannel).call('disableExtension', { id }));
  }

  readonly #end = async (): Promise<void> => {
    await this.#work(() => this.#channel.call('end', {}));
    if (this.problem === undefined) this.#done();
  };

  readonly #done = (): void => {
    this.dispatchEvent(new Event('done'));
  };

  async #work(work: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.problem = undefined;
    try {
      await work();
    } catch (error) {
      this.problem = error as AppError;
    } finally {
      this.busy = false;
    }
  }
}
