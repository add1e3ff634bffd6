import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type ChannelSource, type Contract, contractOutputs } from './contract.ts';
import { ownSchemas } from './own-schemas.ts';
import { type Schema, standalone } from './standalone.ts';

const sources = ['{kernel,plugins}/**/contract/*.channel.json', 'kernel/main/*.channel.json', 'plugins/*/contract/*.schema.json'];
const skipped = new Set(['node_modules', '.build', 'dist', '.git', 'coverage']);

/** Everything the repository's schemas become, by path; nothing is written. */
export async function outputsOf(root: string): Promise<Map<string, string>> {
  const schemas = new Map(
    find(join(root, 'schemas'), ['**/*.schema.json'])
      .filter(isSource)
      .map(path => [path, read(join(root, 'schemas', path))]),
  );
  const outputs = await ownSchemas(schemas);
  const check = await channelCheck(schemas);
  for (const [folder, paths] of Map.groupBy(find(root, sources), dirname)) {
    const files = paths.map((path): [string, Schema] => [basename(path), read(join(root, path))]);
    const contract: Contract = {
      channels: new Map(
        files.filter(([file]) => file.endsWith('.channel.json')).map(([file, value]) => [file, check(value, `${folder}/${file}`)]),
      ),
      schemas: new Map(files.filter(([file]) => file.endsWith('.schema.json'))),
    };
    for (const [file, text] of await contractOutputs(contract, folder)) outputs.set(`${folder}/${file}`, text);
  }
  return outputs;
}

/** Paths below `folder`, sorted, with `/` on every system, so that the output is the same everywhere. */
export function find(folder: string, patterns: readonly string[]): string[] {
  const found = globSync([...patterns], { cwd: folder, exclude: path => skipped.has(basename(path)) });
  return found.map(path => path.replaceAll('\\', '/')).sort();
}

function isSource(path: string): boolean {
  return !path.startsWith('generated/');
}

function read(path: string): Schema {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Schema;
  } catch (cause) {
    throw new Error(`${path} is not JSON: ${(cause as Error).message}`, { cause });
  }
}

interface Checker {
  (value: unknown): boolean;
  readonly errors?: readonly { readonly instancePath: string; readonly keyword: string; readonly params: unknown }[] | null;
}

// The validator that is being generated checks the files that come next, not the committed one, which may be yesterday's.
async function channelCheck(schemas: ReadonlyMap<string, Schema>): Promise<(value: unknown, path: string) => ChannelSource> {
  const code = standalone({ allErrors: true, schemas: [...schemas.values()], exports: { validate: 'channel.schema.json' } });
  const { validate } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { validate: Checker };
  return (value, path) => {
    if (validate(value)) return value as ChannelSource;
    const reasons = validate.errors?.map(
      ({ instancePath, keyword, params }) => `${instancePath || '/'} ${keyword} ${JSON.stringify(params)}`,
    );
    throw new Error(`${path} is not a channel file:\n  ${reasons?.join('\n  ')}`);
  };
}
