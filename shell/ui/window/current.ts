import type { AtelierWindow } from './atelier-window.ts';

let current: AtelierWindow | undefined;

/** A page is one window; outlets inside plugins' views find it here. */
export function theWindow(): AtelierWindow {
  if (current === undefined) throw new Error('There is no window yet: main.ts makes it before anything is drawn.');
  return current;
}

export function setWindow(window: AtelierWindow): void {
  current = window;
}
