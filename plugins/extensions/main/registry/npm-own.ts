import { createRequire } from 'node:module';
import { join } from 'node:path';
import { npmFolder } from '../npm.ts';

interface Definitions {
  readonly definitions: { readonly registry: { readonly default: string } };
}

/** The registry that npm asks where nobody told it another, without a slash at its end. */
export function npmOwnRegistry(node: string): string {
  const own = createRequire(join(npmFolder(node), 'package.json'));
  const { definitions } = own('@npmcli/config/lib/definitions') as Definitions;
  return definitions.registry.default.replace(/\/+$/, '');
}
