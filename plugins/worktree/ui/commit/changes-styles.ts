import { css } from 'lit';

/** A line with what can be done next and its button. */
export const stepStyles = css`
  .step { display: flex; align-items: center; gap: 8px; padding-block: 6px; padding-inline: 16px 12px; font: var(--t-12); color: var(--text-2); }
  .step div { flex: 1; min-width: 0; overflow-wrap: anywhere; }
  .step b { display: block; font: 500 13px/20px var(--font); color: var(--text); }
  ui-alert { display: block; margin: 8px 16px; }
`;

export const changesStyles = css`
  * { box-sizing: border-box; }
  :host { display: grid; grid-template: auto minmax(0, 1fr) / minmax(240px, 1fr) minmax(0, 2fr); height: min(88vh - 48px, 640px); font: var(--t-13); color: var(--text); border-block-start: 1px solid var(--line); }
  .above { grid-column: 1 / -1; min-width: 0; }
  .left, .right { display: flex; flex-direction: column; min-width: 0; min-height: 0; }
  .left { border-inline-end: 1px solid var(--line); background: var(--surface); overflow: auto; scrollbar-width: thin; }
  .where { padding: 10px 16px; border-block-end: 1px solid var(--line); font: var(--t-12); color: var(--text-2); }
  .where ui-button { margin-block-start: 6px; }
  .where b { display: block; font: 600 13px/20px var(--font); color: var(--text); overflow-wrap: anywhere; }
  .files { flex: 1 0 auto; padding-block: 4px 8px; }
  h3 { display: flex; align-items: center; justify-content: space-between; gap: 8px; min-height: 32px; margin: 0; padding-inline: 16px 8px; font: 600 12px/16px var(--font); }
  .file { display: flex; align-items: center; gap: 4px; margin-inline: 8px; border-radius: var(--r-6); padding-inline-end: 4px; }
  .file:hover { background: var(--hover); }
  .file.on { background: var(--selected); }
  .file button { flex: 1; display: flex; align-items: center; gap: 8px; min-width: 0; padding: 4px 8px; border: 0; background: none; color: inherit; font: inherit; text-align: start; cursor: pointer; border-radius: var(--r-6); }
  button:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
  .name { display: flex; flex: 1; min-width: 0; white-space: nowrap; unicode-bidi: isolate; }
  .folder, .base { min-width: 0; overflow: hidden; text-overflow: ellipsis; }
  .folder { flex: 0 1 auto; color: var(--text-2); }
  .base { flex: none; max-width: 100%; unicode-bidi: isolate; }
  .file small { flex: none; font: var(--t-11); color: var(--text-2); }
  .then { padding-block: 4px 8px; border-block-start: 1px solid var(--line); }
  .diff { flex: 1; min-height: 120px; overflow: auto; background: var(--sunken); scrollbar-width: thin; }
  .none { margin: 0; padding: 16px; color: var(--text-2); }
  .diff .none { font: var(--t-13); }
  form { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; padding: 12px 16px; border-block-start: 1px solid var(--line); }
  .head { display: flex; flex-wrap: wrap; align-items: center; gap: 0 8px; min-height: 24px; font: 600 12px/16px var(--font); }
  .head span { font: var(--t-12); color: var(--text-2); }
  .head i { flex: 1; }
  .acts { display: flex; align-items: center; justify-content: flex-end; gap: 8px; font: var(--t-12); color: var(--text-2); }
  .acts .count { margin-inline-end: auto; }
  .long { color: var(--warn-text); }
  @media (max-width: 640px) {
    :host { display: block; height: auto; }
    .left, .right { display: contents; }
    .above { position: sticky; inset-block-start: 0; z-index: 1; background: var(--raised); }
    .diff { max-height: 320px; border-block-start: 1px solid var(--line); }
    form { position: sticky; inset-block-end: 0; background: var(--raised); padding-inline: 12px; }
    .acts { flex-wrap: wrap; }
    .acts ui-kbd { display: none; }
  }
`;
