import { css } from 'lit';

/** The list and its head. */
export const headStyles = css`
  *, *::before, *::after { box-sizing: border-box; }
  :host { display: flex; flex-direction: column; min-height: 0; margin-block-start: 8px; }
  header { display: flex; flex: none; align-items: center; gap: 2px; min-height: 28px; padding-inline: 8px 0; }
  h2 { flex: 1; min-width: 0; margin: 0; font: 500 11px/16px var(--font); color: var(--text-3); }
  ui-menu:not(:defined) > :not([slot]) { display: none; }
`;
