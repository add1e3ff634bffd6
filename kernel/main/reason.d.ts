/** What was thrown, in its own words and without a full stop: for brackets, and for sentences that bring their own. */
export declare function bareReasonOf(thrown: unknown): string;
/** The sentence of whatever was thrown, ending in a full stop so that it can stand inside another text. */
export declare function reasonOf(thrown: unknown): string;
