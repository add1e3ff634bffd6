/** Identifies this window while it is open. */
export const windowId: string = crypto.randomUUID();
