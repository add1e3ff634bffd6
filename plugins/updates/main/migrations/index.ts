import type { Migration } from '@atelier/kernel';
import { createNotes } from './0010-create-notes.ts';

export const migrations: readonly Migration[] = [createNotes];
