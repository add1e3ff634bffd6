import type { Bounds } from './electron-like.ts';

const defaultSize = { width: 1280, height: 800 };
/** So many pixels of a window must be on a display for the person to drag it. */
const minVisible = 100;

/** The initial bounds of a window: the last ones, unless that display is gone. */
export function openingBounds(last: Bounds | undefined, displays: readonly Bounds[]): Partial<Bounds> {
  if (last === undefined) return defaultSize;
  const home = displays.find(display => overlap(last, display));
  if (home !== undefined) return within(last, home);
  const [{ width, height } = last] = displays;
  return { width: Math.min(last.width, width), height: Math.min(last.height, height) };
}

/** Limited to the display that it opens on: the edges of a larger window could not be reached. */
function within(window: Bounds, display: Bounds): Bounds {
  if (window.width <= display.width && window.height <= display.height) return window;
  return {
    x: window.width > display.width ? display.x : window.x,
    y: window.height > display.height ? display.y : window.y,
    width: Math.min(window.width, display.width),
    height: Math.min(window.height, display.height),
  };
}

function overlap(window: Bounds, display: Bounds): boolean {
  const across = Math.min(window.x + window.width, display.x + display.width) - Math.max(window.x, display.x);
  const down = Math.min(window.y + window.height, display.y + display.height) - Math.max(window.y, display.y);
  // The title bar must be visible too, not only a lower edge.
  return across >= minVisible && down >= minVisible && window.y >= display.y - 1;
}
