import { defineChannel } from '@atelier/kernel';
import type { UpdatesShape } from './generated.ts';

export type { Note } from './generated.ts';

/** Lists the notes and tells when there are more. */
export const UpdatesChannel = defineChannel<UpdatesShape>('updates');
