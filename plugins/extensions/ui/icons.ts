import type { ExtensionState } from '@atelier/kernel';
import { css, svg, type TemplateResult } from 'lit';

/** One shape and one colour a state, the same everywhere; never colour alone. */
export const iconStyles = css`
  svg { display: block; flex: none; width: 16px; height: 16px; fill: none; stroke: currentColor; stroke-width: var(--stroke); stroke-linecap: round; stroke-linejoin: round; }
  .state-need { fill: var(--warn); stroke: none; }
  .state-failed { stroke: var(--danger); stroke-width: 1.5; }
  .state-active { stroke: var(--ok); }
  .state-idle, .state-off { stroke: var(--text-3); }
  .state-waking { stroke: var(--text-2); }
  .state-waking circle { opacity: 0.28; }
  .state-waking path { transform-origin: 8px 8px; animation: turn 1.1s linear infinite; }
  @keyframes turn { to { transform: rotate(360deg); } }
  @media (prefers-reduced-motion: reduce) { .state-waking path { animation: none; } }
`;

const shapes: Record<ExtensionState, () => TemplateResult> = {
  quarantined: () =>
    svg`<svg class="state-need" viewBox="0 0 16 16" aria-hidden="true"><rect x="3.4" y="3.4" width="9.2" height="9.2" rx="2" transform="rotate(45 8 8)"/></svg>`,
  refused: () =>
    svg`<svg class="state-need" viewBox="0 0 16 16" aria-hidden="true"><rect x="3.4" y="3.4" width="9.2" height="9.2" rx="2" transform="rotate(45 8 8)"/></svg>`,
  failed: () =>
    svg`<svg class="state-failed" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6.2"/><path d="m5.8 5.8 4.4 4.4m0-4.4-4.4 4.4"/></svg>`,
  active: () => svg`<svg class="state-active" viewBox="0 0 16 16" aria-hidden="true"><path d="m3 8.6 3.2 3.2L13 4.8"/></svg>`,
  waking: () =>
    svg`<svg class="state-waking" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="5.8"/><path d="M8 2.2A5.8 5.8 0 0 1 13.8 8"/></svg>`,
  dormant: () =>
    svg`<svg class="state-idle" viewBox="0 0 16 16" aria-hidden="true"><path d="M13.4 9.6A5.8 5.8 0 1 1 6.4 2.6a4.6 4.6 0 0 0 7 7Z"/></svg>`,
  stopped: () => svg`<svg class="state-off" viewBox="0 0 16 16" aria-hidden="true"><path d="M3.6 8h8.8"/></svg>`,
};

export function stateIcon(state: ExtensionState): TemplateResult {
  return shapes[state]();
}

export const puzzle = svg`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M15.39 4.39a1 1 0 0 0 1.68-.474 2.5 2.5 0 1 1 3.014 3.015 1 1 0 0 0-.474 1.68l1.683 1.682a2.414 2.414 0 0 1 0 3.414L19.61 15.39a1 1 0 0 1-1.68-.474 2.5 2.5 0 1 0-3.014 3.015 1 1 0 0 1 .474 1.68l-1.683 1.682a2.414 2.414 0 0 1-3.414 0L8.61 19.61a1 1 0 0 0-1.68.474 2.5 2.5 0 1 1-3.014-3.015 1 1 0 0 0 .474-1.68l-1.683-1.682a2.414 2.414 0 0 1 0-3.414L4.39 8.61a1 1 0 0 1 1.68.474 2.5 2.5 0 1 0 3.014-3.015 1 1 0 0 1-.474-1.68l1.683-1.682a2.414 2.414 0 0 1 3.414 0z"/></svg>`;
export const cube = svg`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M11 21.73a2 2 0 0 0 2 0l7-4A2 2 0 0 0 21 16V8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.73z"/><path d="M12 22V12"/><polyline points="3.29 7 12 12 20.71 7"/></svg>`;
export const chevron = svg`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="m9 6 6 6-6 6"/></svg>`;
