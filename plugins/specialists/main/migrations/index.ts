import type { Migration } from '@atelier/kernel';
import { createSpecialists } from './0010-create-specialists.ts';
import { trustedFolders } from './0020-trusted-folders.ts';

/** In the order in which they run. A new one gets its own file, and an id that is 10 higher. */
export const migrations: readonly Migration[] = [createSpecialists, trustedFolders];
