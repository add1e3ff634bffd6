import { css } from 'lit';

/** The page: as tall as its text, up to half of the window. */
export const styles = css`
  * { box-sizing: border-box; }
  :host { display: block; color: var(--text); }
  ui-alert { margin-block-end: var(--s-8); }
  .page { border: 1px solid var(--line-strong); border-radius: var(--r-12); background: var(--raised); box-shadow: var(--shadow-1); }
  .page:focus-within { border-color: var(--focus); box-shadow: inset 0 0 0 1px var(--focus); }
  textarea { display: block; inline-size: 100%; min-block-size: 132px; max-block-size: 360px; padding: var(--s-16) var(--s-20) var(--s-8); border: 0; outline: 0; background: none; color: inherit; font: var(--t-16); field-sizing: content; resize: none; scrollbar-width: thin; }
  textarea::placeholder { color: var(--text-3); }
  footer { display: flex; align-items: center; gap: var(--s-8); padding: var(--s-4) var(--s-8) var(--s-8) var(--s-20); color: var(--text-3); font: var(--t-12); font-variant-numeric: tabular-nums; }
  .count { white-space: nowrap; }
  .keys { flex: 1; min-inline-size: 0; overflow: hidden; text-align: end; text-overflow: ellipsis; white-space: nowrap; }
  @media (max-width: 480px) { .keys { visibility: hidden; } }
`;
