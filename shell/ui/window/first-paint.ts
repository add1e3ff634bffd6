let pending = 0;
let isMarked = false;
const painted = Promise.withResolvers<void>();

/** Resolves after the first views are rendered and painted. Code that the first screen does not need is loaded after it. */
export const firstPaint: Promise<void> = painted.promise;

/** Counts the views that are being rendered. When none is left for the first time, sets a performance mark and resolves `firstPaint`. */
export async function trackRendering<T>(rendering: Promise<T>): Promise<T> {
  pending += 1;
  try {
    return await rendering;
  } finally {
    pending -= 1;
    if (pending === 0 && !isMarked) {
      isMarked = true;
      requestAnimationFrame(() => {
        // Forces the layout of this frame, so that the mark includes it.
        document.documentElement.getBoundingClientRect();
        performance.mark('atelier:interactive');
        setTimeout(() => painted.resolve());
      });
    }
  }
}
