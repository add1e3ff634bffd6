/** Resolves after the browser has painted the current frame; load from then on what the first frame does not show. */
export function afterPaint(): Promise<void> {
  return new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
}
