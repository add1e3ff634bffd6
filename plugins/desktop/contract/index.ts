import { defineChannel } from '@atelier/kernel';
import type { DesktopShape } from './generated.ts';

export type { Behaviour } from './generated.ts';

/** How the program behaves on this desktop. */
export const DesktopChannel = defineChannel<DesktopShape>('desktop');
