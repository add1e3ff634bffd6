/**
 * Keeps 16 MB of the disk for the day it is full: deleting rows needs room too. Does nothing when the reserve is
 * there, or when the disk has less than four times as much left. Fails silently: an app without a reserve still works.
 */
export declare function keepReserve(folder: string): Promise<boolean>;
/** Gives the reserve back to the disk so that the person can clean up; false if there was none. */
export declare function freeReserve(folder: string): boolean;
