import { AppError, KernelChannel } from '@atelier/kernel';
import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type CommandKeys, SettingsChannel } from '../../contract/index.ts';
import { chordOf, conflictsOf, keysNow, taken } from '../model/chords.ts';
import { texts } from '../texts.ts';
import { partStyles } from './part-styles.ts';

const onMac = /mac|iphone|ipad/i.test(navigator.platform);

/** What is being done to one command: its keys are listened for, or they are another's already. */
interface Capturing {
  readonly command: string;
  readonly chord?: string;
  readonly conflicts?: readonly string[];
  readonly isUnfit?: boolean;
}

/** Every command with its keys, which one may change. */
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
  /** The command that was searched for. */
  @property({ attribute: false }) asked: string | undefined;
  @state() private filter = '';
  @state() private capturing: Capturing | undefined;
  @state() private problem: AppError | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #keys = new Query(this, () => this.view, SettingsChannel, 'readKeys', { params: () => ({}), refreshOn: 'keysChanged' });
  readonly #commands = new Query(this, () => this.view, KernelChannel, 'listContributions', {
    params: () => ({ point: '@atelier/kernel:commands@1' }),
    refreshOn: 'contributionsChanged',
  });
  #reached: string | undefined;
  /** What the focus was last given to. */
  #focused: Capturing | undefined;

  override updated(): void {
    const { capturing } = this;
    if (capturing !== undefined && capturing !== this.#focused) {
      this.renderRoot.querySelector<HTMLElement>(capturing.conflicts === undefined ? '.capture' : '.problem ui-button')?.focus();
    }
    this.#focused = capturing;
    if (this.asked === this.#reached) return;
    const row = this.renderRoot.querySelector<HTMLElement>('[data-asked]');
    if (row === null) return;
    this.#reached = this.asked;
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
      .filter(({ one, title }) => wanted === '' || `${title} ${keysNow(one).join(' ')}`.toLowerCase().includes(wanted))
      .toSorted((a, b) => a.title.localeCompare(b.title, text.locale));
    const isChanged = all.some(({ chosen }) => chosen !== undefined);
    return html`
      <div class="head">
        <ui-search label=${text.of('filterKeys')} placeholder=${text.of('filterKeys')} .value=${this.filter} @input=${this.#type}></ui-search>
        <ui-button kind="line" icon="rotate-ccw" ?disabled=${!isChanged} @click=${() => this.#resetAll(all)}>${text.of('resetKeys')}</ui-button>
      </div>
      ${this.problem === undefined ? nothing : html`<ui-alert kind="danger">${this.problem.in(text.locale)}</ui-alert>`}
      ${shown.length === 0 ? html`<p role="status">${text.of('noKeysFound')}</p>` : html`<div class="card">${shown.map(({ one, title }) => this.#row(all, one, title))}</div>`}
    `;
  }

  get #titles(): ReadonlyMap<string, string> {
    const { state } = this.#commands;
    const all = state.status === 'ready' ? (state.value as unknown as { value: { id: string; title: string } }[]) : [];
    return new Map(all.map(({ value }) => [value.id, value.title]));
  }

  #row(all: readonly CommandKeys[], one: CommandKeys, title: string) {
    const { capturing } = this;
    const text = this.#text;
    const keys = keysNow(one);
    const isHere = capturing?.command === one.command;
    const double = keys.flatMap(key => conflictsOf(all, one.command, key));
    return html`
      <div class="row" ?data-asked=${this.asked === one.command} data-command=${one.command}>
        <div class="words"><div class="title">${title}</div>${one.chosen === undefined ? nothing : html`<div class="mark">${text.of('usualKeys', { keys: one.usual.join(', ') || text.of('noKeys') })}</div>`}</div>
        <div class="keys">
          ${
            isHere && capturing.conflicts === undefined
              ? html`<div class="capture" tabindex="0" role="textbox" aria-readonly="true" data-takes-keys aria-label=${text.of('pressKeysFor', { title })} @keydown=${this.#pressed} @blur=${this.#left}>${text.of('pressKeys')}</div>`
              : keys.length === 0
                ? html`<span class="none">${text.of('noKeys')}</span>`
                : keys.map(key => html`<ui-kbd keys=${key}></ui-kbd>`)
          }
        </div>
        <div class="acts">
          <ui-icon-button icon="pencil" label=${text.of('changeKeys', { title })} @click=${() => this.#begin(one.command)}></ui-icon-button>
          ${keys.length === 0 ? nothing : html`<ui-icon-button icon="x" label=${text.of('removeKeys', { title })} @click=${() => this.#save([{ command: one.command, keys: [] }])}></ui-icon-button>`}
          ${one.chosen === undefined ? nothing : html`<ui-icon-button icon="rotate-ccw" label=${text.of('reset', { title })} @click=${() => this.#save([{ command: one.command }])}></ui-icon-button>`}
        </div>
        ${this.#said(all, one.command, isHere ? capturing : undefined, double)}
      </div>
    `;
  }

  /** What is wrong with the keys of one command, or would be. */
  #said(all: readonly CommandKeys[], command: string, capturing: Capturing | undefined, double: readonly string[]) {
    const text = this.#text;
    const named = (commands: readonly string[]) =>
      commands.map(one => text.of('quoted', { title: this.#titles.get(one) ?? one })).join(', ');
    const mark = html`<ui-icon name="circle-alert"></ui-icon>`;
    if (capturing?.isUnfit === true) return html`<div class="problem" role="alert">${mark}<span>${text.of('keysUnfit')}</span></div>`;
    const { chord, conflicts } = capturing ?? {};
    if (chord !== undefined && conflicts !== undefined) {
      return html`<div class="problem" role="alert">
        ${mark}<span>${text.of('keysTaken', { keys: chord.replace('Mod', onMac ? '⌘' : 'Ctrl'), titles: named(conflicts) })}</span>
        <ui-button size="24" kind="line" @click=${() => this.#save(taken(all, command, chord))}>${text.of('takeKeys')}</ui-button>
        <ui-button size="24" kind="line" @click=${this.#cancel}>${text.of('leaveKeys')}</ui-button>
      </div>`;
    }
    return double.length === 0
      ? nothing
      : html`<div class="problem">${mark}<span>${text.of('keysDouble', { titles: named(double) })}</span></div>`;
  }

  #type(event: Event): void {
    this.filter = (event.target as HTMLElement & { value: string }).value;
  }

  #begin(command: string): void {
    this.problem = undefined;
    this.capturing = { command };
  }

  /** An element that is taken out loses the focus too; then there is something else to say about the keys. */
  readonly #left = (): void => {
    if (this.capturing?.conflicts === undefined) this.#cancel();
  };

  readonly #cancel = (): void => {
    this.capturing = undefined;
  };

  readonly #pressed = (event: KeyboardEvent): void => {
    const { capturing } = this;
    const { state } = this.#keys;
    if (capturing === undefined || state.status !== 'ready' || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return this.#cancel();
    const { command } = capturing;
    const chord = chordOf(event, onMac);
    if (chord === 'waiting') return;
    if (chord === 'unfit') {
      this.capturing = { command, isUnfit: true };
      return;
    }
    const conflicts = conflictsOf(state.value, command, chord);
    if (conflicts.length > 0) this.capturing = { command, chord, conflicts };
    else this.#save([{ command, keys: [chord] }]);
  };

  #resetAll(all: readonly CommandKeys[]): void {
    this.#save(all.filter(({ chosen }) => chosen !== undefined).map(({ command }) => ({ command })));
  }

  #save(changes: { command: string; keys?: string[] }[]): void {
    this.capturing = undefined;
    this.view
      .connect(SettingsChannel)
      .call('saveKeys', changes)
      .catch((error: unknown) => {
        this.problem = error instanceof AppError ? error : AppError.fromRecord({ code: 'settings/failed', message: String(error) });
      });
  }
}
