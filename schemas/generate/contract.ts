import { basename } from 'node:path';
import { banner } from './banner.ts';
import { type Schema, standalone } from './standalone.ts';
import { declarationsOf, typesOf } from './types.ts';

/** A channel file that `validateChannelFile` has passed. */
export interface ChannelSource {
  readonly channel: string;
  readonly description?: string;
  readonly calls: Readonly<Record<string, { readonly params: Schema; readonly result: Schema; readonly description?: string }>>;
  readonly events: Readonly<Record<string, { readonly payload: Schema; readonly description?: string }>>;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** The sources of one contract folder, by file name. */
export interface Contract {
  readonly channels: ReadonlyMap<string, ChannelSource>;
  readonly schemas: ReadonlyMap<string, Schema>;
}

/** What lies beside a contract's sources, by file name: `generated.ts` with all types, and a validator for each source. */
export async function contractOutputs(contract: Contract, folder: string): Promise<Map<string, string>> {
  const outputs = new Map<string, string>();
  const texts: string[] = [];
  for (const [file, source] of contract.channels) {
    texts.push(await typesOf(shapeOf(source), `${pascal(source.channel)}Shape`));
    const head = banner(file);
    outputs.set(file.replace(/\.json$/, '.validate.js'), head + channelValidators(source));
    outputs.set(file.replace(/\.json$/, '.validate.d.ts'), head + channelDeclaration(source));
  }
  for (const [file, schema] of contract.schemas) {
    const title = typeof schema.title === 'string' ? schema.title : pascal(basename(file, '.schema.json'));
    const head = banner(file);
    texts.push(await typesOf({ ...schema, title }, title));
    const code = standalone({ allErrors: true, schemas: [{ ...schema, $id: file }], exports: { validate: file } });
    outputs.set(file.replace(/\.json$/, '.validate.js'), head + code);
    outputs.set(
      file.replace(/\.json$/, '.validate.d.ts'),
      `${head}import type { ${title} } from './generated.ts';\n\nexport declare const validate: ((value: unknown) => value is ${title}) & ${failures};\n`,
    );
  }
  const head = banner(...contract.channels.keys(), ...contract.schemas.keys());
  outputs.set('generated.ts', `${head}\n${merged(texts, folder)}\n`);
  return outputs;
}

const failures = `{
  readonly errors?:
    | readonly { instancePath: string; schemaPath: string; keyword: string; params: Record<string, unknown>; propertyName?: string }[]
    | null;
}`;

/** One object schema of the whole channel, so that one type and all validators come out of it with the channel's own `$defs`. */
function shapeOf(source: ChannelSource): Schema {
  const calls = Object.entries(source.calls).map(([name, { params, result, description }]) => [
    name,
    closed({ params, result }, description),
  ]);
  const events = Object.entries(source.events).map(([name, { payload, description }]) => [name, described(payload, description)]);
  return {
    $id: 'channel',
    title: `${pascal(source.channel)}Shape`,
    ...closed({ calls: closed(Object.fromEntries(calls)), events: closed(Object.fromEntries(events)) }, source.description),
    ...(source.$defs === undefined ? {} : { $defs: source.$defs }),
  };
}

function closed(properties: Readonly<Record<string, Schema>>, description?: string): Schema {
  return {
    ...(description === undefined ? {} : { description }),
    type: 'object',
    additionalProperties: false,
    required: Object.keys(properties),
    properties,
  };
}

function described(schema: Schema, description: string | undefined): Schema {
  return description === undefined ? schema : { description, ...schema };
}

function channelValidators(source: ChannelSource): string {
  const parts = new Map<string, string>();
  for (const name of Object.keys(source.calls)) {
    for (const side of ['params', 'result'])
      parts.set(`${side}_${name}`, `channel#/properties/calls/properties/${name}/properties/${side}`);
  }
  for (const name of Object.keys(source.events)) parts.set(`event_${name}`, `channel#/properties/events/properties/${name}`);
  const code = standalone({ allErrors: false, schemas: [shapeOf(source)], exports: Object.fromEntries(parts) });
  const functions = new Map<string, string>();
  const body = code.replaceAll(/^export const (\w+) = (\w+);\n/gm, (_, part: string, name: string) => {
    functions.set(part, name);
    return '';
  });
  const calls = Object.keys(source.calls).map(
    name => `${name}: {params: ${functions.get(`params_${name}`)}, result: ${functions.get(`result_${name}`)}},\n`,
  );
  const events = Object.keys(source.events).map(name => `${name}: ${functions.get(`event_${name}`)},\n`);
  // Without a prototype, a name off the wire such as "constructor" finds nothing.
  return `${body}\nexport const validators = {\ncalls: {\n__proto__: null,\n${calls.join('')}},\nevents: {\n__proto__: null,\n${events.join('')}},\n};\n`;
}

function channelDeclaration(source: ChannelSource): string {
  const calls = Object.keys(source.calls).map(name => `    readonly ${name}: { readonly params: Validate; readonly result: Validate };\n`);
  const events = Object.keys(source.events).map(name => `    readonly ${name}: Validate;\n`);
  const record = (lines: readonly string[]): string => (lines.length > 0 ? `{\n${lines.join('')}  }` : 'Record<never, never>');
  return `type Validate = ((value: unknown) => boolean) & ${failures};

export declare const validators: {
  readonly calls: ${record(calls)};
  readonly events: ${record(events)};
};
`;
}

// Two sources of one folder may both define what they share, word for word.
function merged(texts: readonly string[], folder: string): string {
  const all = new Map<string, string>();
  for (const text of texts) {
    if (text.startsWith('import ')) throw new Error(`${folder}: a contract refers to its own file only, as #/$defs/Name.`);
    for (const [name, declaration] of declarationsOf(text)) {
      if ((all.get(name) ?? declaration) !== declaration)
        throw new Error(`${folder}: two of its files define ${name}, and not alike. Rename one.`);
      all.set(name, declaration);
    }
  }
  return [...all.values()].join('\n\n');
}

function pascal(words: string): string {
  return words.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
