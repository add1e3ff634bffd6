import { toast } from '@atelier/kernel/kit';
import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { MemoryChannel, type SourceState } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { failureOf } from '../words.ts';

/** The sources of extensions, each with the switch that has it asked at each message of the person. Nothing where there is none. */
export class MemorySources extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: block; font: var(--t-13); color: var(--text); }
    section { display: grid; gap: 4px; }
    section > b { font-weight: 500; }
    p { margin: 0; color: var(--text-2); text-wrap: pretty; }
    ul { margin: 8px 0 0; padding: 0; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); list-style: none; }
    li { display: grid; gap: 2px; padding: 8px 12px; }
    li + li { border-block-start: 1px solid var(--line); }
    small { font: var(--t-12); color: var(--text-2); overflow-wrap: anywhere; }
  `;

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #sources = new Query(this, () => this.view, MemoryChannel, 'sources', { params: () => ({}), refreshOn: 'sourcesChanged' });

  override render() {
    const text = this.#text;
    const { state } = this.#sources;
    if (state.status === 'failed') return html`<ui-alert kind="danger">${state.message}</ui-alert>`;
    if (state.status === 'pending' || state.value.sources.length === 0) return nothing;
    return html`<section aria-label=${text.of('sources')}><b>${text.of('sources')}</b><p>${text.of('sourcesAbout')}</p>
      <ul>${state.value.sources.map(one => this.#row(one))}</ul></section>`;
  }

  #row({ from, id, title, on, allowed, problem }: SourceState) {
    const text = this.#text;
    const set = (event: Event) => this.#set(from, id, (event.currentTarget as HTMLInputElement).checked);
    return html`<li><ui-switch .checked=${on} .disabled=${!allowed && !on} @change=${set}>${title}</ui-switch>
      <small>${text.of('sourceOf', { from })}${allowed ? '' : ` ${text.of('sourceNotAllowed')}`}</small>
      ${on && problem !== undefined ? html`<small>${problem.message}</small>` : nothing}</li>`;
  }

  async #set(from: string, id: string, on: boolean): Promise<void> {
    try {
      await this.view.connect(MemoryChannel).call('setSource', { from, id, on });
    } catch (error) {
      toast({ text: failureOf(error).in(this.#text.locale), kind: 'failed' });
    }
    this.#sources.refresh();
  }
}
