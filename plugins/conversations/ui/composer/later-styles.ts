import { css } from 'lit';

/** The composer's styles that its first frame does not need: files, queue, suggestions, models, access. */
export const laterStyles = css`
  .files { display: flex; flex-wrap: wrap; gap: 6px; padding: 10px 11px 0; max-height: 25vh; overflow-y: auto; scrollbar-width: thin; }
  .files li { min-width: 0; max-width: 100%; }
  .file { display: inline-flex; align-items: center; gap: 6px; max-width: 100%; height: 28px; padding-inline: 8px 2px; border-radius: var(--r-6); box-shadow: inset 0 0 0 1px var(--line); font: var(--t-12); color: var(--text-2); --icon-size: 14px; }
  .file:has(.open:hover) { background: var(--hover); color: var(--text); }
  .file .open { display: inline-flex; align-items: center; gap: 6px; min-width: 0; max-width: 260px; height: 24px; border-radius: var(--r-4); }
  .file img { width: 20px; height: 20px; margin-inline-start: -4px; border-radius: 3px; background: var(--sunken); object-fit: cover; }
  .file .size { flex: none; color: var(--text-3); }
  .file.limited ui-icon:first-child { color: var(--warn); }
  .file > .cut { padding-inline-end: 8px; max-width: 240px; }
  .opened { display: block; max-width: 100%; margin: 0 auto; font: var(--c-12); white-space: pre-wrap; overflow-wrap: anywhere; }

  .queue { border-block-end: 1px solid var(--line); padding: 3px 4px; }
  .q { display: flex; align-items: center; gap: 8px; min-height: 28px; padding-inline: 3px 8px; border-radius: var(--r-8); color: var(--text-2); --icon-size: 14px; }
  .q:hover, .q:focus-within { background: var(--hover); color: var(--text); }
  .q.dragged { background: var(--selected); color: var(--text); }
  .q .what { flex: 1; }
  /* Its words stand where those after a grip do. */
  .handed { padding-inline-start: 8px; }
  .handed > ui-state { margin-inline-end: 5px; }
  .grip { cursor: grab; touch-action: none; }
  .dragged .grip { cursor: grabbing; }
  .q .acts { display: flex; opacity: 0; width: 0; overflow: hidden; }
  .q:is(:hover, :focus-within, .dragged) .acts { opacity: 1; width: auto; overflow: visible; }
  .q .place { display: inline-flex; align-items: center; gap: 4px; font: var(--t-11); color: var(--text-3); font-variant-numeric: tabular-nums; white-space: nowrap; }
  .q .edit { flex: 1; min-width: 0; margin-block: 2px; margin-inline: 25px 0; padding: 2px 6px; border-radius: var(--r-4); background: var(--surface); color: var(--text); box-shadow: inset 0 0 0 1px var(--line-strong); field-sizing: content; max-height: 30vh; resize: none; scrollbar-width: thin; }
  .going { display: flex; align-items: center; gap: 8px; min-height: 32px; padding-inline: 12px; font: var(--t-12); color: var(--text-2); }
  .going .cut { flex: 1; color: var(--text); }
  .waits { display: flex; align-items: center; gap: 8px; min-height: 28px; padding-inline: 9px 4px; font: var(--t-12); color: var(--text-2); }
  .waits .cut { flex: 1; }
  .sum { display: flex; align-items: center; gap: 8px; width: 100%; height: 32px; padding: 0 8px; border-radius: var(--r-8); color: var(--text-2); }
  .sum .cut { flex: 1; }
  .sum:hover { background: var(--hover); }

  .suggest { position: fixed; inset: auto; position-anchor: --composer; position-area: block-start span-all; justify-self: anchor-center; width: anchor-size(width); max-height: min(320px, 50vh); margin: 0 0 6px; border: 0; padding: 6px; overflow: auto; border-radius: var(--r-8); background: var(--raised); color: var(--text); box-shadow: var(--shadow-2); scrollbar-width: thin; }
  .suggest p { padding: 6px 8px; color: var(--text-2); text-wrap: pretty; }
  .opt { display: flex; align-items: center; gap: 8px; min-height: 32px; padding-inline: 8px; border-radius: var(--r-6); white-space: nowrap; }
  .suggest .opt { min-height: 28px; cursor: default; }
  .suggest .opt > ui-icon { color: var(--text-3); }
  .suggest .name { flex: none; max-width: 60%; }
  .opt .meta { flex: 1; font: var(--t-12); color: var(--text-3); }
  .opt[aria-selected="true"] { background: var(--selected); }
  .opt[aria-selected="true"] .meta { color: var(--text-2); }

  .picker { width: min(424px, 100vw - 32px); }
  .find { display: flex; align-items: center; gap: 8px; height: 40px; padding-inline: 14px 8px; border-block-end: 1px solid var(--line); color: var(--text-2); }
  .find input { flex: 1; min-width: 0; height: 100%; outline: none; color: var(--text); }
  .find:has(input:focus-visible) { box-shadow: inset 0 -1px var(--focus); border-color: var(--focus); }
  .find input::placeholder { color: var(--text-3); opacity: 1; }
  .groups { max-height: min(328px, 50vh); overflow-y: auto; padding: 0 6px 6px; scrollbar-width: thin; }
  .groups > p { padding: 12px 8px; color: var(--text-2); }
  .head { display: flex; align-items: center; gap: 8px; height: 32px; padding-inline: 8px 30px; font: var(--t-12); color: var(--text-2); }
  .head b { flex: 1; font-weight: 500; }
  .pick .state { display: flex; flex: none; align-items: center; gap: 6px; font: var(--t-12); color: var(--text-2); }
  .pick .state ui-state { --icon-size: 14px; }
  .window, .price { flex: none; text-align: end; font: var(--t-12); color: var(--text-2); font-variant-numeric: tabular-nums; }
  .window { width: 52px; }
  .price { width: 116px; white-space: nowrap; }
  /* Columns in which no model has anything. */
  .picker.noWindow .window, .picker.noPrice .price { display: none; }
  .picker .opt { padding-inline: 0 3px; gap: 3px; }
  .picker .opt:is(:hover, :focus-within) { background: var(--hover); }
  .picker .opt:has([aria-current]) { background: var(--selected); }
  .pick { display: flex; flex: 1; align-items: center; gap: 8px; min-width: 0; height: 32px; padding-inline: 8px 0; border-radius: inherit; }
  .pick .name { flex: 0 1 auto; }
  .pick .meta { flex: 1 1 0; min-width: 40px; }
  .pick .meta:empty { min-width: 0; }
  .pick > ui-icon { color: var(--text-2); }
  .sees { --icon-size: 12px; }
  .off .pick { color: var(--text-3); }
  .link { font: var(--t-12); color: var(--text-2); text-decoration: underline; text-decoration-color: var(--line-strong); text-underline-offset: 2px; }
  .star::part(button) { color: var(--text-3); background: none; }
  .star.on::part(button) { color: var(--text-2); }
  .foot { display: grid; grid-template-columns: auto minmax(0, 1fr); align-items: center; gap: 12px; padding-block: 6px 8px; padding-inline: 14px 8px; border-block-start: 1px solid var(--line); color: var(--text-2); }

  .about { display: grid; gap: 10px; width: min(340px, 100vw - 48px); }
  .way { display: grid; grid-template-columns: auto auto minmax(0, 1fr); align-items: start; gap: 8px; padding: 6px 4px; border-radius: var(--r-6); }
  .way:hover { background: var(--hover); }
  .way input { margin: 3px 0 0; accent-color: var(--text); }
  .way ui-icon { margin-block-start: 2px; color: var(--text-2); }
  .way b { display: block; font-weight: 500; }
  .way span span, .note { font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
  .note { display: flex; gap: 6px; --icon-size: 14px; }
  .note ui-icon { flex: none; color: var(--warn); }
`;
