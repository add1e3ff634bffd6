import { type AppError, type ExtensionBudget, KernelChannel } from '@atelier/kernel';
import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { costsTexts } from './costs-texts.ts';

const bounds = [
  ['cpuPercent', '1', '10000'],
  ['memoryMegabytes', '32', '100000'],
  ['eventsPerSecond', '1', '100000'],
  ['networkMegabytesPerMinute', '1', '100000'],
  ['storageMegabytes', '1', '100000'],
] as const;

/** Sets what an extension may use before it is slowed down. */
export class ExtensionsBudget extends LitElement {
  static override styles = css`
    p { margin: 0 0 12px; color: var(--text-2); text-wrap: pretty; }
    form { display: grid; gap: 12px; }
    .last { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 8px; }
    .last > ui-button { margin-inline-start: -10px; }
    .pair { display: flex; gap: 8px; margin-inline-start: auto; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property() extensionId = '';
  @property() name = '';
  @property({ attribute: false }) budget!: ExtensionBudget;
  @state() private problem: AppError | undefined;

  readonly #text = new Texts(this, () => this.view, costsTexts);

  override render() {
    const text = this.#text;
    return html`<ui-dialog open size="small" heading=${text.of('budgetOf', { name: this.name })} @close=${this.#done}>
      <p>${text.of('budgetText')}</p>
      ${this.problem === undefined ? nothing : html`<ui-alert kind="danger">${this.problem.in(text.locale)}</ui-alert>`}
      <form @submit=${this.#submit}>
        ${bounds.map(([name, min, max]) => html`<ui-field label=${text.of(`bound.${name}`)}><ui-input name=${name} type="number" required min=${min} max=${max} .value=${String(this.budget[name])}></ui-input></ui-field>`)}
        <div class="last">
          <ui-button @click=${() => this.#set(undefined)}>${text.of('usual')}</ui-button>
          <span class="pair">
            <ui-button kind="line" @click=${this.#done}>${text.of('cancel')}</ui-button>
            <ui-button kind="solid" type="submit">${text.of('save')}</ui-button>
          </span>
        </div>
      </form>
    </ui-dialog>`;
  }

  readonly #submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const number = (name: keyof ExtensionBudget) => Number(form.get(name));
    void this.#set({
      cpuPercent: number('cpuPercent'),
      memoryMegabytes: number('memoryMegabytes'),
      eventsPerSecond: number('eventsPerSecond'),
      networkMegabytesPerMinute: number('networkMegabytesPerMinute'),
      storageMegabytes: number('storageMegabytes'),
    });
  };

  readonly #done = (): void => {
    this.dispatchEvent(new Event('done'));
  };

  async #set(budget: ExtensionBudget | undefined): Promise<void> {
    try {
      await this.view.connect(KernelChannel).call('setBudget', { id: this.extensionId, ...(budget && { budget }) });
      this.#done();
    } catch (error) {
      this.problem = error as AppError;
    }
  }
}
