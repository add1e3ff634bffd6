import type { Migration } from '@atelier/kernel';
import { createChannels } from './0010-create-channels.ts';
import { letFilesGo } from './0020-let-files-go.ts';

/** In the order in which they run. A new one gets its own file, and an id that is 10 higher. */
export const migrations: readonly Migration[] = [createChannels, letFilesGo];
