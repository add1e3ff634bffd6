import type { ExtensionPaths } from '@atelier/kernel';
import { extensionErrors } from '../../errors/extension.ts';
import type { ChildInit } from './wire.ts';
import { fromWireError } from './wire-error.ts';

/** `ctx.paths` of an isolated extension: the kernel computed all of it before the start, so that no request is needed. */
export function handedPaths({ declared: { id }, paths, handed }: ChildInit): ExtensionPaths {
  return {
    ...paths,
    profile(name) {
      const row = Object.hasOwn(handed.rows, name) ? handed.rows[name] : undefined;
      if (row === undefined) throw extensionErrors['extension/profile-closed']({ id, name });
      if ('refused' in row) throw fromWireError(row.refused);
      return row.path;
    },
    openToTools: () => handed.openToTools,
  };
}
