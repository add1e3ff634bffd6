import { css } from 'lit';

export const startStyles = css`
  *, *::before, *::after { box-sizing: border-box; }
  :host { overflow: hidden auto; scrollbar-gutter: stable; scrollbar-width: thin; font: var(--t-13); color: var(--text); }
  ul { width: min(var(--w-col), 100% - 32px); margin: 0 auto; padding: 0 0 24px; list-style: none; }
  button { display: flex; align-items: center; gap: 8px; width: 100%; min-height: 32px; margin: 0; padding: 0 12px; border: 0; border-radius: var(--r-6); background: none; color: var(--text); font: inherit; text-align: start; white-space: nowrap; }
  button:hover { background: var(--hover); }
  button:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
  ui-icon { flex: none; color: var(--text-2); }
  .what { overflow: hidden; text-overflow: ellipsis; }
  .meta { flex: 1 1 0; min-width: 0; overflow: hidden; text-overflow: ellipsis; font: var(--t-12); color: var(--text-2); }
  .end { flex: none; font: var(--t-12); color: var(--text-3); }
  .file { margin: 4px 0 8px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); }
  pre { max-height: 320px; margin: 0; padding: 12px; overflow: auto; font: 12px/18px var(--mono); font-variant-ligatures: none; white-space: pre-wrap; overflow-wrap: anywhere; scrollbar-width: thin; }
  pre:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; border-radius: var(--r-8); }
  footer { display: flex; align-items: center; gap: 12px; padding: 8px 12px; border-block-start: 1px solid var(--line); font: var(--t-12); color: var(--text-2); }
  footer span { flex: 1; }
  @media (max-width: 560px) {
    ul { width: calc(100% - 24px); }
    button { min-height: 36px; }
    .meta { display: none; }
    .what { flex: 1; }
  }
`;
