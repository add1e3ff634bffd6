import { css } from 'lit';

/** What the parts of a channel share. */
export const partStyles = css`
  * { box-sizing: border-box; }
  h3 { display: flex; align-items: center; gap: 8px; min-height: 28px; margin: 0 0 4px; font: 600 13px/20px var(--font); }
  h3 span { margin-inline-start: auto; font: var(--t-12); font-weight: 400; color: var(--text-2); text-align: end; }
  ul, ol { margin: 0; padding: 0; list-style: none; }
  p { margin: 0; font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
  .card { padding: 12px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); }
`;

export const channelStyles = css`
  ${partStyles}
  :host { display: block; font: var(--t-13); color: var(--text); container-type: inline-size; }
  .page { max-width: 880px; padding: 20px 32px 32px; }
  header { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; }
  .tile { display: grid; flex: none; place-items: center; width: 48px; height: 48px; border-radius: var(--r-8); background: var(--hover); color: var(--text-2); --icon-size: 22px; }
  .who { flex: 1 1 200px; min-width: 0; }
  h2 { margin: 0; font: 600 20px/28px var(--font); letter-spacing: -0.012em; overflow-wrap: anywhere; }
  .about { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 8px; font: var(--t-12); color: var(--text-2); }
  .about ui-state { --icon-size: 14px; margin-inline-end: 6px; vertical-align: -2px; }
  code { font: 400 12px/20px var(--mono); overflow-wrap: anywhere; }
  .acts { display: flex; align-items: center; gap: 8px; }
  .acts ui-switch { display: flex; align-items: center; min-height: 28px; font: var(--t-12); color: var(--text-2); }
  ui-alert { margin-block-start: 16px; }
  .two { display: grid; grid-template-columns: minmax(0, 1fr) 288px; gap: 20px 32px; margin-block-start: 16px; }
  .two > div { min-width: 0; }
  .two section + section, .threads { margin-block-start: 20px; }
  .threads a, .threads button { display: flex; align-items: center; gap: 12px; width: calc(100% + 16px); min-height: 36px; margin: 0 -8px; padding: 0 8px; border: 0; border-radius: var(--r-6); background: none; color: inherit; font: inherit; text-align: start; }
  .threads button:hover { background: var(--hover); }
  .threads button:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
  .threads ui-icon { color: var(--text-3); }
  .threads b { flex: 1; min-width: 0; overflow: hidden; font-weight: 400; text-overflow: ellipsis; white-space: nowrap; }
  .threads small, .threads time { flex: none; font: var(--t-12); color: var(--text-2); }
  @container (max-width: 760px) { .two { grid-template-columns: minmax(0, 1fr); } }
  @container (max-width: 480px) { .page { padding: 16px 16px 24px; } }
`;

export const asksStyles = css`
  ${partStyles}
  :host { display: block; font: var(--t-13); color: var(--text); }
  .ask { margin-block-start: 16px; border: 1px solid var(--warn); border-radius: var(--r-8); background: var(--raised); overflow: hidden; }
  .top { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 10px; padding: 10px 12px 4px; }
  .top b { font-weight: 600; }
  .top span { flex: 1 1 160px; font: var(--t-12); color: var(--text-2); text-align: end; }
  @media (max-width: 719px) { .top span { flex-basis: 100%; padding-inline-start: 26px; text-align: start; } }
  .said { padding-block: 0 10px; padding-inline: 38px 12px; }
  q { display: block; margin: 4px 0 6px; padding: 7px 10px; border-radius: var(--r-6); background: var(--sunken); font: var(--t-14); quotes: none; }
  q span { display: -webkit-box; overflow: hidden; overflow-wrap: anywhere; -webkit-box-orient: vertical; -webkit-line-clamp: 4; }
  .foot { display: flex; flex-wrap: wrap; align-items: center; justify-content: end; gap: 8px; padding: 8px 12px; border-block-start: 1px solid var(--line); }
`;

export const messagesStyles = css`
  ${partStyles}
  :host { display: block; font: var(--t-13); color: var(--text); container-type: inline-size; }
  li { display: grid; grid-template-columns: 48px 16px minmax(0, 1fr) auto; gap: 0 12px; align-items: center; min-height: 36px; padding-block: 4px; }
  li + li { border-block-start: 1px solid var(--line); }
  li.uncertain { margin: 0 -8px; padding-inline: 8px; border-color: transparent; border-radius: var(--r-6); background: var(--warn-soft); }
  li.uncertain + li { border-color: transparent; }
  time { font: var(--t-12); color: var(--text-2); font-variant-numeric: tabular-nums; white-space: nowrap; }
  ui-icon { color: var(--text-3); }
  .text { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .dropped .text { color: var(--text-2); }
  .state { display: flex; align-items: center; gap: 6px; font: var(--t-12); color: var(--text-2); --icon-size: 14px; }
  .problem { grid-column: 3 / -1; overflow-wrap: anywhere; }
  ui-button { margin-block-start: 8px; }
  @container (max-width: 420px) {
    li { grid-template-columns: 16px minmax(0, 1fr) auto; }
    .text { display: -webkit-box; grid-column: 1 / -1; grid-row: 2; white-space: normal; overflow-wrap: anywhere; -webkit-box-orient: vertical; -webkit-line-clamp: 2; }
    time { grid-column: 2; grid-row: 1; }
    li > ui-icon { grid-column: 1; grid-row: 1; }
    .state { grid-column: 3; grid-row: 1; }
    .problem { grid-column: 1 / -1; }
  }
`;

export const peopleStyles = css`
  ${partStyles}
  :host { display: block; font: var(--t-13); color: var(--text); }
  section + section { margin-block-start: 16px; }
  .code { display: flex; align-items: center; gap: 4px; }
  .code b { flex: 1; font: 600 20px/28px var(--mono); letter-spacing: 0.08em; font-variant-ligatures: none; }
  .meter { height: 4px; margin: 8px 0 6px; border-radius: 2px; background: var(--selected); overflow: hidden; }
  .meter i { display: block; height: 100%; background: var(--text-2); }
  .card ui-button { margin-block-start: 8px; }
  code { font: 400 12px/16px var(--mono); color: var(--text); }
  li { display: flex; align-items: center; gap: 10px; min-height: 36px; }
  li + li { border-block-start: 1px solid var(--line); }
  .face { display: grid; flex: none; place-items: center; width: 24px; height: 24px; border-radius: 50%; background: var(--hover); font: 600 11px/16px var(--font); color: var(--text-2); --icon-size: 14px; }
  li > b { flex: 1; min-width: 0; overflow: hidden; font-weight: 400; text-overflow: ellipsis; white-space: nowrap; }
  li code { display: block; color: var(--text-2); overflow-wrap: anywhere; white-space: normal; }
  small { flex: none; font: var(--t-12); color: var(--text-2); }
  .else b { color: var(--text-2); }
  li > ui-icon { flex: none; color: var(--text-3); }
  li ui-switch { flex: 1; }
  form { display: flex; gap: 8px; margin-block-start: 8px; }
  form ui-input { flex: 1; min-width: 0; }
  .may { margin-block-end: 4px; }
`;
