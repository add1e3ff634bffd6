import { readFileSync } from 'node:fs';
import { ownPlugins, type TestExtension, testKernel } from '@atelier/kernel/testing';
import type { ChannelFile } from '@atelier/schemas/channel.ts';
import { expect, test } from 'vitest';
import { type Member, offered } from './support/authority.ts';
import { repositoryFiles } from './support/tree.ts';

const kernelOwner = '@atelier/kernel';
const everything = await offered();
const services = everything.filter(({ kind, owner }) => kind === 'service' && owner !== kernelOwner);
const isOpen = ({ access }: Member): boolean => access !== 'bundled' && access !== 'bundled-for-others' && access !== undefined;
const open = services
  .map(({ id, owner, members }) => ({ id, owner, methods: members.filter(isOpen).map(({ name }) => name) }))
  .filter(({ methods }) => methods.length > 0);

const files = repositoryFiles()
  .filter(path => /^plugins\/[^/]+\/contract\/[^/]+\.channel\.json$/.test(path))
  .map(path => ({ path, file: JSON.parse(readFileSync(path, 'utf8')) as ChannelFile }));

const rowsOf = (name: string) => files.find(({ file }) => file.service?.name === name)?.file.service?.methods ?? {};

test('X4: what each method that an installed extension may call takes is in the channel file of its plugin', () => {
  const rows = files.flatMap(({ file: { service } }) => Object.keys(service?.methods ?? {}).map(method => `${service?.name} ${method}`));
  const wanted = open.flatMap(({ id, owner, methods }) => methods.map(method => `${id.slice(owner.length + 1)} ${method}`));
  expect(rows.toSorted()).toEqual(wanted.toSorted());
});

const hostile: readonly unknown[] = [
  null,
  7,
  -1e308,
  '',
  "' OR 1=1 --",
  'x'.repeat(200_000),
  [],
  [[[]]],
  { constructor: 1 },
  { limit: '1 + (SELECT count(*) FROM sqlite_master) --' },
  { limit: 1e9 },
  { limit: -5 },
  { id: { toString: 1 } },
  { from: 9, to: {} },
  { draft: { title: 7 } },
  { text: 7 },
  { instruction: [] },
];

type Schema = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** A value that a schema accepts, with all that it may have. */
function sampleOf(schema: Schema, defs: Readonly<Record<string, Schema>>, depth = 0): unknown {
  const {
    $ref,
    anyOf,
    oneOf,
    allOf,
    enum: among,
    const: only,
    type,
    properties,
    items,
    minimum,
    pattern,
  } = schema as {
    readonly $ref?: string;
    readonly anyOf?: readonly Schema[];
    readonly oneOf?: readonly Schema[];
    readonly allOf?: readonly Schema[];
    readonly enum?: readonly unknown[];
    readonly const?: unknown;
    readonly type?: string | readonly string[];
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly items?: Schema;
    readonly minimum?: number;
    readonly pattern?: string;
  };
  if ($ref !== undefined) return sampleOf(defs[$ref.slice('#/$defs/'.length)] ?? {}, defs, depth);
  const choice = anyOf ?? oneOf ?? allOf;
  if (choice !== undefined && properties === undefined) return sampleOf(choice[0] ?? {}, defs, depth);
  if (among !== undefined) return among[0];
  if (only !== undefined) return only;
  const kind = Array.isArray(type) ? type[0] : type;
  if (kind === 'string') return pattern?.includes('/') === true ? 'a/b' : 'a1';
  if (kind === 'integer' || kind === 'number') return Math.max(1, minimum ?? 1);
  if (kind === 'boolean') return true;
  if (kind === 'array') return depth > 6 || items === undefined ? [] : [sampleOf(items, defs, depth + 1)];
  const entries = Object.entries(properties ?? {}).map(([name, part]) => [name, sampleOf(part, defs, depth + 1)] as const);
  return depth > 6 ? {} : Object.fromEntries(entries);
}

function* leavesOf(value: unknown, path: Path = []): Generator<Path> {
  yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) yield* leavesOf(part, [...path, Array.isArray(value) ? Number(key) : key]);
}

function withAt(value: unknown, path: Path, leaf: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return leaf;
  if (Array.isArray(value)) return value.map((part, at) => (at === key ? withAt(part, rest, leaf) : part));
  return { ...(value as object), [key]: withAt((value as Readonly<Record<string, unknown>>)[key], rest, leaf) };
}

const wild: readonly unknown[] = [1e308, -9e15, 0.5, { toString: 1, valueOf: 1 }, '\u0000'];

const rights = [...new Set(services.flatMap(({ members }) => members.flatMap(({ access }) => Object(access).rights ?? [])))] as string[];
const uses = rights.filter(right => right.includes(':'));

/** Has every right that there is, and gives methods what nobody takes. */
const guest: TestExtension = {
  id: '@acme/guest',
  installed: true,
  atelier: {
    requires: Object.fromEntries(ownPlugins().map(({ id }) => [id, '^0.1.0'])),
    rights: { uses, notify: true },
    contributes: { commands: [{ id: 'guest.call', title: 'call' }] },
  },
  files: {
    'main.js': `export default { activate(ctx) {
      ctx.handle('guest.call', async ([key, method, args]) =>
        ctx.get({ key })[method](...args).then(() => 'answered', error => error.code ?? String(error)));
    } };`,
  },
};

test('X4: whatever an installed extension with all rights gives to a service, it is answered or refused with a reason, and nothing of ours fails', async () => {
  const plugins = ownPlugins().map(({ id }) => id);
  await using kernel = await testKernel({ plugins, extensions: [guest] });
  await kernel.grant(guest.id, { uses, notify: true });
  const failed: string[] = [];
  let refused = 0;
  for (const { id, owner, methods } of open) {
    for (const method of methods) {
      const takes = rowsOf(id.slice(owner.length + 1))[method]?.takes ?? [];
      for (const given of hostile) {
        for (const at of takes.keys()) {
          const args = takes.map((_, index) => (index === at ? given : 'a'));
          const code = (await kernel.run('guest.call', [id, method, args])) as string;
          if (/^(?:service\/failed|storage\/)/.test(code) || !/^[\w-]+(?:\/[\w-]+)?$/.test(code))
            failed.push(`${id} ${method}(${JSON.stringify(args).slice(0, 80)}): ${code}`);
          if (code === 'service/invalid-arguments') refused += 1;
        }
      }
    }
  }
  // One wrong value in what is right otherwise.
  for (const { file } of files) {
    const { service, $defs = {} } = file as {
      readonly service?: ChannelFile['service'];
      readonly $defs?: Readonly<Record<string, Schema>>;
    };
    for (const [method, { takes }] of Object.entries(service?.methods ?? {})) {
      const { id } = open.find(one => one.id.endsWith(`:${service?.name}`)) ?? { id: '' };
      const right = takes.map(schema => sampleOf(schema as Schema, $defs));
      for (const path of leavesOf(right)) {
        if (path.length < 2) continue;
        for (const leaf of wild) {
          const code = (await kernel.run('guest.call', [id, method, withAt(right, path, leaf)])) as string;
          if (/^(?:service\/failed|storage\/)/.test(code) || !/^[\w-]+(?:\/[\w-]+)?$/.test(code))
            failed.push(`${id} ${method} ${path.join('.')} = ${JSON.stringify(leaf)}: ${code}`);
        }
      }
    }
  }
  expect(failed).toEqual([]);
  expect(refused).toBeGreaterThan(500);
});

test('X4: an author says in a channel file what the methods of a service take, and the kernel holds other extensions to it', async () => {
  const channel = {
    channel: 'notes',
    ...{ calls: {}, events: {} },
    service: { name: 'Notes@1', methods: { add: { takes: [{ $ref: '#/$defs/Words' }, { type: 'boolean' }], needs: 1 } } },
    $defs: { Words: { type: 'string', maxLength: 5 } },
  };
  const notes: TestExtension = {
    id: '@acme/notes',
    installed: true,
    atelier: { channels: { notes: './notes.channel.json' } },
    files: {
      'notes.channel.json': JSON.stringify(channel),
      'main.js': `export default { activate(ctx) {
        ctx.provide({ key: '@acme/notes:Notes@1', access: { add: 'everybody', clear: 'everybody' } },
          { add: async (...given) => given.length, clear: async () => 'cleared' });
      } };`,
    },
  };
  const reader: TestExtension = {
    id: '@acme/reader',
    installed: true,
    atelier: { requires: { '@acme/notes': '^1.0.0' }, contributes: { commands: [{ id: 'reader.call', title: 'call' }] } },
    files: {
      'main.js': `export default { activate(ctx) {
        ctx.handle('reader.call', async ([method, ...args]) =>
          ctx.get({ key: '@acme/notes:Notes@1' })[method](...args).catch(error => [error.code, error.message]));
      } };`,
    },
  };
  await using kernel = await testKernel({ extensions: [notes, reader] });
  const call = (...args: readonly unknown[]) => kernel.run('reader.call', args);
  expect([await call('add', 'Hello'), await call('add', 'Hello', true), await call('add', 'Hello', true, 'more')]).toEqual([1, 2, 2]);
  expect([await call('add', 'Hello!'), await call('add', 'Hello', 1), await call('add'), await call('clear')]).toEqual([
    [
      'service/invalid-arguments',
      expect.stringMatching(/^@acme\/reader called add of @acme\/notes:Notes@1 with an argument 1 .*5 .* nothing was done\.$/s),
    ],
    ['service/invalid-arguments', expect.stringContaining('argument 2')],
    ['service/invalid-arguments', expect.stringContaining('argument 1')],
    ['service/form-missing', expect.stringContaining('@acme/notes')],
  ]);
});

test('X4: where the channel file of an extension cannot be read, no other one calls its service', async () => {
  const notes: TestExtension = {
    id: '@acme/notes',
    installed: true,
    atelier: { channels: { notes: './notes.channel.json' } },
    files: {
      'notes.channel.json': '{',
      'main.js': `export default { activate(ctx) {
        ctx.provide({ key: '@acme/notes:Notes@1', access: { add: 'everybody' } }, { add: async () => 'added' });
      } };`,
    },
  };
  const reader: TestExtension = {
    id: '@acme/reader',
    installed: true,
    atelier: { requires: { '@acme/notes': '^1.0.0' }, contributes: { commands: [{ id: 'reader.call', title: 'call' }] } },
    files: {
      'main.js': `export default { activate(ctx) {
        ctx.handle('reader.call', async () => ctx.get({ key: '@acme/notes:Notes@1' }).add(7).catch(error => error.code));
      } };`,
    },
  };
  await using kernel = await testKernel({ extensions: [notes, reader] });
  expect(await kernel.run('reader.call', null)).toBe('service/form-missing');
});
