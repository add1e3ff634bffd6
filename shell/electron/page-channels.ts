/** The page's request for a port to the kernel. */
export const connectChannel = 'atelier:connect';
/** The answer with the port; the preload passes it on as a message of the window, under the same name. */
export const portChannel = 'atelier:port';
/** The only function that the preload adds to the page's window. */
export const connectFunction = 'atelierConnect';
