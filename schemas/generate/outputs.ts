import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type ChannelSource, type Contract, contractTypes, contractValidators } from './contract.ts';
import folders from './folders.json' with { type: 'json' };
import { type OwnSchemas, ownTypes, ownValidators } from './own-schemas.ts';
import { type Schema, standalone } from './standalone.ts';

const skipped = new Set(['node_modules', '.build', 'dist', '.git', 'coverage']);

/** What one step of the generator makes: its files by path, and which files that bear the generator's mark are that step's. */
export interface Outputs {
  readonly files: ReadonlyMap<string, string>;
  readonly owns: (path: string) => boolean;
}

/** The types of the repository's schemas, which are committed. Nothing is written. */
export async function typeOutputs(root: string): Promise<Outputs> {
  const { schemas, contracts } = await sourcesOf(root);
  const files = await ownTypes(schemas);
  for (const [folder, contract] of contracts) files.set(`${folder}/generated.ts`, await contractTypes(contract, folder));
  return { files, owns: path => !isValidator(path) };
}

/** The validators of the repository's schemas, which git ignores. Nothing is written. */
export async function validatorOutputs(root: string): Promise<Outputs> {
  const { schemas, contracts } = await sourcesOf(root);
  const files = ownValidators(schemas);
  for (const [folder, contract] of contracts) {
    for (const [file, text] of contractValidators(contract)) files.set(`${folder}/${file}`, text);
  }
  return { files, owns: isValidator };
}

interface Sources {
  readonly schemas: OwnSchemas;
  /** By the folder that a contract lies in. */
  readonly contracts: ReadonlyMap<string, Contract>;
}

async function sourcesOf(root: string): Promise<Sources> {
  const schemas = new Map(
    find(join(root, 'schemas'), ['**/*.schema.json'])
      .filter(path => !path.startsWith('generated/'))
      .map(path => [path, read(join(root, 'schemas', path))]),
  );
  const check = await channelCheck(schemas);
  const patterns = folders.contracts.map(folder => `${folder}/*.{channel,schema}.json`);
  const contracts = [...Map.groupBy(find(root, patterns), dirname)].map(([folder, paths]): [string, Contract] => {
    const files = paths.map((path): [string, Schema] => [basename(path), read(join(root, path))]);
    const channels = files.filter(([file]) => file.endsWith('.channel.json'));
    return [
      folder,
      {
        channels: new Map(channels.map(([file, value]) => [file, check(value, `${folder}/${file}`)])),
        schemas: new Map(files.filter(([file]) => file.endsWith('.schema.json'))),
      },
    ];
  });
  return { schemas, contracts: new Map(contracts) };
}

function isValidator(path: string): boolean {
  return /\.validate\.(?:js|d\.ts)$/.test(path);
}

/** Paths below `folder`, sorted, with `/` on every system, so that the output is the same everywhere. */
export function find(folder: string, patterns: readonly string[]): string[] {
  const found = globSync([...patterns], { cwd: folder, exclude: path => skipped.has(basename(path)) });
  return found.map(path => path.replaceAll('\\', '/')).sort();
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

// The validator that is being generated checks the files that come next, not the one on disk, which may be older.
async function channelCheck(schemas: ReadonlyMap<string, Schema>): Promise<(value: unknown, path: string) => ChannelSource> {
  const code = standalone({ allErrors: true, schemas: [...schemas.values()], exports: { validate: 'channel.schema.json' } });
  const { validate } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { validate: Checker };
  return (value, path) => {
    if (validate(value)) return value as ChannelSource;
    // The keyword `if` only repeats what `then` and `else` say.
    const reasons = validate.errors?.filter(({ keyword }) => keyword !== 'if').map(reasonOf);
    throw new Error(`${path} is not a channel file:\n  ${reasons?.join('\n  ')}`);
  };
}

type Failure = NonNullable<Checker['errors']>[number];

function reasonOf({ instancePath, keyword, params }: Failure): string {
  const at = instancePath || '/';
  if (keyword === 'required' && (params as { missingProperty?: string }).missingProperty === 'access')
    return `${at} does not say who may use it. Add "access": "everybody", "bundled" or { "rights": ["<name>"] }.`;
  return `${at} ${keyword} ${JSON.stringify(params)}`;
}
