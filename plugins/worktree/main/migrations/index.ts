import type { Migration } from '@atelier/kernel';
import { createTries } from './0010-create-tries.ts';
import { createSetups } from './0020-create-setups.ts';
import { createResolutions } from './0030-create-resolutions.ts';
import { createTrusted } from './0040-create-trusted.ts';
import { orderNumbers } from './0050-order-numbers.ts';

/** In the order in which they run. A new one gets its own file, and an id that is 10 higher. */
export const migrations: readonly Migration[] = [createTries, createSetups, createResolutions, createTrusted, orderNumbers];
