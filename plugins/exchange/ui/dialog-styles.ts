import { css } from 'lit';

/** The styles that both dialogs share. */
export const dialogStyles = css`
  * { box-sizing: border-box; }
  :host { display: flex; flex-direction: column; gap: var(--s-12); min-width: 0; padding: 0 var(--s-20) var(--s-16); }
  p, h3 { margin: 0; }
  h3 { padding-block-end: var(--s-4); font: 500 11px/16px var(--font); color: var(--text-3); }
  .unseen { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  .quiet { font: var(--t-12); color: var(--text-2); }
  .names { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 var(--s-6); font: var(--t-12); color: var(--text-2); font-variant-numeric: tabular-nums; }
  .names b { font: 600 13px/20px var(--font); color: var(--text); }
  footer { display: flex; flex-wrap: wrap; align-items: center; justify-content: flex-end; gap: var(--s-8); margin-block-start: var(--s-8); }
  footer .start { flex: 1; min-width: 0; }
  .list { block-size: min(var(--rows), 336px, 40vh); margin-inline: calc(-1 * var(--s-8)); border-block: 1px solid var(--line); }
  .row { display: flex; align-items: center; gap: var(--s-8); block-size: 100%; min-width: 0; padding-inline: var(--s-8); }
  [role="gridcell"] { block-size: 100%; }
  .what { flex: 1; min-width: 0; }
  .title, .meta { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; unicode-bidi: plaintext; text-align: start; }
  .meta { font: var(--t-12); color: var(--text-2); font-variant-numeric: tabular-nums; }
  .dim .title { color: var(--text-2); }
  .bar { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s-8) var(--s-12); }
  .bar ui-search { flex: 1 1 160px; max-inline-size: 240px; margin-inline-start: auto; }
  .stays { display: inline-flex; align-items: center; gap: var(--s-4); --icon-size: 14px; }
  .stays ui-icon, .stays .short { display: none; }
  @media (max-width: 480px) {
    .bar ui-search { max-inline-size: none; }
    .stays .long { display: none; }
    .stays ui-icon, .stays .short { display: inline; }
  }
  .empty { display: grid; place-items: center; padding: var(--s-24); color: var(--text-2); text-align: center; }
  ul { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--s-4); margin: 0; padding: 0; list-style: none; }
  li { overflow-wrap: anywhere; }
  ui-alert { display: block; }
  .losses li { padding-inline-start: var(--s-12); position: relative; font: var(--t-12); color: var(--text-2); }
  .losses li::before { content: "–"; position: absolute; inset-inline-start: 0; }
  .act { display: flex; align-items: center; gap: var(--s-8); min-block-size: 32px; }
  .act .title { flex: 1; }
`;
