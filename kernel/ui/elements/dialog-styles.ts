import { css } from 'lit';

/** Header, body and footer of a modal dialog. */
export const dialogStyles = css`
  dialog { display: none; flex-direction: column; padding: 0; border: 0; background: var(--raised); color: var(--text); box-shadow: var(--shadow-2); outline: none; overflow: hidden; }
  /* The dialog itself has the focus only until the person moves on to a control in it. */
  dialog:focus-visible { outline: none; }
  dialog[open] { display: flex; }
  dialog::backdrop { background: var(--scrim); }
  header { display: flex; align-items: flex-start; gap: 8px; padding-block: 14px 10px; padding-inline: 20px 12px; }
  .title { flex: 1; min-width: 0; padding-block: 2px; }
  h2 { margin: 0; font: 600 16px/24px var(--font); letter-spacing: -0.008em; overflow-wrap: anywhere; text-wrap: balance; }
  .meta { color: var(--text-2); }
  .body { flex: 1; min-height: 0; overflow: auto; padding: 2px 20px 20px; scrollbar-width: thin; }
  footer { display: flex; align-items: center; gap: 8px; padding: 12px; border-block-start: 1px solid var(--line); }
  footer[hidden] { display: none; }
  footer .grow { flex: 1; min-width: 0; padding-inline-start: 8px; font: var(--t-12); color: var(--text-3); }
  @media (forced-colors: active) { dialog { border: 1px solid CanvasText; } }
`;
