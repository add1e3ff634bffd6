/**
 * Reads a whole database that nobody has open and answers with the first fault, or 'ok'. In a thread of its own: it takes a
 * second for each hundred megabytes, and nobody should wait for that.
 */
export declare function checkPages(file: string, driver: string): Promise<string>;
