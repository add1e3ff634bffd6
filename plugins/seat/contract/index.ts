import { defineChannel } from '@atelier/kernel';
import type { SeatShape } from './generated.ts';

export type { Behaviour } from './generated.ts';

/** How the program behaves on this desktop. */
export const SeatChannel = defineChannel<SeatShape>('seat');
