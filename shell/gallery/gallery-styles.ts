import { css } from 'lit';

export const galleryStyles = css`
  *, *::before, *::after { box-sizing: border-box; }
  :host { display: grid; grid-template: 40px minmax(0, 1fr) / 200px minmax(0, 1fr); height: 100%; }
  header { grid-column: 1 / -1; display: flex; align-items: center; gap: 8px; padding: 0 12px 0 16px; border-block-end: 1px solid var(--line); background: var(--bg); overflow: hidden; }
  h1 { margin: 0; font: 600 13px/20px var(--font); white-space: nowrap; }
  .unseen { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  .count { color: var(--text-3); }
  .grow { flex: 1; }
  nav { overflow: auto; padding: 12px 8px 24px; border-inline-end: 1px solid var(--line); background: var(--bg); scrollbar-width: thin; }
  nav a { display: block; padding: 4px 8px; border-radius: var(--r-6); color: var(--text-2); text-decoration: none; }
  nav a:hover { background: var(--hover); color: var(--text); }
  nav a:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
  main { overflow: auto; background: var(--surface); padding: 0 32px 96px; scroll-behavior: smooth; scrollbar-width: thin; }
  main > * { max-width: 960px; margin-inline: auto; }
  .opening { padding: 48px 0 8px; }
  h2 { margin: 0; font: 600 16px/24px var(--font); letter-spacing: -0.008em; }
  .opening h2 { font: 600 26px/32px var(--font); letter-spacing: -0.018em; }
  .opening p { margin: 8px 0 0; max-width: 64ch; font: var(--t-14); color: var(--text-2); text-wrap: pretty; }
  section { padding-block: 36px 4px; scroll-margin-block-start: 0; }
  .head { display: flex; align-items: baseline; gap: 10px; }
  .head h2::first-letter { text-transform: uppercase; }
  code { font: var(--c-12); color: var(--text-3); font-variant-ligatures: none; direction: ltr; }
  .about { margin: 2px 0 14px; color: var(--text-2); max-width: 76ch; }
  .specimens { display: grid; grid-template-columns: repeat(6, minmax(0, 1fr)); gap: 1px; border: 1px solid var(--line); border-radius: var(--r-8); overflow: hidden; }
  figure { display: flex; flex-direction: column; grid-column: span 2; margin: 0; min-width: 0; box-shadow: 0 0 0 1px var(--line); }
  figure.wide { grid-column: span 3; }
  figure.full { grid-column: 1 / -1; }
  .stage { flex: 1; display: flex; flex-wrap: wrap; align-items: center; align-content: flex-start; gap: 8px 12px; min-height: 72px; padding: 20px 20px 12px; }
  .stage > .fill { flex: 1 1 100%; min-width: 0; }
  .stage > .side { width: 264px; padding: 8px; border-radius: var(--r-8); background: var(--bg); }
  figcaption { padding: 0 20px 10px; font: var(--t-11); color: var(--text-3); }
  .alone { grid-row: 1 / -1; grid-column: 1 / -1; padding: 0; }
  .alone section { padding: 12px; }
  .alone section .about { margin-block-end: 10px; }
  @media (max-width: 720px) { :host { grid-template-columns: minmax(0, 1fr); } nav { display: none; } main { padding-inline: 12px; } figure, figure.wide { grid-column: 1 / -1; } }
`;
