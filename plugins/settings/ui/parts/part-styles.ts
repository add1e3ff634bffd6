import { css } from 'lit';

/** The shared styles of the parts: the same cards and rows as fields have. */
export const partStyles = css`
  *, *::before, *::after { box-sizing: border-box; }
  :host { display: block; }
  .card { border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); }
  .card + .card, .card + h2, p + .card { margin-block-start: 16px; }
  .row { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; padding: 10px 12px; }
  .row + .row { border-block-start: 1px solid var(--line); }
  .words { flex: 1 1 200px; min-width: 0; }
  .title { font: 600 13px/20px var(--font); overflow-wrap: anywhere; }
  .about { font: var(--t-12); color: var(--text-2); text-wrap: pretty; overflow-wrap: anywhere; }
  .path { font: var(--c-12); user-select: all; }
  footer { position: sticky; inset-block-end: 0; display: flex; flex-wrap: wrap; align-items: center; justify-content: flex-end; gap: 8px; margin: auto calc(-1 * var(--pad)) 0; padding: 12px var(--pad); border-block-start: 1px solid var(--line); background: var(--surface); }
  .acts { display: flex; flex-wrap: wrap; gap: 6px; }
  h2 { margin: 0 0 4px; font: 500 12px/24px var(--font); color: var(--text-2); }
  p { margin: 0; font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
`;
