import { basename } from 'node:path';
import { banner } from './banner.ts';
import { type Schema, standalone } from './standalone.ts';
import { declarationsOf, typesOf } from './types.ts';

/** A channel file that `validateChannelFile` has passed. */
export interface ChannelSource {
  readonly channel: string;
  readonly description?: string;
  /** The callers allowed for a call without a row of its own. */
  readonly access?: unknown;
  readonly calls: Readonly<
    Record<string, { readonly params: Schema; readonly result: Schema; readonly description?: string; readonly access?: unknown }>
  >;
  readonly events: Readonly<Record<string, { readonly payload: Schema; readonly description?: string }>>;
  readonly service?: {
    readonly name: string;
    readonly methods: Readonly<Record<string, { readonly takes: readonly Schema[]; readonly needs?: number }>>;
  };
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** The sources of one contract folder, by file name. */
export interface Contract {
  readonly channels: ReadonlyMap<string, ChannelSource>;
  readonly schemas: ReadonlyMap<string, Schema>;
}

/** The text of a contract's `generated.ts`: the types of all its sources. */
export async function contractTypes(contract: Contract, folder: string): Promise<string> {
  const texts: string[] = [];
  for (const source of contract.channels.values()) texts.push(await typesOf(shapeOf(source), `${pascal(source.channel)}Shape`));
  for (const [file, schema] of contract.schemas) {
    const title = titleOf(file, schema);
    texts.push(await typesOf({ ...schema, title }, title));
  }
  return `${banner(...contract.channels.keys(), ...contract.schemas.keys())}\n${merged(texts, folder)}\n`;
}

/** The validators beside a contract's sources, by file name: one for each source, and its declaration. */
export function contractValidators(contract: Contract): Map<string, string> {
  const outputs = new Map<string, string>();
  for (const [file, source] of contract.channels) {
    outputs.set(file.replace(/\.json$/, '.validate.js'), banner(file) + channelValidators(source));
    outputs.set(file.replace(/\.json$/, '.validate.d.ts'), banner(file) + channelDeclaration(source));
  }
  for (const [file, schema] of contract.schemas) {
    const title = titleOf(file, schema);
    const code = standalone({ allErrors: true, schemas: [{ ...schema, $id: file }], exports: { validate: file } });
    outputs.set(file.replace(/\.json$/, '.validate.js'), banner(file) + code);
    outputs.set(
      file.replace(/\.json$/, '.validate.d.ts'),
      `${banner(file)}import type { ${title} } from './generated.ts';\n\nexport declare const validate: ((value: unknown) => value is ${title}) & ${failures};\n`,
    );
  }
  return outputs;
}

function titleOf(file: string, schema: Schema): string {
  return typeof schema.title === 'string' ? schema.title : pascal(basename(file, '.schema.json'));
}

const failures = `{
  readonly errors?:
    | readonly { instancePath: string; schemaPath: string; keyword: string; params: Record<string, unknown>; propertyName?: string }[]
    | null;
}`;

/** One object schema of the whole channel, so that the type and all validators are generated from it with the channel's own `$defs`. */
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
  const methods = Object.entries(source.service?.methods ?? {});
  const taken = methods.flatMap(([name, { takes }]) => takes.map((schema, at): [string, Schema] => [`takes_${name}_${at}`, schema]));
  for (const [name] of taken) parts.set(name, `channel#/$defs/${name}`);
  const shape = shapeOf(source);
  const whole = { ...shape, $defs: { ...(shape.$defs as object | undefined), ...Object.fromEntries(taken) } };
  const code = standalone({ allErrors: false, schemas: [whole], exports: Object.fromEntries(parts) });
  const functions = new Map<string, string>();
  const body = code.replaceAll(/^export const (\w+) = (\w+);\n/gm, (_, part: string, name: string) => {
    functions.set(part, name);
    return '';
  });
  const calls = Object.keys(source.calls).map(
    name => `${name}: {params: ${functions.get(`params_${name}`)}, result: ${functions.get(`result_${name}`)}},\n`,
  );
  const events = Object.keys(source.events).map(name => `${name}: ${functions.get(`event_${name}`)},\n`);
  const rows = accessRows(source).map(([name, access]) => `${name}: ${access.replace('readonly [', '[')},\n`);
  const takes = methods.map(
    ([name, { takes: all, needs = all.length }]) =>
      `${name}: {needs: ${needs}, takes: [${all.map((_, at) => functions.get(`takes_${name}_${at}`)).join(', ')}]},\n`,
  );
  // Without a prototype, so that a received name such as "constructor" is not found.
  return `${body}\nexport const access = {\n__proto__: null,\n${rows.join('')}};\n\nexport const validators = {\ncalls: {\n__proto__: null,\n${calls.join('')}},\nevents: {\n__proto__: null,\n${events.join('')}},\n};\n\nexport const service = {\n__proto__: null,\n${takes.join('')}};\n`;
}

/** The callers allowed for each call, as a literal. */
function accessRows({ access, calls }: ChannelSource): readonly (readonly [string, string])[] {
  const text = (value: unknown): string => (Array.isArray(value) ? `readonly [${value.map(text).join(', ')}]` : `'${String(value)}'`);
  const literal = (row: unknown): string =>
    typeof row === 'object' && row !== null ? `{ ${Object.entries(row).map(([key, value]) => `${key}: ${text(value)}`)} }` : text(row);
  return Object.entries(calls).map(([name, call]) => [name, literal(call.access ?? access)]);
}

function channelDeclaration(source: ChannelSource): string {
  const calls = Object.keys(source.calls).map(name => `    readonly ${name}: { readonly params: Validate; readonly result: Validate };\n`);
  const events = Object.keys(source.events).map(name => `    readonly ${name}: Validate;\n`);
  const record = (lines: readonly string[]): string => (lines.length > 0 ? `{\n${lines.join('')}  }` : 'Record<never, never>');
  const rows = accessRows(source).map(([name, access]) => `  readonly ${name}: ${access};\n`);
  return `type Validate = ((value: unknown) => boolean) & ${failures};

export declare const access: ${rows.length > 0 ? `{\n${rows.join('')}}` : 'Record<never, never>'};

export declare const validators: {
  readonly calls: ${record(calls)};
  readonly events: ${record(events)};
};

export declare const service: Readonly<Record<string, { readonly needs: number; readonly takes: readonly Validate[] }>>;
`;
}

// Two sources of one folder may both have the same definition.
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
