import { AppError, type Handle } from '@atelier/kernel';
import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { SettingValue } from '../contract/index.ts';
import type { Setting } from './model/setting.ts';
import type { Values } from './model/values.ts';
import { texts } from './texts.ts';

type Control = HTMLElement & { readonly value: string; readonly checked?: boolean };

/** One setting: its title, its default value once another one is chosen, its control, and what is wrong with its value. */
export class SettingsField extends LitElement {
  static override styles = css`
    *, *::before, *::after { box-sizing: border-box; }
    :host { display: block; }
    .field { display: grid; grid-template-columns: minmax(0, 1fr) 28px auto; align-items: center; gap: 4px 12px; }
    .words { min-width: 0; }
    .title { font: 600 13px/20px var(--font); overflow-wrap: anywhere; }
    .about, .usual { font: var(--t-12); color: var(--text-2); text-wrap: pretty; overflow-wrap: anywhere; }
    .usual { display: inline-block; color: var(--text-3); }
    .control { grid-column: 3; grid-row: 1; justify-self: end; min-width: 0; }
    .control ui-select { min-inline-size: 160px; }
    .control ui-input { inline-size: 220px; }
    .control ui-input[type="number"] { inline-size: 96px; }
    .reset { grid-column: 2; grid-row: 1; visibility: hidden; }
    .reset[data-changed] { visibility: visible; }
    .tall .control { grid-column: 1 / -1; grid-row: 2; justify-self: stretch; inline-size: 100%; }
    .tall .reset { grid-column: 3; grid-row: 1; align-self: start; }
    .secret { display: flex; gap: 6px; }
    .problem { grid-column: 1 / -1; display: flex; flex-wrap: wrap; align-items: center; gap: 2px 8px; font: var(--t-12); color: var(--danger-text); --icon-size: 14px; }
    .problem > span { flex: 1 1 240px; min-width: 0; overflow-wrap: anywhere; text-wrap: pretty; }
    .problem ui-icon { color: var(--danger); }
    @container (max-width: 520px) {
      .wide .control { grid-column: 1 / -1; grid-row: 2; justify-self: stretch; }
      .control ui-input:not([type="number"]) { inline-size: 100%; }
      .wide .reset { grid-column: 3; grid-row: 1; align-self: start; }
    }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) setting!: Setting;
  @property({ attribute: false }) values!: Values;
  @state() private secretProblem: AppError | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  #subscription: Handle | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#subscription = this.values.subscribe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    void this.#subscription?.dispose();
  }

  /** Resolves when its control can be focused. */
  get controlReady(): Promise<unknown> {
    return this.updateComplete.then(() => (this.renderRoot.querySelector('.control > *') as LitElement | null)?.updateComplete);
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('.control > *')?.focus(options);
  }

  override render() {
    const { setting, values } = this;
    const { kind, title, about, defaultValue } = setting;
    const shape = kind === 'text' ? 'tall' : kind === 'boolean' ? '' : 'wide';
    const isChanged = kind !== 'secret' && (values.current(setting) !== defaultValue || values.invalidValue(setting) !== undefined);
    const reset = this.#text.of('reset', { title });
    return html`
      <div class="field ${shape}">
        <div class="words">
          <div class="title">${title}</div>
          <div class="about">${about} ${isChanged ? this.#default() : nothing}</div>
        </div>
        <span class="reset" ?data-changed=${isChanged}>
          ${kind === 'secret' ? nothing : html`<ui-icon-button icon="rotate-ccw" label=${reset} @click=${() => values.change(setting, undefined)}></ui-icon-button>`}
        </span>
        <div class="control">${this.#control()}</div>
        <div class="problem" role="alert" ?hidden=${this.#problem === undefined}>${this.#message()}</div>
      </div>
    `;
  }

  #default() {
    const { kind, defaultValue, choices } = this.setting;
    if (kind === 'secret' || defaultValue === '') return nothing;
    const name =
      kind === 'boolean' ? this.#text.of(defaultValue === true ? 'on' : 'off') : choices.find(({ value }) => value === defaultValue)?.title;
    return html`<span class="usual">${this.#text.of('usual', { value: name ?? String(defaultValue) })}</span>`;
  }

  #control() {
    const { setting, values } = this;
    const { kind, title, about, choices, isSegmented, field } = setting;
    const value = values.displayed(setting);
    const invalid = this.#problem !== undefined;
    const change = (event: Event) => this.#change(event.currentTarget as Control);
    if (kind === 'boolean') {
      return html`<ui-switch label=${title} .description=${about} .invalid=${invalid} .checked=${value === true} @change=${change}></ui-switch>`;
    }
    if (kind === 'choice') {
      const options = choices.map(choice => ({ value: choice.value, label: choice.title }));
      return isSegmented
        ? html`<ui-segmented label=${title} .description=${about} .options=${options} .value=${String(value)} @change=${change}></ui-segmented>`
        : html`<ui-select label=${title} .description=${about} .invalid=${invalid} .options=${options} .value=${String(value)} @change=${change}></ui-select>`;
    }
    if (kind === 'text') {
      return html`<ui-textarea label=${title} .description=${about} .invalid=${invalid} rows="6" max-rows="18" maxlength=${field.maxLength ?? 20_000} placeholder=${field.placeholder ?? ''} .value=${String(value)} @input=${change}></ui-textarea>`;
    }
    if (kind === 'secret') return this.#secret();
    const { minimum, maximum, whole = false } = field;
    return html`<ui-input
      label=${title}
      type=${kind === 'number' ? 'number' : 'text'}
      .description=${about}
      .invalid=${invalid}
      .min=${minimum?.toString()}
      .max=${maximum?.toString()}
      .step=${kind === 'number' && !whole ? 'any' : undefined}
      placeholder=${field.placeholder ?? ''}
      .value=${String(value)}
      @input=${change}
    ></ui-input>`;
  }

  /** A secret can be set, replaced and removed, and is never shown. */
  #secret() {
    const { setting, values } = this;
    const exists = values.hasSecret(setting);
    return html`
      <form class="secret" @submit=${this.#submitSecret}>
        <ui-input name="text" type="password" autocomplete="off" label=${setting.title} .invalid=${this.secretProblem !== undefined} placeholder=${exists ? this.#text.of('secretKept') : (setting.field.placeholder ?? '')}></ui-input>
        <ui-button kind="line" type="submit">${this.#text.of(exists ? 'secretReplace' : 'secretKeep')}</ui-button>
        ${exists ? html`<ui-icon-button icon="trash-2" label=${this.#text.of('secretRemove', { title: setting.title })} @click=${() => this.#sendSecret(undefined)}></ui-icon-button>` : nothing}
      </form>
    `;
  }

  get #problem(): AppError | 'invalid' | 'storedInvalid' | undefined {
    const { setting, values } = this;
    return this.secretProblem ?? values.problemOf(setting) ?? (values.invalidValue(setting) === undefined ? undefined : 'storedInvalid');
  }

  #message() {
    const { setting, values } = this;
    const problem = this.#problem;
    if (problem === undefined) return nothing;
    const isConflict = problem instanceof AppError && problem.code === 'settings/changed-meanwhile';
    return html`
      <ui-icon name="circle-alert"></ui-icon><span>${this.#sentence(problem)}</span>
      ${problem === 'storedInvalid' ? html`<ui-button size="24" kind="line" @click=${() => values.change(setting, undefined)}>${this.#text.of('useUsual')}</ui-button>` : nothing}
      ${
        isConflict
          ? html`<ui-button size="24" kind="line" @click=${() => values.overwrite(setting)}>${this.#text.of('keepMine')}</ui-button>
            <ui-button size="24" kind="line" @click=${() => values.discard(setting)}>${this.#text.of('takeTheirs')}</ui-button>`
          : nothing
      }
    `;
  }

  #sentence(problem: AppError | 'invalid' | 'storedInvalid'): string {
    if (problem instanceof AppError) return problem.in(this.#text.locale);
    const { setting, values } = this;
    if (problem === 'storedInvalid') return this.#text.of('keptUnfit', { value: values.invalidValue(setting) ?? '' });
    const { minimum, maximum, maxLength = 1000 } = setting.field;
    if (setting.kind !== 'number') return this.#text.of('tooLong', { most: maxLength });
    if (minimum !== undefined && maximum !== undefined) return this.#text.of('notBetween', { minimum, maximum });
    return this.#text.of('noNumber');
  }

  #change(control: Control): void {
    const { kind } = this.setting;
    const value: SettingValue =
      kind === 'boolean'
        ? control.checked === true
        : kind === 'number'
          ? control.value.trim() === ''
            ? Number.NaN
            : Number(control.value)
          : control.value;
    this.values.change(this.setting, value);
  }

  readonly #submitSecret = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const text = new FormData(form).get('text');
    if (typeof text === 'string' && text !== '') void this.#sendSecret(text).then(isSaved => isSaved && form.reset());
  };

  async #sendSecret(text: string | undefined): Promise<boolean> {
    this.secretProblem = undefined;
    try {
      await this.values.saveSecret(this.setting, text);
      return true;
    } catch (error) {
      this.secretProblem = error instanceof AppError ? error : AppError.fromRecord({ code: 'settings/failed', message: String(error) });
      return false;
    }
  }
}
