import type { Migration } from '@atelier/kernel';
import { createMemories } from './0010-create-memories.ts';

export const migrations: readonly Migration[] = [createMemories];
