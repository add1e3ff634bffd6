import { defineChannel } from '@atelier/kernel';
import type { CloudShape } from './generated.ts';

export type { Account, Cloud, CloudShape, Connection, Waiting } from './generated.ts';

/** The clouds that this desktop is connected to, and the sign-in to another. */
export const CloudChannel = defineChannel<CloudShape>('cloud');
