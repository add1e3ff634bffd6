import type { ITheme } from '@xterm/xterm';

/** The names that programs give to colours, and the tokens that they are drawn in. */
const tokens = {
  background: '--sunken',
  foreground: '--code-text',
  cursor: '--code-text',
  cursorAccent: '--sunken',
  selectionBackground: '--accent-text',
  selectionForeground: '--sunken',
  black: '--code-text',
  red: '--danger-text',
  green: '--ok-text',
  yellow: '--warn-text',
  blue: '--code-function',
  magenta: '--code-keyword',
  cyan: '--code-type',
  white: '--code-punct',
} as const satisfies Partial<Record<keyof ITheme, string>>;

/** The colours of the page's theme, as numbers: a token may be in any notation that the browser knows. */
export function shellColours(element: Element): ITheme {
  const style = getComputedStyle(element);
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const hexOf = (token: string): string => {
    if (canvas === null) return '#808080';
    canvas.fillStyle = style.getPropertyValue(token);
    canvas.fillRect(0, 0, 1, 1);
    return `#${[...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)].map(byte => byte.toString(16).padStart(2, '0')).join('')}`;
  };
  const all: Record<string, string> = Object.fromEntries(Object.entries(tokens).map(([name, token]) => [name, hexOf(token)]));
  const bright = ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'].map(name => [
    `bright${name[0]?.toUpperCase()}${name.slice(1)}`,
    all[name],
  ]);
  return { ...all, ...Object.fromEntries(bright), brightBlack: hexOf('--code-comment') };
}
