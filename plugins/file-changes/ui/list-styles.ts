import { css } from 'lit';

export const listStyles = css`
  * { box-sizing: border-box; }
  :host { display: flex; flex-direction: column; min-height: 0; color: var(--text); font: var(--t-13); }
  header { display: flex; align-items: center; gap: 8px; flex: none; height: var(--h-title); padding-block: 0; padding-inline: 12px 8px; border-block-end: 1px solid var(--line); }
  h2 { margin: 0; font: var(--t-13); font-weight: 600; }
  .quiet { font: var(--t-12); color: var(--text-3); font-variant-numeric: tabular-nums; white-space: nowrap; }
  header .quiet { position: relative; top: 0.5px; color: var(--text-2); font: var(--t-13); }
  .grow { flex: 1; min-width: 0; }
  .count { display: inline-flex; gap: 4px; font: 500 12px/16px var(--font); font-variant-numeric: tabular-nums; white-space: nowrap; }
  header .count { font-size: 13px; line-height: 20px; }
  .plus { color: var(--added-text); }
  .minus { color: var(--removed-text); }
  ui-list { flex: 1; min-height: 0; border-radius: 0; }
  ui-list [data-row] { border-radius: 0; }
  .file { border-block-end: 1px solid var(--line); background: var(--surface); }
  .head { display: flex; align-items: center; gap: 6px; height: 32px; padding-block: 0; padding-inline: 10px 8px; white-space: nowrap; cursor: default; }
  .head:hover { background: var(--hover); }
  .chevron { margin-inline: -5px; transition: rotate var(--fast); }
  .open .chevron { rotate: 90deg; }
  :host(:dir(rtl)) .open .chevron { rotate: -90deg; }
  .name { display: flex; flex: 1; min-width: 0; unicode-bidi: isolate; }
  .name .folder { flex: 0 1 auto; min-width: 0; overflow: hidden; text-overflow: ellipsis; color: var(--text-3); }
  .name .base { flex: none; max-width: 100%; overflow: hidden; text-overflow: ellipsis; unicode-bidi: isolate; }
  .word { flex: none; font: var(--t-11); color: var(--text-3); }
  .word.edited { color: var(--warn-text); }
  .acts { display: none; flex: none; gap: 2px; }
  .head:hover .acts, .head:focus-within .acts, [data-active] .acts { display: inline-flex; }
  .body { border-block-start: 1px solid var(--line); background: var(--sunken); }
  .note { display: flex; align-items: flex-start; gap: 8px; margin: 0; padding: 8px 12px; border-block-end: 1px solid var(--line); font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
  .note ui-icon { --icon-size: 14px; flex: none; margin-block-start: 1px; color: var(--text-3); }
  .redo { display: flex; align-items: center; gap: 8px; flex: none; padding-block: 8px; padding-inline: 12px 8px; border-block-end: 1px solid var(--line); background: var(--sunken); }
  .redo ui-icon { flex: none; color: var(--text-2); }
  .redo p { flex: 1; margin: 0; font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
  .redo b { font-weight: 600; color: var(--text); }
  .foot { display: flex; flex: none; align-items: center; gap: 8px; padding-block: 0; padding-inline: 12px 8px; border-block-start: 1px solid var(--line); }
  .foot:has(ui-button) { padding-block: 8px; }
  /* What has no room beside the buttons is left out, the keys first. */
  .since { display: flex; flex: 1; flex-wrap: wrap; justify-content: space-between; gap: 0 8px; min-width: 0; height: 35px; overflow: hidden; }
  .since .quiet { flex: none; line-height: 35px; }
  .foot ui-button { flex: none; }
  ui-empty { flex: 1; }
  ui-alert { margin: 8px 12px; }
  @media (prefers-reduced-motion: reduce) { .chevron { transition: none; } }
`;
