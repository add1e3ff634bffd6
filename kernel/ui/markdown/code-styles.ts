import { css } from 'lit';

/** How a block of code looks. */
export const codeStyles = css`
  :host { display: block; contain: content; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--sunken); overflow: hidden; text-align: start; }
  :host([hidden]) { display: none; }
  header { display: flex; align-items: center; gap: var(--s-2); height: 32px; padding-inline: 11px var(--s-4); font: var(--t-12); color: var(--text-3); }
  .language { flex: 1; min-width: 0; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
  button { font: 500 12px/16px var(--font); color: var(--text-2); background: none; border: 0; margin: 0; cursor: pointer; }
  button:hover { background: var(--hover); color: var(--text); }
  :focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
  .action { display: grid; place-items: center; width: 24px; height: 24px; padding: 0; border-radius: var(--r-4); color: var(--text-3); transition: background var(--fast), color var(--fast); }
  .action[aria-pressed="true"] { background: var(--selected); color: var(--text); }
  .wide { width: auto; padding-inline: var(--s-8); }
  /* Only a font that has the box-drawing characters too joins their lines. */
  .drawing { padding-block: 4px 12px; font: 12px/14px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-variant-ligatures: none; white-space: pre; }
  svg { width: 14px; height: 14px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
  .done { color: var(--ok-text); }
  pre { margin: 0; padding: 0 11px 10px; font: var(--c-12); color: var(--code-text); font-variant-ligatures: none; tab-size: 2; overflow-x: auto; scrollbar-width: thin; scrollbar-color: var(--line) transparent; direction: ltr; text-align: left; unicode-bidi: isolate; }
  code { font: inherit; }
  code > span { display: block; contain: layout style; white-space: pre; min-width: max-content; }
  :host([wrap]) code > span { white-space: pre-wrap; overflow-wrap: anywhere; min-width: 0; }
  .comment { color: var(--code-comment); }
  .punct { color: var(--code-punct); }
  .keyword { color: var(--code-keyword); }
  .string { color: var(--code-string); }
  .number { color: var(--code-number); }
  .function { color: var(--code-function); }
  .type { color: var(--code-type); }
  .more { width: 100%; height: 28px; padding-inline: 11px; border-top: 1px solid var(--line); text-align: start; font-weight: 500; }
  .problem { padding: 0 11px 8px; font: var(--t-12); color: var(--danger-text); }
  @media (forced-colors: active) { :host { border-color: CanvasText; } }
`;
