const places = 2 ** 26;

/** The position of a conversation's title in the full text. */
export const titlePosition = places - 1;

/** Combines a conversation's number and a position into one number that sorts in the order of messages. */
export const numberOf = (conversation: number, position: number): number => conversation * places + position;
export const positionOf = (number: number): number => number % places;
export const conversationOf = (number: number): number => Math.floor(number / places);
