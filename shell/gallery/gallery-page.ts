import { numberText } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import { forceLooks } from './forced-states.ts';
import { galleryStyles } from './gallery-styles.ts';
import { addressOf, applyLook, type Look, readLook } from './look.ts';
import type { Section, Text } from './section.ts';
import { sections } from './sections/index.ts';
import { words } from './text.ts';

/** The reference page of the design kit: every element in every state, in every look. */
export class GalleryPage extends LitElement {
  static override styles = galleryStyles;

  @state() private look: Look = readLook(location.search);

  override async updated(): Promise<void> {
    document.title = words[this.look.lang].title;
    await forceLooks(this.renderRoot);
    this.dataset.ready = '';
  }

  override render() {
    const { only } = this.look;
    if (only !== '')
      return html`<main class="alone"><h1 class="unseen">${words[this.look.lang].title}</h1>${sections.filter(({ tag }) => tag === only).map(section => this.#section(section))}</main>`;
    return html`${this.#header()}${this.#contents()}<main>${this.#opening()}${sections.map(section => this.#section(section))}</main>`;
  }

  #header() {
    const text = words[this.look.lang];
    return html`<header>
      <h1>${text.title}</h1>
      <span class="count">${numberText(this.look.lang, sections.length)}</span>
      <span class="grow"></span>
      ${this.#choice('theme', text.theme, { light: text.light, dark: text.dark })}
      ${this.#choice('contrast', text.contrast, { normal: text.normal, more: text.more })}
      ${this.#choice('dir', text.direction, { ltr: text.ltr, rtl: text.rtl })}
      ${this.#choice('lang', text.language, { fr: 'Français', en: 'English' })}
    </header>`;
  }

  #choice(name: keyof Look, label: string, options: Readonly<Record<string, string>>) {
    const choices = Object.entries(options).map(([value, each]) => ({ value, label: each }));
    const change = (event: Event) => this.#wear({ [name]: (event.target as HTMLElement & { value: string }).value });
    return html`<ui-segmented label=${label} .options=${choices} .value=${this.look[name]} @change=${change}></ui-segmented>`;
  }

  #contents() {
    return html`<nav aria-label=${words[this.look.lang].contents}>
      ${sections.map(({ tag }) => html`<a href="#${tag}">${tag.slice(3)}</a>`)}
    </nav>`;
  }

  #opening() {
    const text = words[this.look.lang];
    return html`<div class="opening"><h2>${text.title}</h2><p>${text.opening}</p></div>`;
  }

  #section({ tag, about, render }: Section) {
    const { lang } = this.look;
    const say = (text: Text) => text[lang];
    return html`<section id=${tag} aria-labelledby="title-${tag}">
      <div class="head"><h2 id="title-${tag}">${tag.slice(3).replaceAll('-', ' ')}</h2><code>${`<${tag}>`}</code></div>
      <p class="about">${about[lang]}</p>
      <div class="specimens">${render({ locale: lang, say })}</div>
    </section>${nothing}`;
  }

  #wear(part: Partial<Look>): void {
    this.look = { ...this.look, ...part };
    applyLook(this.look);
    history.replaceState(undefined, '', addressOf(this.look));
  }
}
