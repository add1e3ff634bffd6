/** What this page is called while it is open, so that one window of several can be meant. */
export const windowId: string = crypto.randomUUID();
