import { defineChannel } from '@atelier/kernel';
import type { UpdatesShape } from './generated.ts';

export type { Offer, Problem, ReleaseFeed, ReleaseFile, SignedFeed, Status, UpdatesShape } from './generated.ts';
export { validate as validateReleaseFeed } from './release-feed.schema.validate.js';
export { validate as validateSignedFeed } from './signed-feed.schema.validate.js';

/** Checks for, downloads and installs newer versions of Atelier. */
export const UpdatesChannel = defineChannel<UpdatesShape>('updates');
