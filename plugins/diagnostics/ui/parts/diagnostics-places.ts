import type { AppError } from '@atelier/kernel';
import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { DiagnosticsChannel, type Place, type Version } from '../../contract/index.ts';
import { partStyles } from '../part-styles.ts';
import { texts } from '../texts.ts';
import { failureOf, textOr } from '../words.ts';

/** The paths of files, and the versions of the program's parts. */
export class DiagnosticsPlaces extends LitElement {
  static override styles = [
    partStyles,
    css`
      :host { margin-block-start: 24px; }
      .row { display: grid; grid-template-columns: minmax(0, 1fr) auto auto; align-items: center; gap: 0 2px; padding-block: 6px; padding-inline: 12px 6px; }
      .row + .row { border-block-start: 1px solid var(--line); }
      .row b { display: block; font: 500 13px/20px var(--font); }
      .row code { display: block; color: var(--text-2); overflow-wrap: anywhere; user-select: all; }
      .row ui-alert { grid-column: 1 / -1; margin-block: 4px; }
      dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(280px, 1fr)); gap: 0 24px; margin: 0; padding: 6px 12px; }
      dl div { display: flex; justify-content: space-between; gap: 12px; padding: 4px 0; }
      dt { color: var(--text-2); }
      dd { margin: 0; text-align: end; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; user-select: text; }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  @state() private problem: { readonly place: string; readonly error: AppError } | undefined;
  @state() private copied = '';

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #look = new Query(this, () => this.view, DiagnosticsChannel, 'look', { params: () => ({}) });

  override render() {
    const { state } = this.#look;
    const text = this.#text;
    if (state.status === 'pending') return nothing;
    if (state.status === 'failed') return html`<ui-alert kind="warn">${state.error.in(text.locale)}</ui-alert>`;
    const versions = state.value.versions.map(version => this.#version(version));
    versions.push([text.of('version.window'), windowName()]);
    return html`
      <div class="head"><h2>${text.of('places')}</h2></div>
      <div class="card">${state.value.places.map(place => this.#place(place))}</div>
      <div class="head">
        <h2>${text.of('versions')}</h2>
        <ui-button size="24" icon=${this.copied === 'versions' ? 'check' : 'copy'} @click=${() => this.#copy('versions', versions.map(one => one.join(': ')).join('\n'))}>
          ${text.of(this.copied === 'versions' ? 'copied' : 'copyVersions')}
        </ui-button>
      </div>
      <div class="card"><dl>${versions.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></div>
    `;
  }

  #version({ name, value }: Version): readonly [string, string] {
    return [this.#text.of(`version.${name}`), textOr(texts[this.#text.locale], `value.${value}`, value)];
  }

  #place({ name, path }: Place) {
    const text = this.#text;
    const title = text.of(`place.${name}`);
    return html`<div class="row">
      <span><b>${title}</b><code>${path}</code></span>
      <ui-icon-button icon=${this.copied === name ? 'check' : 'copy'} label=${text.of('copyPath', { name: title })} @click=${() => this.#copy(name, path)}></ui-icon-button>
      <ui-icon-button icon="folder-open" label=${text.of('openPlace', { name: title })} @click=${() => this.#open(name)}></ui-icon-button>
      ${this.problem?.place === name ? html`<ui-alert kind="warn">${this.problem.error.in(text.locale)}</ui-alert>` : nothing}
    </div>`;
  }

  async #copy(what: string, text: string): Promise<void> {
    await navigator.clipboard.writeText(text);
    this.copied = what;
  }

  async #open(place: Place['name']): Promise<void> {
    this.problem = undefined;
    try {
      await this.view.connect(DiagnosticsChannel).call('openPlace', { place });
    } catch (error) {
      this.problem = { place, error: failureOf(error) };
    }
  }
}

/** The browser engine of this window, from its user agent. */
function windowName(): string {
  const [, name = navigator.userAgent] = /((?:Electron|Edg|OPR|HeadlessChrome|Chrome|Firefox)\/[\d.]+)/.exec(navigator.userAgent) ?? [];
  return name.replace('/', ' ');
}
