import { defineChannel } from '@atelier/kernel';
import type { TemplateShape } from './generated.ts';

export type { Note } from './generated.ts';

/** Lists the notes, and reports when one was added. */
export const TemplateChannel = defineChannel<TemplateShape>('template');
