import type { Migration } from '@atelier/kernel';
import { createRegistries } from './0010-create-registries.ts';

export const migrations: readonly Migration[] = [createRegistries];
