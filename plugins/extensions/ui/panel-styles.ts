import { css } from 'lit';

/** A list and what one chose of it, side by side where there is room, else one after the other. */
export const panelStyles = css`
  * { box-sizing: border-box; }
  :host { display: flex; flex-direction: column; height: 100%; min-height: 0; container-type: inline-size; }
  .bar { display: flex; align-items: center; gap: 8px; flex: none; min-height: 40px; padding-inline: 20px 12px; border-block-end: 1px solid var(--line); }
  .bar ui-tabs { flex: 0 1 auto; }
  .bar .narrow { display: none; }
  .grow { flex: 1; }
  .problem { margin: 12px 16px 0; }
  .columns { display: grid; grid-template-columns: 372px minmax(0, 1fr); flex: 1; min-height: 0; }
  .list { border-inline-end: 1px solid var(--line); min-height: 0; min-width: 0; }
  .wait { padding: 12px 4px; }
  .details { min-height: 0; min-width: 0; }
  .details ui-empty { height: 100%; }
  @container (max-width: 860px) {
    .wide { display: none; }
    .columns { grid-template-columns: minmax(0, 1fr); }
    .list { border: 0; }
    .columns:not(.chosen) .details, .columns.chosen .list { display: none; }
    .columns.chosen { --back: flex; }
    .bar .narrow { display: flex; }
  }
  @container (max-width: 480px) {
    .bar { padding-inline: 12px 4px; gap: 4px; }
    .bar .middle { display: none; }
  }
`;
