import { defineChannel } from '@atelier/kernel';
import type { StartupShape } from './generated.ts';

export type { Behaviour } from './generated.ts';

/** How the program starts and closes on this desktop. */
export const StartupChannel = defineChannel<StartupShape>('startup');
