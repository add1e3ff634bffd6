let drawing = 0;
let isMarked = false;
const usable = Promise.withResolvers<void>();

/** Resolves after the first views are rendered and painted; load from then on what the first screen does not show. */
export const firstPaint: Promise<void> = usable.promise;

/** Counts the views under construction; when the first ones are all rendered, the window is usable, and a performance mark is set. */
export async function counted<T>(making: Promise<T>): Promise<T> {
  drawing += 1;
  try {
    return await making;
  } finally {
    drawing -= 1;
    if (drawing === 0 && !isMarked) {
      isMarked = true;
      requestAnimationFrame(() => {
        // Forces the layout, which the frame would do right after this, so that the mark includes it.
        document.documentElement.getBoundingClientRect();
        performance.mark('atelier:interactive');
        setTimeout(() => usable.resolve());
      });
    }
  }
}
