/**
 * Where releases are announced, and the key that signs them: none yet, because whoever publishes the first release makes the
 * key. A feed that the person sets stands in its place.
 */
export const builtInFeed = { feed: '', key: '' } as const;
