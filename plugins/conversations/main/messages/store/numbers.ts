const places = 2 ** 26;

/** Stands for a conversation's title in the full text. */
export const titlePosition = places - 1;

/** One number for a conversation's own and a position in it, so that the order of numbers is the order of messages. */
export const numberOf = (conversation: number, position: number): number => conversation * places + position;
export const positionOf = (number: number): number => number % places;
export const conversationOf = (number: number): number => Math.floor(number / places);
