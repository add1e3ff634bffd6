import { toast } from '@atelier/kernel/kit';
import { numberText, Query, Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { MemoryChannel, type MemoryRecord, type Selection, type Stats } from '../../contract/index.ts';
import type { Forgotten } from '../dialogs/memory-forget.ts';
import type { FormFor } from '../dialogs/memory-form.ts';
import type { MemoryRecords } from '../records/memory-records.ts';
import { Projects } from '../records/project-names.ts';
import { texts } from '../texts.ts';
import { captureText } from '../upkeep/memory-capture.ts';
import { dayOf, failureOf } from '../words.ts';
import { saveFile } from './save-file.ts';

const tabs = ['records', 'waiting', 'timeline', 'instructions', 'forgotten'] as const;
type Tab = (typeof tabs)[number];
type Dialog =
  | { readonly what: FormFor; readonly memory?: MemoryRecord; readonly reviewed?: boolean }
  | { readonly what: 'forget'; readonly first?: Pick<Selection, 'conversation' | 'topic'> }
  | { readonly what: 'import' }
  | { readonly what: 'capture' };

/** The browser of memories: records, timeline, instructions of projects, what was forgotten, and the dialogs that change them. */
export class MemoryBrowser extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: flex; flex-direction: column; height: 100%; min-height: 0; font: var(--t-13); color: var(--text); }
    .body { flex: 1; min-height: 0; }
    .body > * { height: 100%; }
    .problem { height: auto; padding: 20px; }
    .nothing { display: grid; place-items: center; }
    .capture { display: flex; align-items: center; gap: 8px; width: 100%; min-height: 36px; padding: 6px 12px; border: 0; border-block-start: 1px solid var(--line); background: none; color: var(--text-2); font: var(--t-12); text-align: start; cursor: pointer; --icon-size: 14px; }
    .capture span { flex: 1; min-width: 0; }
    .capture:hover { background: var(--hover); color: var(--text); }
    .capture:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
    .narrow { display: none; }
    @media (max-width: 719px) {
      ui-header > ui-button { display: none; }
      .narrow { display: revert; }
      ui-tabs::part(tabs) { gap: 5px; justify-content: space-between; }
    }
    @media (max-width: 560px) { ui-tabs { flex: 1 0 100%; } }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @state() private tab: Tab = 'records';
  @state() private dialog: Dialog | undefined;
  @state() private shown: string | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #params = new Slice(this, () => this.view, 'params');
  readonly #stats = new Query(this, () => this.view, MemoryChannel, 'stats', { params: () => ({}), refreshOn: 'memoriesChanged' });
  readonly #proposals = new Query(this, () => this.view, MemoryChannel, 'proposals', {
    params: () => ({ limit: 1 }),
    refreshOn: 'proposalsChanged',
  });
  readonly #capture = new Query(this, () => this.view, MemoryChannel, 'capture', { params: () => ({}), refreshOn: 'captureChanged' });
  readonly #projects = new Projects(this, () => this.view);
  /** There the tabs have a row of their own, with room for the count of the shown one. */
  readonly #tight = matchMedia('(max-width: 560px)');
  #asked = '';

  override connectedCallback(): void {
    super.connectedCallback();
    this.#tight.addEventListener('change', this.#resized);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#tight.removeEventListener('change', this.#resized);
  }

  override willUpdate(_changed: PropertyValues<this>): void {
    const asked = JSON.stringify(this.#params.value ?? {});
    if (asked === this.#asked) return;
    this.#asked = asked;
    const { memory, add, forget } = (this.#params.value ?? {}) as { memory?: string; add?: unknown; forget?: string };
    if (memory !== undefined) {
      this.tab = 'records';
      this.shown = memory;
    }
    if (add !== undefined) this.dialog = { what: 'add' };
    if (forget !== undefined) this.dialog = { what: 'forget', first: { conversation: forget } };
  }

  override render() {
    const text = this.#text;
    const { state } = this.#stats;
    const { state: proposals } = this.#proposals;
    const stats = state.status === 'ready' ? state.value : undefined;
    const count = (of: number | undefined) => (of === undefined ? {} : { count: numberText(text.locale, of) });
    const counts: Partial<Record<Tab, number | undefined>> = {
      records: stats?.active,
      waiting: (proposals.status === 'ready' && proposals.value.total) || undefined,
      instructions: this.#projects.all.length || undefined,
      forgotten: stats?.deleted || undefined,
    };
    return html`
      <ui-header heading=${text.of('name')}>
        <ui-tabs bare label=${text.of('parts')} .tabs=${tabs.map(id => ({ id, label: text.of(id), ...count(this.#tight.matches && id !== this.tab ? undefined : counts[id]) }))} .selected=${this.tab} @change=${this.#choose}></ui-tabs>
        <ui-button slot="actions" kind="line" icon="file-input" @click=${() => this.#ask({ what: 'import' })}>${text.of('import')}</ui-button>
        <ui-button slot="actions" kind="line" icon="plus" @click=${() => this.#ask({ what: 'add' })}>${text.of('add')}</ui-button>
        ${this.#menu(stats)}
      </ui-header>
      <div class="body" @ask=${(event: CustomEvent<Dialog>) => this.#ask(event.detail)}>${
        state.status === 'failed'
          ? html`<div class="problem"><ui-alert kind="danger">${state.message}<ui-button slot="actions" size="24" @click=${() => this.#stats.refresh()}>${text.of('tryAgain')}</ui-button></ui-alert></div>`
          : this.#part(stats)
      }</div>
      ${this.#dialogs()}
    `;
  }

  #part(stats: Stats | undefined) {
    const text = this.#text;
    const { names, all } = this.#projects;
    const { view } = this;
    if (stats === undefined) return html`<div class="nothing"><ui-progress label=${text.of('loading')}></ui-progress></div>`;
    if (this.tab === 'instructions') return html`<memory-instructions .view=${view} .projects=${all}></memory-instructions>`;
    if (this.tab === 'waiting') return html`<memory-waiting .view=${view}></memory-waiting>`;
    if (this.tab === 'forgotten') return html`<memory-forgotten .view=${view} .count=${stats.deleted}></memory-forgotten>`;
    const isEmpty = stats.active + stats.superseded + stats.deleted === 0;
    if (isEmpty)
      return html`<ui-empty icon="brain" text=${`${text.of('empty')}${this.#held()}`}><ui-button kind="accent" icon="plus" @click=${() => this.#ask({ what: 'add' })}>${text.of('addFirst')}</ui-button></ui-empty>`;
    if (this.tab === 'timeline')
      return html`<memory-timeline .view=${view} .names=${names} @show=${(event: CustomEvent<string>) => this.#show(event.detail)}></memory-timeline>`;
    return html`<memory-records .view=${view} .names=${names} .total=${stats.active} .shown=${this.shown}>
      <memory-review slot="below" .view=${view}></memory-review>
      ${this.#captureLine()}
    </memory-records>`;
  }

  /** Why nothing is captured, where it is not. */
  #held(): string {
    const { state } = this.#capture;
    return state.status === 'ready' && state.value.hold !== undefined ? ` ${captureText(this.#text, state.value)}` : '';
  }

  /** How capture stands, always in sight: what waits is never a secret. */
  #captureLine() {
    const { state } = this.#capture;
    if (state.status !== 'ready') return nothing;
    const text = this.#text;
    return html`<button slot="below" class="capture" @click=${() => this.#ask({ what: 'capture' })}>
      <ui-icon name=${state.value.hold === undefined ? 'brain' : 'pause'}></ui-icon><span>${captureText(text, state.value)}</span><ui-icon name="chevron-right"></ui-icon>
    </button>`;
  }

  #menu(stats: Stats | undefined) {
    const text = this.#text;
    const isEmpty = stats === undefined || stats.active + stats.superseded === 0;
    const item = (icon: string, label: string, run: () => void, disabled = false, kind = '') =>
      html`<ui-menu-item class=${kind} icon=${icon} ?disabled=${disabled} @ui-select=${run}>${label}</ui-menu-item>`;
    return html`<ui-menu slot="actions" end label=${text.of('more')}>
      <ui-icon-button slot="trigger" icon="ellipsis" label=${text.of('more')}></ui-icon-button>
      ${item('plus', text.of('add'), () => this.#ask({ what: 'add' }), false, 'narrow')}
      ${item('file-input', text.of('import'), () => this.#ask({ what: 'import' }), false, 'narrow')}
      ${item('download', text.of('exportJson'), () => void this.#export('json'), isEmpty)}
      ${item('file-text', text.of('exportMarkdown'), () => void this.#export('markdown'), isEmpty)}
      <hr />
      ${item('brain', text.of('captureTitle'), () => this.#ask({ what: 'capture' }))}
      ${item('trash-2', text.of('forgetSeveral'), () => this.#ask({ what: 'forget' }), isEmpty)}
    </ui-menu>`;
  }

  #dialogs() {
    const text = this.#text;
    const { dialog, view } = this;
    const { names } = this.#projects;
    const close = () => this.#ask(undefined);
    const isForm = dialog !== undefined && dialog.what !== 'forget' && dialog.what !== 'import' && dialog.what !== 'capture';
    return html`
      <ui-dialog heading=${isForm ? text.of(`title.${dialog.what}`) : ''} ?open=${isForm} @close=${close}>${
        isForm
          ? html`<memory-form autofocus .view=${view} for=${dialog.what} .names=${names} .memory=${dialog.memory} @done=${this.#saved}></memory-form>`
          : nothing
      }</ui-dialog>
      <ui-dialog heading=${text.of('forgetSeveral')} ?open=${dialog?.what === 'forget'} @close=${close}>${
        dialog?.what === 'forget'
          ? html`<memory-forget autofocus .view=${view} .first=${dialog.first ?? {}} @done=${this.#forgot}></memory-forget>`
          : nothing
      }</ui-dialog>
      <ui-dialog heading=${text.of('importTitle')} ?open=${dialog?.what === 'import'} @close=${close}>${
        dialog?.what === 'import' ? html`<memory-import autofocus .view=${view} @done=${close}></memory-import>` : nothing
      }</ui-dialog>
      <ui-dialog heading=${text.of('captureTitle')} ?open=${dialog?.what === 'capture'} @close=${close}>${
        dialog?.what === 'capture' ? html`<memory-capture .view=${view}></memory-capture>` : nothing
      }</ui-dialog>
    `;
  }

  #ask(dialog: Dialog | undefined): void {
    this.dialog = dialog;
  }

  #show(id: string): void {
    this.tab = 'records';
    this.shown = undefined;
    // The same one may be asked for again.
    void this.updateComplete.then(() => {
      this.shown = id;
    });
  }

  readonly #resized = (): void => this.requestUpdate();

  readonly #choose = (event: Event): void => {
    this.tab = (event.currentTarget as HTMLElement & { selected: Tab }).selected;
    this.shown = undefined;
  };

  readonly #saved = (event: CustomEvent<MemoryRecord | null>): void => {
    const { dialog } = this;
    this.dialog = undefined;
    if (dialog !== undefined && 'reviewed' in dialog && dialog.reviewed === true) {
      if (event.detail !== null) void this.#try(() => this.view.connect(MemoryChannel).call('keep', { ids: [event.detail?.id ?? ''] }));
      return;
    }
    if (event.detail !== null) this.#show(event.detail.id);
  };

  readonly #forgot = (event: CustomEvent<Forgotten | null>): void => {
    this.dialog = undefined;
    const { detail } = event;
    if (detail === null) return;
    const records = this.renderRoot.querySelector<MemoryRecords>('memory-records');
    if (records !== null) return records.forgot({ ...detail, at: Date.now() });
    const text = this.#text;
    toast({
      text: text.count('gone', detail.count),
      action: {
        label: text.of('undo'),
        run: () => void this.#try(() => this.view.connect(MemoryChannel).call('undo', { change: detail.change })),
      },
    });
  };

  async #try(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      toast({ text: failureOf(error).in(this.#text.locale), kind: 'failed' });
    }
  }

  #export(format: 'json' | 'markdown'): Promise<void> {
    return this.#try(async () => {
      const client = this.view.connect(MemoryChannel);
      const parts: string[] = [];
      for (let after: string | undefined = ''; after !== undefined; ) {
        const { text, next }: { text: string; next?: string } = await client.call('exportAll', { format, ...(after !== '' && { after }) });
        parts.push(text);
        after = next;
      }
      const isJson = format === 'json';
      const name = `atelier-memories-${dayOf(Date.now())}.${isJson ? 'json' : 'md'}`;
      saveFile(this.ownerDocument, name, isJson ? 'application/json' : 'text/markdown', parts);
    });
  }
}
