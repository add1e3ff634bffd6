import type { Migration } from '@atelier/kernel';
import { createChanges } from './0010-create-changes.ts';
import { relativePaths } from './0020-relative-paths.ts';

/** `profile`: its folder, without links. */
export function migrations(profile: string): readonly Migration[] {
  return [createChanges, relativePaths(profile)];
}
