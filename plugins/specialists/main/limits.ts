/** Of what begins in one turn of a conversation: how many specialists, how deep, and how many work at once. */
export const most = { calls: 8, depth: 2, atOnce: 3 } as const;

/** What all of them together may use; money is in dollars. A model without a price is held by its tokens. */
export const treeLimits = { tokens: 3_000_000, money: 5 } as const;
