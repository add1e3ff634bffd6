import type { Bounds } from './electron-like.ts';

const usual = { width: 1280, height: 800 };
/** So much of a window must lie on some display for a person to get hold of it. */
const grip = 100;

/** Where a window opens: where it was, unless that display is gone. */
export function openingBounds(last: Bounds | undefined, displays: readonly Bounds[]): Partial<Bounds> {
  if (last === undefined) return usual;
  return displays.some(display => overlap(last, display)) ? last : { width: last.width, height: last.height };
}

function overlap(window: Bounds, display: Bounds): boolean {
  const across = Math.min(window.x + window.width, display.x + display.width) - Math.max(window.x, display.x);
  const down = Math.min(window.y + window.height, display.y + display.height) - Math.max(window.y, display.y);
  // The title bar must be there too, not only a lower edge.
  return across >= grip && down >= grip && window.y >= display.y - 1;
}
