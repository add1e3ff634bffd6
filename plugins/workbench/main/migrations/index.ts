import type { Migration } from '@atelier/kernel';
import { createPreferences } from './0010-create-preferences.ts';

export const migrations: readonly Migration[] = [createPreferences];
