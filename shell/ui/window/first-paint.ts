let drawing = 0;
let isMarked = false;
const usable = Promise.withResolvers<void>();

/** Resolves when the first views stand and the browser has had time to show them; what nobody sees yet is loaded from then on. */
export const firstPaint: Promise<void> = usable.promise;

/** Counts the views that are being made; once the first ones all stand, the window can be used, and that moment is marked. */
export async function counted<T>(making: Promise<T>): Promise<T> {
  drawing += 1;
  try {
    return await making;
  } finally {
    drawing -= 1;
    if (drawing === 0 && !isMarked) {
      isMarked = true;
      requestAnimationFrame(() => {
        // What has no place yet cannot be used; the frame would lay it out right after this.
        document.documentElement.getBoundingClientRect();
        performance.mark('atelier:interactive');
        setTimeout(() => usable.resolve());
      });
    }
  }
}
