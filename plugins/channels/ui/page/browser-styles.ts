import { css } from 'lit';

export const browserStyles = css`
  * { box-sizing: border-box; }
  :host { display: flex; flex-direction: column; height: 100%; min-height: 0; font: var(--t-13); color: var(--text); }
  .body { flex: 1; min-height: 0; container-type: inline-size; }
  .small, .back { display: none; }
  .problem { padding: 20px; }
  .nothing { display: grid; place-items: center; height: 100%; }
  .cols { display: grid; grid-template-columns: 300px minmax(0, 1fr); height: 100%; min-height: 0; }
  .cols > * { min-height: 0; min-width: 0; }
  .one { display: flex; flex-direction: column; overflow: auto; scrollbar-width: thin; }
  channels-list { border-inline-end: 1px solid var(--line); }
  @container (max-width: 680px) {
    .cols { grid-template-columns: minmax(0, 1fr); }
    channels-list { border: 0; }
    .one { display: none; }
    .opened > channels-list { display: none; }
    .opened > .one { display: flex; }
    .back { display: flex; position: sticky; inset-block-start: 0; z-index: 2; flex: none; padding: 6px 8px; border-block-end: 1px solid var(--line); background: var(--surface); }
  }
  @media (max-width: 719px) { .large { display: none; } .small { display: revert; } }
`;
