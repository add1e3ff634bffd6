import { css } from 'lit';

export const teamStyles = css`
  * { box-sizing: border-box; }
  :host { display: flex; flex-direction: column; height: 100%; min-height: 0; overflow: auto; background: var(--surface); color: var(--text); font: var(--t-13); scrollbar-width: thin; }
  header { display: flex; align-items: center; flex: none; gap: 8px; min-height: var(--h-title); padding-block: 4px; padding-inline: 16px 8px; border-block-end: 1px solid var(--line); }
  h2 { margin: 0; font: var(--t-13); font-weight: 600; }
  .quiet { color: var(--text-2); font: var(--t-12); }
  .grow { flex: 1; min-width: 0; }
  ui-empty, ui-progress { flex: 1; }
  ui-alert { flex: none; margin: 8px 16px; }
  .sum { display: grid; flex: none; grid-template-columns: repeat(4, auto); justify-content: space-between; gap: 4px 12px; margin: 0; padding: 10px 16px 8px; font-variant-numeric: tabular-nums; }
  .sum div { min-width: 0; }
  .sum dd { margin: 0; font: 600 16px/24px var(--font); letter-spacing: -.01em; }
  .sum dt { color: var(--text-2); font: var(--t-11); text-wrap: pretty; }
  .sum div { display: flex; flex-direction: column-reverse; justify-content: flex-end; }
  .used { display: flex; flex: none; gap: 1px; height: 4px; margin: 0 16px 10px; overflow: hidden; border-radius: 2px; background: var(--selected); }
  .used i { background: var(--text-2); }
  section { flex: none; padding: 4px 8px 6px; border-block-start: 1px solid var(--line); }
  h3 { display: flex; align-items: center; gap: 8px; min-height: 28px; margin: 0; padding-inline: 8px; color: var(--text); font: 600 12px/16px var(--font); }
  h3 span { color: var(--text-2); font-weight: 400; }
  ul { max-height: 208px; margin: 0; padding: 0; overflow: auto; list-style: none; scrollbar-width: thin; }
  li { display: flex; align-items: center; gap: 8px; min-height: 26px; padding-inline: 8px; }
  li .what { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  li .who { flex: none; max-width: 40%; overflow: hidden; color: var(--text-2); font: var(--t-12); text-overflow: ellipsis; white-space: nowrap; }
  li.done .what { color: var(--text-2); }
  .line { display: grid; grid-template-columns: minmax(0, 1fr) 40px 44px 64px 24px; gap: 0 8px; align-items: center; }
  section { container-type: inline-size; }
  .names { min-height: 24px; padding-inline: 32px 6px; color: var(--text-2); font: var(--t-11); }
  .one .end { font: var(--t-12); }
  .end { text-align: end; font-variant-numeric: tabular-nums; }
  .one { position: relative; min-height: 46px; padding-block: 5px; padding-inline: 8px 6px; border-radius: var(--r-6); }
  .one:hover { background: var(--hover); }
  .one.on { background: var(--selected); }
  .one .end { color: var(--text-2); }
  .one.running .end { color: var(--text); }
  .one > button { display: flex; gap: 8px; min-width: 0; padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: start; cursor: pointer; }
  .one > button::before { position: absolute; inset: 0; border-radius: inherit; content: ''; }
  .one > button:focus-visible { outline: none; }
  .one > button:focus-visible::before { outline: 2px solid var(--focus); outline-offset: -2px; }
  .one ui-state { margin-block-start: 1px; }
  .one ui-icon-button { position: relative; }
  .one.inner > button { padding-inline-start: 16px; }
  .about { min-width: 0; }
  .about span { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .about b { font-weight: 500; }
  .about .model { display: inline; }
  @container (max-width: 420px) { .about .model { display: none; } }
  specialists-one { flex: 1 0 260px; min-height: 0; border-block-start: 1px solid var(--line); }
`;

export const oneStyles = css`
  * { box-sizing: border-box; }
  :host { display: flex; flex-direction: column; min-height: 0; }
  header { display: flex; align-items: center; flex: none; gap: 8px; min-height: 40px; padding-inline: 16px 8px; }
  header b { min-width: 0; overflow: hidden; font-weight: 600; text-overflow: ellipsis; white-space: nowrap; }
  header span { flex: 1; min-width: 0; overflow: hidden; color: var(--text-2); font: var(--t-12); text-overflow: ellipsis; white-space: nowrap; }
  .may { display: flex; flex: none; flex-wrap: wrap; gap: 4px 6px; margin: 0; padding: 0 16px 8px; list-style: none; }
  .may li { max-width: 100%; padding: 1px 6px; overflow: hidden; border: 1px solid var(--line); border-radius: var(--r-4); font: 500 11px/16px var(--font); text-overflow: ellipsis; white-space: nowrap; }
  .log { flex: 1; min-height: 96px; padding: 0 16px 8px; overflow: auto; scrollbar-width: thin; }
  .log:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
  .log div { display: flex; align-items: baseline; gap: 8px; min-height: 26px; padding-block: 3px; }
  .log ui-icon, .log ui-state { --icon-size: 14px; flex: none; align-self: center; color: var(--text-2); }
  .log b { flex: none; font-weight: 500; }
  .log code, .log .given { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .log code { font: var(--c-12); direction: ltr; text-align: start; unicode-bidi: isolate; }
  .log .given { color: var(--text-2); font: var(--t-12); }
  .log .added { color: var(--added-text); font: var(--t-12); }
  .log .removed { color: var(--removed-text); font: var(--t-12); }
  .log p { margin: 0; padding-block: 4px; white-space: pre-wrap; overflow-wrap: anywhere; }
  ui-alert { flex: none; margin: 0 16px 8px; }
  form { display: flex; flex: none; gap: 8px; padding: 6px 8px 8px; }
  form ui-input { flex: 1; min-width: 0; }
  .on { flex: none; padding: 0 16px 10px; }
`;
