import type { AtelierWindow } from './atelier-window.ts';

let current: AtelierWindow | undefined;

/** The window of this page, for elements that are not created by it. */
export function theWindow(): AtelierWindow {
  if (current === undefined) throw new Error('There is no window yet: main.ts makes it before anything is drawn.');
  return current;
}

export function setWindow(window: AtelierWindow): void {
  current = window;
}
