import type { Migration } from '@atelier/kernel';
import { createFacts } from './0010-create-facts.ts';

export const migrations: readonly Migration[] = [createFacts];
