import { css } from 'lit';

export const detailStyles = css`
  * { box-sizing: border-box; }
  :host { display: block; overflow: auto; padding: 20px 32px 24px; container-type: inline-size; scrollbar-width: thin; font: var(--t-13); color: var(--text); }
  header { display: grid; grid-template: 'name acts' 'facts facts' / minmax(0, 1fr) auto; align-items: start; gap: 2px 16px; }
  h2 { grid-area: name; }
  .facts { grid-area: facts; }
  .acts { grid-area: acts; }
  h2 { margin: 0; font: 600 20px/28px var(--font); letter-spacing: -0.012em; overflow-wrap: anywhere; text-wrap: pretty; }
  .facts { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 8px; font: var(--t-12); color: var(--text-2); }
  .acts { display: flex; flex-wrap: wrap; gap: 8px; }
  .content { margin: 12px 0 0; max-width: 68ch; font: 400 14px/22px var(--font); overflow-wrap: anywhere; white-space: pre-wrap; text-wrap: pretty; }
  ui-alert { display: block; margin-block-start: 16px; }
  .pairs { margin-block-start: 16px; border: 1px solid var(--line); border-radius: var(--r-8); overflow: hidden; background: var(--raised); }
  .top { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; padding: 10px 12px; }
  .top b { font-weight: 600; }
  .top span { margin-inline-start: auto; font: var(--t-12); color: var(--text-2); }
  .pair { display: grid; grid-template-columns: 1fr 1fr; border-block-start: 1px solid var(--line); }
  .pair > div { position: relative; min-width: 0; padding-block: 10px 12px; padding-inline: 36px 12px; }
  .pair > div + div { border-inline-start: 1px solid var(--line); }
  .pair ui-state { position: absolute; inset-inline-start: 12px; inset-block-start: 11px; }
  .lab { font: 500 11px/16px var(--font); color: var(--text-2); }
  .pair p { margin: 2px 0 4px; font: 500 14px/22px var(--font); overflow-wrap: anywhere; }
  .pair .old p { font-weight: 400; color: var(--text-2); }
  .old mark { background: var(--removed-mark); color: inherit; border-radius: 2px; }
  .now mark { background: var(--added-mark); color: inherit; border-radius: 2px; }
  q { display: block; font: var(--t-12); color: var(--text-2); overflow-wrap: anywhere; }
  .small { margin-block-start: 6px; font: var(--t-11); color: var(--text-2); font-variant-numeric: tabular-nums; }
  .foot { display: flex; flex-wrap: wrap; align-items: center; justify-content: flex-end; gap: 8px; padding: 8px 12px; border-block-start: 1px solid var(--line); }
  .foot > span { flex: 1 1 200px; font: var(--t-12); color: var(--text-2); }
  .two { display: grid; grid-template-columns: minmax(0, 1fr) 272px; gap: 4px 32px; }
  h3 { display: flex; align-items: center; gap: 8px; min-height: 28px; margin: 16px 0 4px; font: 600 13px/20px var(--font); }
  h3 > :last-child:not(:first-child) { margin-inline-start: auto; }
  h3 span + span { font: var(--t-12); color: var(--text-2); }
  .card { border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); overflow: hidden; }
  .source-head { display: flex; align-items: center; gap: 8px; min-height: 36px; padding: 6px 12px; border-block-end: 1px solid var(--line); font: var(--t-12); color: var(--text-2); }
  .source-head b { flex: 1; min-width: 0; font-weight: 500; color: var(--text); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .source-head ui-icon, .source-foot ui-icon { color: var(--text-3); }
  blockquote { margin: 0; padding: 12px; font: 400 14px/22px var(--font); overflow-wrap: anywhere; white-space: pre-wrap; }
  .source-foot { display: flex; align-items: flex-start; gap: 8px; padding: 8px 12px; border-block-start: 1px solid var(--line); font: var(--t-12); color: var(--text-2); --icon-size: 14px; }
  .source-foot:first-child { border: 0; }
  .source-foot.warn ui-icon { color: var(--warn); }
  .near { display: flex; align-items: center; gap: 12px; width: 100%; min-height: 36px; padding-block: 4px; padding-inline: 0 8px; border: 0; border-block-start: 1px solid var(--line); background: none; color: inherit; font: inherit; text-align: start; cursor: pointer; }
  .near:first-of-type { border-block-start: 0; }
  .near:hover { background: var(--hover); }
  .near:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; border-radius: var(--r-6); }
  .near ui-icon { color: var(--text-3); }
  .near > span { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .near time { font: var(--t-11); color: var(--text-2); font-variant-numeric: tabular-nums; }
  .chart { padding: 12px 12px 8px; }
  svg { display: block; width: 100%; height: 44px; overflow: visible; font: 11px var(--font); }
  svg text { fill: var(--text-2); font-variant-numeric: tabular-nums; }
  svg .strong { fill: var(--text); }
  dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 12px; margin: 0; font: var(--t-12); line-height: 18px; }
  .chart + dl { padding: 0 12px 10px; }
  dt { color: var(--text-2); }
  dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
  dd.mono { font: 400 12px/18px var(--mono); }
  @container (max-width: 620px) {
    header { grid-template: 'name' 'facts' 'acts' / minmax(0, 1fr); }
    .acts { margin-block-start: 8px; }
    .two { grid-template-columns: minmax(0, 1fr); }
    .pair { grid-template-columns: minmax(0, 1fr); }
    .pair > div + div { border-inline-start: 0; border-block-start: 1px solid var(--line); }
  }
  @media (max-width: 560px) { :host { padding: 12px 16px 24px; } }
`;
