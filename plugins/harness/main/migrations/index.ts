import type { Migration } from '@atelier/kernel';
import { createRatings } from './0010-create-ratings.ts';

/** In the order in which they run. A new one gets its own file, and an id that is 10 higher. */
export const migrations: readonly Migration[] = [createRatings];
