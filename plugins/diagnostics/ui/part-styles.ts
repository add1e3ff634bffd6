import { css } from 'lit';

/** The shared styles of the tabs: the same cards and rows as in other sections of the settings. */
export const partStyles = css`
  *, *::before, *::after { box-sizing: border-box; }
  :host { display: block; }
  .card { border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); }
  .card + .card, p + .card { margin-block-start: 16px; }
  .head { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; min-height: 28px; margin-block: 24px 4px; }
  .head:first-child { margin-block-start: 0; }
  .head h2 { flex: 1; margin: 0; font: 500 12px/24px var(--font); color: var(--text-2); }
  p { margin: 0; max-inline-size: 72ch; font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
  code, pre { font: var(--c-12); }
  pre { margin: 0; padding: 10px 12px; overflow: auto; background: var(--sunken); white-space: pre-wrap; overflow-wrap: anywhere; scrollbar-width: thin; }
  pre:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
`;
