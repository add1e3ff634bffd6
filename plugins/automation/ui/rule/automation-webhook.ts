import { toast } from '@atelier/kernel/kit';
import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { AutomationChannel } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { failureOf } from '../words.ts';
import { ruleStyles } from './rule-styles.ts';

/** Where the webhook of a saved rule is called, and its secret while it can be seen. */
export class AutomationWebhook extends LitElement {
  static override styles = [
    ruleStyles,
    css`
      :host { display: block; overflow: visible; }
      .row { grid-template-columns: 76px minmax(0, 1fr) auto; align-items: center; padding-block: 6px; }
      code { color: var(--text); overflow-wrap: anywhere; }
      @container (max-width: 480px) { .row > :nth-child(2) { grid-column: 1; } .row > :nth-child(3) { grid-row: 1 / 3; grid-column: 4; } .row > .kind { grid-column: 1; } .row { grid-template-columns: minmax(0, 1fr) auto; } }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  @property() rule = '';
  /** Only since it was made. */
  @state() private secret: { readonly of: string; readonly words: string } | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #hook = new Query(this, () => this.view, AutomationChannel, 'webhook', {
    params: () => ({ id: this.rule }),
    refreshOn: 'rulesChanged',
  });

  override render() {
    const text = this.#text;
    const { state: hook } = this.#hook;
    if (hook.status === 'pending') return nothing;
    if (hook.status === 'failed') return html`<ui-alert kind="danger">${hook.error.in(text.locale)}</ui-alert>`;
    const { address, hasSecret, problem } = hook.value;
    const secret = this.secret?.of === this.rule ? this.secret.words : undefined;
    const curl = `curl -H 'Authorization: Bearer ${secret ?? text.of('hookYours')}' --data '${text.of('hookBody')}' ${address}`;
    return html`<h3>${text.of('hook')}</h3>
      ${problem === undefined ? nothing : html`<ui-alert kind="warn">${problem.message}<ui-button slot="actions" size="24" @click=${() => this.#hook.refresh()}>${text.of('tryAgain')}</ui-button></ui-alert>`}
      <div class="card">
        ${this.#row(text.of('hookAddress'), address === undefined ? text.of('hookOff') : html`<code>${address}</code>`, address)}
        <div class="row"><span class="kind">${text.of('hookSecret')}</span><div role="status">${
          secret === undefined
            ? text.of(hasSecret ? 'hookKept' : 'hookNone')
            : html`<code>${secret}</code><small>${text.of('hookOnce')}</small>`
        }</div>${secret === undefined ? html`<ui-button size="24" kind="line" title=${hasSecret ? text.of('hookRenewAbout') : ''} @click=${this.#renew}>${text.of(hasSecret ? 'hookRenew' : 'hookMake')}</ui-button>` : this.#copy(text.of('hookSecret'), secret)}</div>
        ${address === undefined ? nothing : this.#row(text.of('hookTry'), html`<code>${curl}</code>`, curl)}
      </div>`;
  }

  #row(name: string, what: unknown, copied: string | undefined) {
    return html`<div class="row"><span class="kind">${name}</span><div>${what}</div>${copied === undefined ? nothing : this.#copy(name, copied)}</div>`;
  }

  #copy(name: string, words: string) {
    return html`<ui-icon-button size="24" icon="copy" label=${this.#text.of('hookCopy', { name })} @click=${() => this.#do(() => navigator.clipboard.writeText(words).then(() => void toast({ text: this.#text.of('hookCopied') })))}></ui-icon-button>`;
  }

  readonly #renew = (): void => {
    const { rule } = this;
    void this.#do(async () => {
      const { secret } = await this.view.connect(AutomationChannel).call('renewWebhook', { id: rule });
      this.secret = { of: rule, words: secret };
      this.#hook.refresh();
    });
  };

  async #do(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      toast({ text: failureOf(error).in(this.#text.locale), kind: 'failed' });
    }
  }
}
