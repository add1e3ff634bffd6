import { AppError } from '@atelier/kernel';
import { Contributed, Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type CommandKeys, SettingsChannel } from '../../contract/index.ts';
import { chordOf, conflictsOf, currentKeys, reassigned } from '../model/chords.ts';
import { texts } from '../texts.ts';
import { partStyles } from './part-styles.ts';

const onMac = /mac|iphone|ipad/i.test(navigator.platform);

/** The change of one command's keys: waiting for a key press, or showing a conflict. */
interface Capture {
  readonly command: string;
  readonly chord?: string;
  readonly conflicts?: readonly string[];
  readonly isInvalid?: boolean;
}

/** The list of commands with their keys, which can be changed. */
export class SettingsShortcuts extends LitElement {
  static override styles = [
    partStyles,
    css`
      .head { display: flex; gap: 8px; margin-block-end: 12px; }
      .head ui-search { flex: 1; }
      .row { display: grid; grid-template-columns: minmax(0, 1fr) auto 84px; padding-block: 6px; padding-inline-end: 4px; min-height: 44px; }
      .row[data-asked] { background: var(--accent-soft); box-shadow: inset 3px 0 0 var(--accent); }
      .title { font-weight: 400; }
      .keys { display: flex; flex-wrap: wrap; align-items: center; justify-content: end; gap: 6px; }
      .none { font: var(--t-12); color: var(--text-3); }
      .mark { font: var(--t-11); color: var(--text-3); }
      .capture { min-inline-size: 200px; padding: 4px 10px; border: 1px solid var(--focus); border-radius: var(--r-6); background: var(--surface); font: var(--t-12); color: var(--text-2); text-align: center; outline: 2px solid var(--focus); outline-offset: 1px; }
      .problem { grid-column: 1 / -1; display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; font: var(--t-12); color: var(--danger-text); --icon-size: 14px; }
      .problem span { flex: 1 1 240px; text-wrap: pretty; }
      .acts { flex-wrap: nowrap; gap: 0; justify-content: start; }
      @container (max-width: 520px) {
        .row { grid-template-columns: minmax(0, 1fr) 84px; }
        .keys { grid-row: 2; justify-content: start; }
        .acts { grid-area: 1 / 2 / 3; }
      }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  /** The command that the search led to. */
  @property({ attribute: false }) requested: string | undefined;
  @state() private filter = '';
  @state() private capture: Capture | undefined;
  @state() private problem: AppError | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #keys = new Query(this, () => this.view, SettingsChannel, 'readKeys', { params: () => ({}), refreshOn: 'keysChanged' });
  readonly #commands = new Contributed<{ id: string; title: string }>(this, () => this.view, '@atelier/kernel:commands@1');
  #revealed: string | undefined;
  /** The capture whose control has been focused. */
  #focused: Capture | undefined;

  override updated(): void {
    const { capture } = this;
    if (capture !== undefined && capture !== this.#focused) {
      this.renderRoot.querySelector<HTMLElement>(capture.conflicts === undefined ? '.capture' : '.problem ui-button')?.focus();
    }
    this.#focused = capture;
    if (this.requested === this.#revealed) return;
    const row = this.renderRoot.querySelector<HTMLElement>('[data-asked]');
    if (row === null) return;
    this.#revealed = this.requested;
    row.scrollIntoView({ block: 'center' });
    row.querySelector<HTMLElement>('ui-icon-button')?.focus({ preventScroll: true });
  }

  override render() {
    const text = this.#text;
    const { state } = this.#keys;
    if (state.status === 'failed') return html`<ui-alert kind="warn">${state.error.in(text.locale)}</ui-alert>`;
    if (state.status === 'pending' || this.#commands.state.status !== 'ready') return html`<ui-skeleton></ui-skeleton>`;
    const titles = this.#titles;
    const wanted = this.filter.trim().toLowerCase();
    const all = state.value;
    const shown = all
      .map(one => ({ one, title: titles.get(one.command) ?? one.command }))
      .filter(({ one, title }) => wanted === '' || `${title} ${currentKeys(one).join(' ')}`.toLowerCase().includes(wanted))
      .toSorted((a, b) => a.title.localeCompare(b.title, text.locale));
    const isChanged = all.some(({ chosen }) => chosen !== undefined);
    return html`
      <div class="head">
        <ui-search label=${text.of('filterKeys')} placeholder=${text.of('filterKeys')} .value=${this.filter} @input=${this.#onInput}></ui-search>
        <ui-button kind="line" icon="rotate-ccw" ?disabled=${!isChanged} @click=${() => this.#resetAll(all)}>${text.of('resetKeys')}</ui-button>
      </div>
      ${this.problem === undefined ? nothing : html`<ui-alert kind="danger">${this.problem.in(text.locale)}</ui-alert>`}
      ${shown.length === 0 ? html`<p role="status">${text.of('noKeysFound')}</p>` : html`<div class="card">${shown.map(({ one, title }) => this.#row(all, one, title))}</div>`}
    `;
  }

  get #titles(): ReadonlyMap<string, string> {
    return new Map(this.#commands.items.map(({ value }) => [value.id, value.title]));
  }

  #row(all: readonly CommandKeys[], one: CommandKeys, title: string) {
    const { capture } = this;
    const text = this.#text;
    const keys = currentKeys(one);
    const isHere = capture?.command === one.command;
    const duplicates = keys.flatMap(key => conflictsOf(all, one.command, key));
    return html`
      <div class="row" ?data-asked=${this.requested === one.command} data-command=${one.command}>
        <div class="words"><div class="title">${title}</div>${one.chosen === undefined ? nothing : html`<div class="mark">${text.of('usualKeys', { keys: one.usual.join(', ') || text.of('noKeys') })}</div>`}</div>
        <div class="keys">
          ${
            isHere && capture.conflicts === undefined
              ? html`<div class="capture" tabindex="0" role="textbox" aria-readonly="true" data-takes-keys aria-label=${text.of('pressKeysFor', { title })} @keydown=${this.#onKey} @blur=${this.#onBlur}>${text.of('pressKeys')}</div>`
              : keys.length === 0
                ? html`<span class="none">${text.of('noKeys')}</span>`
                : keys.map(key => html`<ui-kbd keys=${key}></ui-kbd>`)
          }
        </div>
        <div class="acts">
          <ui-icon-button icon="pencil" label=${text.of('changeKeys', { title })} @click=${() => this.#startCapture(one.command)}></ui-icon-button>
          ${keys.length === 0 ? nothing : html`<ui-icon-button icon="x" label=${text.of('removeKeys', { title })} @click=${() => this.#save([{ command: one.command, keys: [] }])}></ui-icon-button>`}
          ${one.chosen === undefined ? nothing : html`<ui-icon-button icon="rotate-ccw" label=${text.of('reset', { title })} @click=${() => this.#save([{ command: one.command }])}></ui-icon-button>`}
        </div>
        ${this.#problemOf(all, one.command, isHere ? capture : undefined, duplicates)}
      </div>
    `;
  }

  /** The problem with a command's keys, or with the keys that were pressed. */
  #problemOf(all: readonly CommandKeys[], command: string, capture: Capture | undefined, duplicates: readonly string[]) {
    const text = this.#text;
    const named = (commands: readonly string[]) =>
      commands.map(one => text.of('quoted', { title: this.#titles.get(one) ?? one })).join(', ');
    const mark = html`<ui-icon name="circle-alert"></ui-icon>`;
    if (capture?.isInvalid === true) return html`<div class="problem" role="alert">${mark}<span>${text.of('keysUnfit')}</span></div>`;
    const { chord, conflicts } = capture ?? {};
    if (chord !== undefined && conflicts !== undefined) {
      return html`<div class="problem" role="alert">
        ${mark}<span><ui-kbd keys=${chord}></ui-kbd> ${text.of('keysTaken', { titles: named(conflicts) })}</span>
        <ui-button size="24" kind="line" @click=${() => this.#save(reassigned(all, command, chord))}>${text.of('takeKeys')}</ui-button>
        <ui-button size="24" kind="line" @click=${this.#cancel}>${text.of('leaveKeys')}</ui-button>
      </div>`;
    }
    return duplicates.length === 0
      ? nothing
      : html`<div class="problem">${mark}<span>${text.of('keysDouble', { titles: named(duplicates) })}</span></div>`;
  }

  #onInput(event: Event): void {
    this.filter = (event.target as HTMLElement & { value: string }).value;
  }

  #startCapture(command: string): void {
    this.problem = undefined;
    this.capture = { command };
  }

  /** Removing the capture element blurs it too, when a conflict is shown instead of it. */
  readonly #onBlur = (): void => {
    if (this.capture?.conflicts === undefined) this.#cancel();
  };

  readonly #cancel = (): void => {
    this.capture = undefined;
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const { capture } = this;
    const { state } = this.#keys;
    if (capture === undefined || state.status !== 'ready' || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return this.#cancel();
    const { command } = capture;
    const chord = chordOf(event, onMac);
    if (chord === 'incomplete') return;
    if (chord === 'invalid') {
      this.capture = { command, isInvalid: true };
      return;
    }
    const conflicts = conflictsOf(state.value, command, chord);
    if (conflicts.length > 0) this.capture = { command, chord, conflicts };
    else this.#save([{ command, keys: [chord] }]);
  };

  #resetAll(all: readonly CommandKeys[]): void {
    this.#save(all.filter(({ chosen }) => chosen !== undefined).map(({ command }) => ({ command })));
  }

  #save(changes: { command: string; keys?: string[] }[]): void {
    this.capture = undefined;
    this.view
      .connect(SettingsChannel)
      .call('saveKeys', changes)
      .catch((error: unknown) => {
        this.problem = error instanceof AppError ? error : AppError.fromRecord({ code: 'settings/failed', message: String(error) });
      });
  }
}
