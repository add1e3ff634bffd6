import { css } from 'lit';

export const requestStyles = css`
  :host { display: block; }
  :focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
  .grow { flex: 1; min-width: 0; }
  form { border: 1px solid var(--warn); border-radius: var(--r-8); background: var(--raised); margin: 12px 0; }
  .hd { display: flex; gap: 8px; padding-block: 11px 10px; padding-inline: 11px 12px; align-items: flex-start; }
  .hd ui-state { margin-block-start: 3px; }
  h3 { margin: 0; font: 600 14px/22px var(--font); overflow-wrap: anywhere; }
  code { font: 600 12.5px/18px var(--mono); font-variant-ligatures: none; padding: 1px 4px; border-radius: var(--r-4); background: var(--selected); }
  p { margin: 0; color: var(--text-2); overflow-wrap: anywhere; white-space: break-spaces; }
  .whole { margin: 0; padding-block: 8px; padding-inline: 36px 12px; border-block-start: 1px solid var(--line); background: var(--sunken); font: var(--c-12); color: var(--code-text); white-space: break-spaces; overflow-wrap: anywhere; font-variant-ligatures: none; direction: ltr; text-align: start; tab-size: 4; }
  .fold { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; padding-block: 4px 8px; padding-inline: 36px 12px; background: var(--sunken); font: var(--t-12); color: var(--text-2); }
  ui-input, ui-textarea { display: block; margin-block-start: 8px; }
  .options { display: flex; flex-wrap: wrap; gap: 6px; margin-block-start: 8px; }
  .ft { display: flex; flex-wrap: wrap; justify-content: flex-end; align-items: center; gap: 6px; padding-block: 7px; padding-inline: 35px 7px; border-block-start: 1px solid var(--line); }
  ui-button ui-kbd { margin-inline-start: 6px; color: inherit; opacity: 0.85; }
  @media (max-width: 560px) {
    .ft { display: grid; grid-template-columns: repeat(2, minmax(min-content, 1fr)); gap: 8px; padding: 11px; }
    .ft ui-button::part(button) { block-size: 36px; }
    .ft > :nth-child(-n + 2) { order: 1; }
    .ft > :last-child { order: -1; }
    .ft > :last-child:nth-child(odd) { grid-column: 1 / -1; }
    ui-button ui-kbd { display: none; }
    .whole, .fold { padding-inline-start: 12px; }
  }
`;
