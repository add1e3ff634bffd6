import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describeViolations } from '@atelier/kernel/authoring';

/** A text in both languages. */
export interface Sentences {
  readonly en: string;
  readonly fr: string;
}

/** What one of our plugins lets others extend, by key: points with a check of their entries, and hooks. */
export interface Extensible {
  readonly points: ReadonlyMap<string, (entry: object) => Promise<Sentences | undefined>>;
  readonly hooks: readonly string[];
}

interface PluginManifest {
  readonly name: string;
  readonly atelier: {
    readonly points?: Readonly<Record<string, string>>;
    readonly access?: Readonly<Record<string, unknown>>;
  };
}

/** The points and hooks of our plugins, by the id of the plugin. */
export function ownExtensible(root: string): ReadonlyMap<string, Extensible> {
  const folders = readdirSync(join(root, 'plugins')).map(name => join(root, 'plugins', name));
  return new Map(
    folders.flatMap(folder => {
      const manifest = manifestIn(folder);
      if (manifest === undefined) return [];
      const { points = {}, access = {} } = manifest.atelier;
      const keyed = Object.entries(points).map(([name, file]) => [`${manifest.name}:${name}`, checkOf(join(folder, file))] as const);
      const hooks = Object.keys(access).filter(name => points[name] === undefined);
      return [[manifest.name, { points: new Map(keyed), hooks: hooks.map(name => `${manifest.name}:${name}`) }]];
    }),
  );
}

function manifestIn(folder: string): PluginManifest | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PluginManifest;
  } catch {
    return undefined;
  }
}

/** The generated validator of a point's schema, whose violations are told as the kernel tells them. */
function checkOf(schema: string) {
  return async (entry: object): Promise<Sentences | undefined> => {
    const { validate } = (await import(pathToFileURL(schema.replace(/\.json$/, '.validate.js')).href)) as {
      validate: ((value: unknown) => boolean) & { readonly errors?: Parameters<typeof describeViolations>[0] };
    };
    return validate(entry) ? undefined : describeViolations(validate.errors, entry);
  };
}
