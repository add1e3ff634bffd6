import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { npmFolder } from '../npm.ts';

interface Definitions {
  readonly definitions: { readonly registry: { readonly default: string } };
}

interface Seeds {
  readonly [source: string]: { readonly targets?: Readonly<Record<string, string>> };
}

/** The files that npm trusts from the start, by their name; their signatures were checked when this npm was made. */
export function seedsOfNpm(node: string): ReadonlyMap<string, string> {
  const path = join(npmFolder(node), 'node_modules', '@sigstore', 'tuf', 'seeds.json');
  const seeds = JSON.parse(readFileSync(path, 'utf8')) as Seeds;
  const targets = Object.values(seeds).flatMap(({ targets = {} }) => Object.entries(targets));
  return new Map(targets.map(([name, content]) => [decodeURIComponent(name), Buffer.from(content, 'base64').toString('utf8')]));
}

/** The registry that npm asks where nobody told it another, without a slash at its end. */
export function npmOwnRegistry(node: string): string {
  const own = createRequire(join(npmFolder(node), 'package.json'));
  const { definitions } = own('@npmcli/config/lib/definitions') as Definitions;
  return definitions.registry.default.replace(/\/+$/, '');
}
