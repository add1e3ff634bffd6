import { createProgress } from './0010-create-progress.ts';

/** In the order in which they run. A new one gets the next ten and a file of its own. */
export const migrations = [createProgress];
