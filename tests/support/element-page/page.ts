import { html } from 'lit';
import { loadMarkdown, markdownElements } from '../../../kernel/ui/markdown/index.ts';
import { transcriptElements, type UiTranscript } from '../../../kernel/ui/transcript/index.ts';

// An empty page with the elements defined; tests fill it.
const parameters = new URLSearchParams(location.search);
document.documentElement.lang = parameters.get('lang') ?? 'en';
document.documentElement.dataset.theme = parameters.get('theme') ?? 'light';
for (const [tag, element] of Object.entries({ ...markdownElements, ...transcriptElements })) customElements.define(tag, element);
const main = document.querySelector('main') as HTMLElement;
const frame = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));

interface Message {
  readonly key: string;
  readonly text: string;
  readonly isMine?: boolean;
}

Object.assign(globalThis, {
  frame,
  /** Shows a complete text. */
  async show(text: string) {
    const element = document.createElement('ui-markdown') as InstanceType<(typeof markdownElements)['ui-markdown']>;
    element.text = text;
    main.replaceChildren(element);
    await frame();
    return element;
  },
  /** Shows an empty text, to stream into. */
  open() {
    const element = document.createElement('ui-markdown') as InstanceType<(typeof markdownElements)['ui-markdown']>;
    main.replaceChildren(element);
    return element;
  },
  /** The visible text, with code and without labels. */
  seen(root: Node = main): string {
    if (root instanceof Text) return root.data;
    if (root instanceof HTMLElement && root.localName === 'ui-code') return `${root.shadowRoot?.querySelector('code')?.textContent}`;
    if (root instanceof HTMLElement && (root.localName === 'style' || root.className === 'host')) return '';
    const inside = root instanceof HTMLElement && root.shadowRoot !== null ? root.shadowRoot : root;
    return [...inside.childNodes].map(node => (globalThis as unknown as { seen(one: Node): string }).seen(node)).join('');
  },
  list(messages: readonly Message[], start = '') {
    const element = document.createElement('ui-transcript') as UiTranscript<Message>;
    element.items = messages;
    element.start = start;
    element.labelItem = ({ isMine }) => (isMine === true ? 'You' : 'Atelier');
    element.renderItem = ({ text, isMine }) =>
      isMine === true ? html`<p class="user">${text}</p>` : html`<ui-markdown .text=${text}></ui-markdown>`;
    main.className = 'list';
    main.replaceChildren(element);
    return element;
  },
});
await loadMarkdown();
document.documentElement.dataset.ready = '';
