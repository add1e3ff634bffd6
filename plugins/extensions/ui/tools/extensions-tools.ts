import type { ReviewedTool, ToolWords } from '@atelier/agent/contract';
import { visibleText } from '@atelier/kernel';
import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { toolsTexts } from './tools-texts.ts';
import { type WordRun, wordDiff } from './word-diff.ts';

/** A tool of an offered or installed extension; without a state, it is offered. */
export type ShownTool = Pick<ReviewedTool, 'name' | 'words' | 'approved' | 'why'> & { readonly state?: ReviewedTool['state'] };

const marks = { offered: 'done', notGranted: 'off', new: 'needs', changed: 'needs', barred: 'failed' } as const;

/** The complete texts of tools, as a model reads them; for changed texts, the difference. */
export class ExtensionsTools extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: block; }
    article { padding: 8px 0; min-width: 0; }
    article + article { border-block-start: 1px solid var(--line); }
    header { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 8px; }
    h4 { margin: 0; font: var(--c-12); font-variant-ligatures: none; font-weight: 600; overflow-wrap: anywhere; }
    .state { font: var(--t-12); color: var(--text-2); }
    .state.warns { color: var(--warn-text); }
    p { margin: 4px 0 0; font: var(--t-13); overflow-wrap: anywhere; white-space: pre-wrap; }
    .note { color: var(--text-2); font: var(--t-12); }
    .label { margin-block-start: 6px; font: var(--t-12); color: var(--text-2); }
    pre { margin: 4px 0 0; padding: 8px; overflow: auto; border-radius: var(--r-6); background: var(--sunken); font: var(--c-12); font-variant-ligatures: none; white-space: pre-wrap; overflow-wrap: anywhere; scrollbar-width: thin; }
    details.folds pre { max-height: 240px; }
    pre:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
    ins { background: var(--ok-soft); color: var(--ok-text); text-decoration: underline; text-underline-offset: 2px; }
    del { background: var(--danger-soft); color: var(--danger-text); }
    .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    .acts { display: flex; justify-content: flex-end; margin-block-start: 8px; }
    summary { margin-block-start: 6px; font: var(--t-12); color: var(--text-2); cursor: default; width: max-content; border-radius: var(--r-6); }
    summary:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) tools: readonly ShownTool[] = [];
  /** An approval is being saved. */
  @property({ type: Boolean }) busy = false;

  readonly #text = new Texts(this, () => this.view, toolsTexts);

  override render() {
    return this.tools.map(tool => this.#tool(tool));
  }

  #tool(tool: ShownTool) {
    const text = this.#text;
    const { name, state, approved, words, why } = tool;
    const isPending = state === 'new' || state === 'changed';
    const stateText = state === undefined ? undefined : text.of(`state.${state}`);
    return html`<article>
      <header>
        ${state === undefined ? nothing : html`<ui-state state=${marks[state]} silent></ui-state>`}
        <h4>${visibleText(name, 'code')}</h4>
        ${stateText === undefined ? nothing : html`<span class="state ${isPending ? 'warns' : ''}">${stateText}</span>`}
      </header>
      ${state === 'new' || state === 'changed' ? html`<p class="note">${text.of(state)}</p>` : nothing}
      ${state === 'barred' && why ? html`<p class="note">${text.of('barred', { why: why[text.locale] })}</p>` : nothing}
      ${approved === undefined ? this.#words(words, state !== 'offered' && state !== 'barred') : this.#difference(name, approved, words)}
      ${isPending ? html`<div class="acts"><ui-button kind="line" size="24" ?busy=${this.busy} title=${text.of('approveTool', { name })} @click=${() => this.#approve(tool)}>${text.of('approve')}</ui-button></div>` : nothing}
    </article>`;
  }

  #words(words: ToolWords, open: boolean) {
    const text = this.#text;
    const instructions = instructionsOf(words);
    return html`
      <p>${visibleText(words.description, 'code')}</p>
      ${instructions === '' ? nothing : html`<div class="label">${text.of('whenUsed')}</div><p>${instructions}</p>`}
      <details class=${open ? '' : 'folds'} ?open=${open}><summary>${text.of('parameters')}</summary><pre tabindex="0">${parametersOf(words)}</pre></details>
    `;
  }

  #difference(name: string, before: ToolWords, after: ToolWords) {
    return html`<pre tabindex="0" role="group" aria-label=${this.#text.of('diffOf', { name })}>${wordDiff(wholeOf(before), wholeOf(after)).map(run => this.#run(run))}</pre>`;
  }

  #run({ kind, text }: WordRun) {
    const announce = (word: 'added' | 'removed') => html`<span class="hidden">${this.#text.of(word)} </span>`;
    if (kind === 'added') return html`<ins>${announce('added')}${text}</ins>`;
    if (kind === 'removed') return html`<del>${announce('removed')}${text}</del>`;
    return text;
  }

  #approve({ name, words }: ShownTool) {
    this.dispatchEvent(new CustomEvent('tools-approved', { detail: [{ name, words }], bubbles: true, composed: true }));
  }
}

function instructionsOf({ snippet, guidelines = [] }: ToolWords): string {
  return visibleText([...(snippet === undefined ? [] : [snippet]), ...guidelines].join('\n'), 'code');
}

function parametersOf({ parameters }: ToolWords): string {
  return visibleText(JSON.stringify(parameters, undefined, 2), 'code');
}

/** All texts of a tool as one, for the comparison. */
function wholeOf(words: ToolWords): string {
  return [visibleText(words.description, 'code'), instructionsOf(words), parametersOf(words)].filter(part => part !== '').join('\n\n');
}
