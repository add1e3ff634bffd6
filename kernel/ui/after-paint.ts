/** Resolves when what was drawn has been shown: what nobody sees yet is loaded from then on. */
export function afterPaint(): Promise<void> {
  return new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
}
