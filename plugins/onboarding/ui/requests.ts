/** Passes commands of this window to its gate. */
export const requests = new EventTarget();
