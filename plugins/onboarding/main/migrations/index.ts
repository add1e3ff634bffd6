import { createProgress } from './0010-create-progress.ts';

/** In the order in which they run. A new one gets its own file, and an id that is 10 higher. */
export const migrations = [createProgress];
