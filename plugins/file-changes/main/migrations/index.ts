import { createChanges } from './0010-create-changes.ts';

export const migrations = [createChanges];
