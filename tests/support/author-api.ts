import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { kernelHooks } from '../../kernel/main/access/kernel-hooks.ts';
import { windowEvents } from '../../shell/ui/frames/subscriptions.ts';
import * as written from './author-examples.ts';
import { type Schema, sampleOf } from './schema-sample.ts';

export const authorApiPath = 'registry-dev/API.md';

type Access = 'everybody' | 'bundled' | 'bundled-for-others' | { readonly rights: readonly string[] } | { readonly own: string };

interface ChannelFile {
  readonly channel: string;
  readonly access?: Access;
  readonly description?: string;
  readonly calls: Readonly<Record<string, { readonly access?: Access; readonly description?: string; readonly params: Schema }>>;
  readonly events: Readonly<Record<string, { readonly access?: Access; readonly description?: string; readonly payload: Schema }>>;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

interface Manifest {
  readonly name: string;
  readonly atelier: {
    readonly points?: Readonly<Record<string, string>>;
    readonly access?: Readonly<Record<string, Access>>;
    readonly definesRights?: Readonly<Record<string, { readonly title: string; readonly description: string }>>;
    readonly contributes?: {
      readonly commands?: readonly { readonly id: string; readonly title: string; readonly access?: 'everybody'; readonly args?: Schema }[];
    };
  };
}

/** One module that authors import, and the exports that they can use. */
interface Contract {
  readonly id: string;
  /** The import specifier of its exports. */
  readonly specifier: string;
  readonly source: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

/** Called by the page of a frame itself, before the view exists. */
const notForViews = new Set(['kernel:hello']);
/** The template plugin: it exists to be copied, and runs in tests only. */
const isOffered = (path: string): boolean => !path.startsWith('plugins/template/');

/** The page that lists everything an installed extension can use. Throws for an entry without a description or an example. */
export async function authorApiPage({ slotDescriptions, pointExamples, hookExamples, serviceExamples } = written): Promise<string> {
  const contracts = await contractsOf();
  const sections = [
    ...[slots(slotDescriptions), slices(), rights(), points(pointExamples), hooks(contracts, hookExamples)],
    services(contracts, serviceExamples),
    ...[channels(contracts), commands()],
  ];
  return `${opening}\n${sections.join('\n')}`;
}

const opening = `# What an extension can use

Written by \`npm run generate\` from the manifests, schemas, contracts and doc comments of this repository, with the examples of
\`tests/support/author-examples.ts\`. It lists what an installed extension may use, without what is reserved for bundled plugins;
[kernel/AUTHORITY.md](../kernel/AUTHORITY.md) says who may call what. An extension can use \`@atelier/kernel\`, and every other
package that its manifest lists under \`requires\` or \`optional\`. See [README.md](README.md) for how to begin.
`;

function slots(descriptions: typeof written.slotDescriptions): string {
  const { properties } = schemaFile('schemas/points/views.schema.json') as { properties: { slot: { enum: readonly string[] } } };
  const rows = properties.slot.enum.map(slot => {
    const example = { id: `notes.${slot.replaceAll('.', '-')}`, slot, title: 'Notes', element: 'notes-view' };
    return `| \`${slot}\` | ${described(`the slot ${slot}`, descriptions[slot as keyof typeof descriptions])} | \`${JSON.stringify(example)}\` |`;
  });
  return `## Slots\n\nThe places for views: an entry of \`atelier.contributes.views\`.\n\n| Slot | Where | Example |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}

function slices(): string {
  const { properties } = schemaFile('schemas/view-context.schema.json') as { properties: Readonly<Record<string, Schema>> };
  const lines = Object.entries(properties).map(
    ([name, { description }]) =>
      `  // ${described(`the slice ${name}`, description)}\n  view.slices.watch('${name}', value => console.log(value));`,
  );
  return `## Slices\n\nThe context of a view. \`view.slices.get(name)\` reads one once; a Lit element follows one with \`new Slice(this, () => this.view, name)\`.\n\n${code(
    `import type { ViewHost } from '@atelier/kernel/ui';\n\nexport function examples(view: ViewHost) {\n${lines.join('\n')}\n}`,
  )}`;
}

/** Whether an installed extension can get at it at all. */
const isOpen = (access: Access | undefined): boolean => access !== undefined && access !== 'bundled' && access !== 'bundled-for-others';

/** The row of a hook or a point in its owner's manifest. */
function rowOf(key: string): Access | undefined {
  const [owner = '', name] = key.split(':');
  // The points of the kernel are named without their owner.
  return owner === '@atelier/kernel' || name === undefined
    ? (kernelHooks[name ?? ''] ?? 'everybody')
    : manifests().find(([, { name: id }]) => id === owner)?.[1].atelier.access?.[name];
}

function rights(): string {
  const rows = manifests().flatMap(([path, { name, atelier }]) => {
    const texts = JSON.parse(readFileSync(`${dirname(path)}/text/en.json`, 'utf8')) as Readonly<Record<string, string>>;
    const text = (key: string) => described(`${name} ${key}`, texts[key.replaceAll('%', '')]);
    return Object.entries(atelier.definesRights ?? {}).map(
      ([right, { title, description }]) => `| \`${name}:${right}\` | May ${text(title)} ${text(description)} |`,
    );
  });
  return `## Rights\n\nWhat an extension asks for under \`atelier.rights.uses\`, beside the rights of the kernel. The person grants each, or does not.\n\n| Right | What the person reads |\n| --- | --- |\n${rows.join('\n')}\n`;
}

function points(examples: typeof written.pointExamples): string {
  const own = globSync('schemas/points/*.schema.json').map((path): [string, Schema] => [kernelPoint(path), schemaFile(path)]);
  const theirs = manifests().flatMap(([path, { name, atelier }]) =>
    Object.entries(atelier.points ?? {}).map(([point, file]): [string, Schema] => [
      `${name}:${point}`,
      schemaFile(`${dirname(path)}/${file}`),
    ]),
  );
  const open = [...own, ...theirs].filter(([key]) => isOpen(rowOf(key)));
  const entries = open.toSorted(byName).map(([key, schema]) => {
    const entry = JSON.stringify(exampleOf(key, examples), undefined, 1).replaceAll(/\s*\n\s*/g, ' ');
    return `### \`${key}\`\n\n${described(`the point ${key}`, schema.description)}${who(rowOf(key))}\n\n\`\`\`json\n{ "${key}": [${entry}] }\n\`\`\`\n`;
  });
  return `## Points\n\nLists that an extension adds to: in its manifest under \`atelier.contributes\`, or with \`ctx.contribute\`.\n\n${entries.join('\n')}`;
}

function hooks(contracts: readonly Contract[], examples: typeof written.hookExamples): string {
  const entries = contracts.flatMap(contract =>
    exportsOf<{ kind: string; key: string }>(contract, value => 'kind' in value && 'key' in value).flatMap(([name, { kind, key }]) => {
      if (!isOpen(rowOf(key))) return [];
      const body = bodyOf(exampleOf(name, examples));
      const imports = `import type { ExtensionContext } from '@atelier/kernel';\nimport { ${name} } from '${contract.specifier}';`;
      return `### \`${key}\`\n\n${documented(contract, name)} (${kindWords[kind]})${who(rowOf(key))}\n\n${code(`${imports}\n\nexport const example = (ctx: ExtensionContext) =>\n  ${body};`)}`;
    }),
  );
  return `## Hooks\n\nWhere an extension can observe, change or prevent something; it lists the key in \`atelier.taps\`.\n\n${entries.join('\n')}`;
}

const kindWords: Readonly<Record<string, string>> = {
  notify: 'every tap is called, results are ignored',
  first: 'the first tap that answers decides',
  pipe: 'each tap may replace the value',
};

function services(contracts: readonly Contract[], examples: typeof written.serviceExamples): string {
  const entries = contracts.flatMap(contract =>
    exportsOf<{ key: string; access: Readonly<Record<string, Access>> }>(contract, value => 'access' in value).flatMap(([name, token]) => {
      const open = Object.entries(token.access).filter(([, access]) => isOpen(access));
      if (open.length === 0) return [];
      const table = exampleOf(token.key, Object.fromEntries(examples)) as Readonly<Record<string, () => void>>;
      const variable = name[0]?.toLowerCase() + name.slice(1);
      const lines = open.map(([method, access]) => {
        const example = bodyOf(exampleOf(method, table, `${token.key} `));
        return `  // ${documented(contract, method, `${name}Service`)}${who(access)}\n  await ${example};`;
      });
      const imports =
        contract.id === '@atelier/kernel'
          ? `import { type ExtensionContext, ${name} } from '${contract.specifier}';`
          : `import { ${name} } from '${contract.specifier}';\nimport type { ExtensionContext } from '@atelier/kernel';`;
      return `### \`${token.key}\`\n\n${code(`${imports}\n\nexport async function examples(ctx: ExtensionContext) {\n  const ${variable} = ctx.get(${name});\n${lines.join('\n')}\n}`)}`;
    }),
  );
  return `## Services\n\nWhat one main side asks of another: \`ctx.get\` where the manifest requires the package, else \`ctx.find\`.\n\n${entries.join('\n')}`;
}

function channels(contracts: readonly Contract[]): string {
  const files = globSync('{kernel,plugins}/*/contract/*.channel.json').filter(isOffered).toSorted();
  const entries = files.flatMap(path => {
    const file = schemaFile(path) as unknown as ChannelFile;
    const calls = Object.entries(file.calls).filter(
      ([name, { access }]) => isOpen(access ?? file.access) && !notForViews.has(`${file.channel}:${name}`),
    );
    if (file.access === 'bundled' || calls.length === 0) return [];
    const [contract, name] = channelExport(contracts, file.channel);
    const variable = file.channel.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const followed = file.channel === 'window' ? windowEvents : undefined;
    const events = Object.entries(file.events).filter(
      ([event, { access }]) => isOpen(access ?? file.access) && followed?.includes(event) !== false,
    );
    const called = calls.map(([call, { description, params, access }]) => {
      const sample = sampleOf(params, file.$defs ?? {}, `${file.channel}:${call}`);
      return `  // ${described(`${file.channel}:${call}`, description)}${who(access)}\n  await ${variable}.call('${call}', ${literal(sample)});`;
    });
    const heard = events.map(
      ([event, { description, payload, access }]) =>
        `  // ${described(`${file.channel}:${event}`, description ?? (payload.description as string | undefined))}${who(access ?? file.access)}\n  ${variable}.on('${event}', event => console.log(event));`,
    );
    const imports = `import type { ViewHost } from '@atelier/kernel/ui';\nimport { ${name} } from '${contract.specifier}';`;
    return `### \`${file.channel}\` of ${contract.id}\n\n${described(`the channel ${file.channel}`, file.description)}\n\n${code(
      `${imports}\n\nexport async function examples(view: ViewHost) {\n  const ${variable} = view.connect(${name});\n${[...called, ...heard].join('\n')}\n}`,
    )}`;
  });
  return `## Channels\n\nWhat a view asks of a main side, and what it hears of it.\n\n${entries.join('\n')}`;
}

function commands(): string {
  const entries = manifests().flatMap(([path, { name, atelier }]) => {
    const texts = JSON.parse(readFileSync(`${dirname(path)}/text/en.json`, 'utf8')) as Readonly<Record<string, string>>;
    const offered = atelier.contributes?.commands?.filter(({ access }) => access === 'everybody') ?? [];
    if (offered.length === 0) return [];
    const lines = offered.map(({ id, title, args }) => {
      const sample = args === undefined ? undefined : sampleOf(args, {}, id);
      const words = described(id, texts[title.replaceAll('%', '')]);
      return `  // ${words}\n  await view.run('${id}'${sample === undefined ? '' : `, ${literal(sample)}`});`;
    });
    return `### Of ${name}\n\n${code(`import type { ViewHost } from '@atelier/kernel/ui';\n\nexport async function examples(view: ViewHost) {\n${lines.join('\n')}\n}`)}`;
  });
  return `## Commands\n\nWhat a view runs, and what an entry of a point may name.\n\n${entries.join('\n')}`;
}

async function contractsOf(): Promise<readonly Contract[]> {
  const plugins = globSync('plugins/*/contract/index.ts').filter(isOffered).toSorted();
  const rows: readonly (readonly [string, string, readonly string[]])[] = [
    [
      '@atelier/kernel',
      '@atelier/kernel',
      globSync('kernel/api/*.ts').filter(path => !path.endsWith('.test.ts') && !path.endsWith('.d.ts')),
    ],
    ['@atelier/kernel', '@atelier/kernel/ui', ['kernel/ui/window-channel.ts']],
    ...plugins.map(path => {
      const id = `@atelier/${path.split('/')[1]}`;
      return [id, `${id}/contract`, [path]] as const;
    }),
  ];
  return Promise.all(
    rows.map(async ([id, specifier, paths]) => ({
      ...{ id, specifier, source: paths.map(path => readFileSync(path, 'utf8')).join('\n') },
      exports: Object.assign({}, ...(await Promise.all(paths.map(path => import(`../../${path}`))))) as Record<string, unknown>,
    })),
  );
}

function exportsOf<T extends object>({ exports }: Contract, is: (value: object) => boolean): readonly [string, T][] {
  return Object.entries(exports)
    .filter((entry): entry is [string, T] => typeof entry[1] === 'object' && entry[1] !== null && is(entry[1]))
    .toSorted(byName);
}

function channelExport(contracts: readonly Contract[], channel: string): readonly [Contract, string] {
  for (const contract of contracts) {
    const found = exportsOf<{ id: string }>(contract, value => 'id' in value).find(([, { id }]) => id === channel);
    if (found !== undefined) return [contract, found[0]];
  }
  throw new Error(`The channel ${channel} is exported by no contract.`);
}

/** The doc comment of an export, or of a member of an interface, in one line. */
function documented({ id, source }: Contract, name: string, of?: string): string {
  const scope = of === undefined ? source : (new RegExp(`^export interface ${of} \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(source)?.[1] ?? '');
  const declared = of === undefined ? `export const ${name}\\b` : `  ${name}\\(`;
  const comment = new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\n${declared}`).exec(scope)?.[1];
  return described(`${id} ${of ?? ''} ${name}`, comment?.replaceAll(/\s*\n\s*\* ?/g, ' ').trim());
}

function described(what: string, description: unknown): string {
  if (typeof description === 'string' && description.trim() !== '') return description.replaceAll(/\s+/g, ' ').replace(/([^.!?])$/, '$1.');
  throw new Error(`${what} has no description: write one where it is declared.`);
}

function exampleOf<T>(name: string, table: Readonly<Record<string, T>>, of = ''): T {
  const example = table[name];
  if (example === undefined) throw new Error(`${of}${name} has no example: write one in tests/support/author-examples.ts.`);
  return example;
}

/** The source of the value that an arrow function returns. */
function bodyOf(example: (...given: never[]) => unknown): string {
  return example
    .toString()
    .replace(/^\w+ =>\s*/, '')
    .replaceAll(/\s*\n\s*/g, ' ');
}

function who(access: Access | undefined): string {
  if (typeof access !== 'object') return '';
  if ('own' in access) return ' Of your own extension alone.';
  const names = access.rights.map(right => `\`${right}\``);
  return ` Needs the right${names.length > 1 ? 's' : ''} ${names.join(' and ')}.`;
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.entries(value).map(([key, each]) => `${/^[A-Za-z_]\w*$/.test(key) ? key : `'${key}'`}: ${literal(each)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

function manifests(): readonly [string, Manifest][] {
  const paths = globSync('plugins/*/package.json').filter(isOffered).toSorted();
  return paths.map(path => [path, JSON.parse(readFileSync(path, 'utf8')) as Manifest]);
}

function schemaFile(path: string): Schema {
  return JSON.parse(readFileSync(path, 'utf8')) as Schema;
}

function kernelPoint(path: string): string {
  return path.replace(/^.*\/|\.schema\.json$/g, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

function code(text: string): string {
  return `\`\`\`ts\n${text}\n\`\`\`\n`;
}
