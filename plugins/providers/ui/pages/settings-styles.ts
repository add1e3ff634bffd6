import { css } from 'lit';

export const settingsStyles = css`
  :host { display: block; height: 100%; container-type: inline-size; }
  .all { display: flex; flex-direction: column; height: 100%; min-height: 0; }
  .wait { padding: 20px 28px; }
  header { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s-6) var(--s-8); padding: 8px 16px 8px 28px; border-block-end: 1px solid var(--line); }
  h1 { margin: 0; font: 600 13px/20px var(--font); }
  header .quiet.grow { flex: 1 1 140px; }
  .default ui-select { max-width: 200px; }
  .cols { display: grid; grid-template-columns: minmax(0, 1fr) minmax(340px, 44%); flex: 1; min-height: 0; }
  .list, .details { min-width: 0; overflow: auto; scrollbar-width: thin; padding: 16px 28px 32px; }
  .details { border-inline-start: 1px solid var(--line); padding: 20px 24px 32px; }
  .details:focus-visible { outline: none; }
  .group { margin-block-end: var(--s-12); }
  .group > h2 { display: flex; align-items: center; gap: var(--s-4); font: 500 12px/24px var(--font); color: var(--text-2); }
  .chips { gap: var(--s-6); }
  .back { display: none; margin: -8px 0 8px -10px; }
  .details > h2 { font: 600 16px/24px var(--font); }
  .new { margin-block-start: var(--s-16); }
  .ways { margin-block-end: var(--s-16); }
  ui-empty { margin-block-start: 10vh; }
  @container (max-width: 759px) {
    header { padding-inline: 16px; }
    .cols { grid-template-columns: minmax(0, 1fr); }
    .list, .details { padding-inline: 16px; }
    .details { border: 0; display: none; }
    .cols[data-open] .list { display: none; }
    .cols[data-open] .details { display: block; }
    .all:has(.cols[data-open]) header { display: none; }
    .row[data-current] { background: none; }
    .back { display: block; }
  }
`;
