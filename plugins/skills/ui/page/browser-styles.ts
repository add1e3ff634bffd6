import { css } from 'lit';

export const browserStyles = css`
  * { box-sizing: border-box; }
  :host { display: flex; flex-direction: column; height: 100%; min-height: 0; font: var(--t-13); color: var(--text); }
  .cols { flex: 1; display: grid; grid-template-columns: minmax(0, 1fr); min-height: 0; }
  .cols.opened { grid-template-columns: minmax(0, 1fr) minmax(0, 480px); }
  .list, .one { min-height: 0; overflow: auto; padding: 12px 20px 24px; }
  .one { border-inline-start: 1px solid var(--line); }
  .back { display: none; }
  .list { display: flex; flex-direction: column; }
  footer { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px; margin-block-start: auto; padding-block-start: 12px; border-block-start: 1px solid var(--line); color: var(--text-2); font: var(--t-12); }
  .list > :nth-last-child(2) { margin-block-end: 24px; }
  .nothing { display: grid; place-items: center; height: 100%; }
  .bar { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin-block-start: 8px; }
  .bar > ui-select:last-child { margin-inline-start: auto; }
  .filters > ui-select:last-child { margin-inline-start: 0; }
  h2 { margin: 24px 0 8px; font: var(--t-13); font-weight: 600; }
  ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(260px, 100%), 1fr)); gap: 12px; margin: 0; padding: 0; list-style: none; }
  .categories { grid-template-columns: repeat(auto-fill, minmax(180px, 1fr)); gap: 8px; }
  li button { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; width: 100%; padding: 12px; border: 0; background: none; color: inherit; font: inherit; text-align: start; cursor: pointer; overflow-wrap: anywhere; }
  li { position: relative; display: flex; flex-direction: column; border: 1px solid var(--line); border-radius: 8px; background: var(--raised); }
  li:hover, li[data-on] { background: var(--hover); }
  .categories span { flex: 1; }
  .card button { flex: 1; align-content: start; padding-block-end: 8px; }
  /* All of the card opens it. */
  .card button::after { content: ''; position: absolute; inset: 0; }
  button:focus-visible { outline: 0; }
  li:has(> button:focus-visible) { outline: 2px solid var(--focus); outline-offset: 1px; }
  .tile { display: grid; place-items: center; flex: none; width: 32px; height: 32px; border-radius: 8px; background: var(--sunken); }
  .who { flex: 1; min-width: 60%; }
  .who > * { display: block; }
  .card ui-state { align-self: start; }
  .card > .meta { display: flex; align-items: center; justify-content: space-between; gap: 8px; min-height: 32px; padding: 0 12px 8px; }
  .card ui-button { z-index: 1; }
  .about { flex-basis: 100%; display: -webkit-box; overflow: hidden; -webkit-line-clamp: 2; -webkit-box-orient: vertical; }
  .meta, small, p { color: var(--text-2); font: var(--t-12); }
  p { margin: 0; }
  @media (max-width: 899px) {
    .cols.opened { grid-template-columns: minmax(0, 1fr); }
    .cols.opened .list { display: none; }
    .one { border: 0; }
    .back { display: block; margin-block-end: 8px; }
  }
`;
