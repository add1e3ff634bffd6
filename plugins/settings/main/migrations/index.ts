import type { Migration } from '@atelier/kernel';
import { createSettings } from './0010-create-settings.ts';

export const migrations: readonly Migration[] = [createSettings];
