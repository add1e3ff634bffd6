import type { Migration } from '@atelier/kernel';
import { createRuntimes } from './0010-create-runtimes.ts';

export const migrations: readonly Migration[] = [createRuntimes];
