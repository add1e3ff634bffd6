/** A page asks for a port to the kernel. */
export const connectChannel = 'atelier:connect';
/** A page is handed one; the preload passes it on as a message of the window, under the same name. */
export const portChannel = 'atelier:port';
/** The one function that a page finds on its window. */
export const connectFunction = 'atelierConnect';
