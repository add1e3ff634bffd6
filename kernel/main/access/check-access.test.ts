import { defineToken, type Key, type OwnToken } from '@atelier/kernel';
import { problemOf, type TestExtension, testKernel } from '@atelier/kernel/testing';
import { describe, expect, test } from 'vitest';
import type { ServiceParts } from '../context/context-parts.ts';
import { serviceFor } from '../context/service-view.ts';
import type { ExtensionRecord } from '../lifecycle/extension-records.ts';
import { Services } from '../tables/services.ts';
import { readAccess } from './check-access.ts';

const key: Key = '@test/notes:Notes@1';
const methods = ['open', 'kept', 'held', 'rowless', 'odd'] as const;

/** A service as an author without a compiler provides it: one method per kind of row, one without a row, one with an invalid row. */
function notes(installed: boolean): TestExtension {
  const source = `export default { activate(ctx) {
    const access = { open: 'everybody', kept: 'bundled', held: { rights: ['notify'] }, odd: 'nobody', gone: 'everybody', constructor: 'everybody' };
    const who = asker => Object.fromEntries(${JSON.stringify(methods)}.map(name => [name, async (...args) => [name, asker.id, asker.bundled, args.length]]));
    ctx.provide({ key: '${key}', access }, who);
    ctx.handle('notes.own', async () => (await ctx.get({ key: '${key}' }).rowless())[0]);
  } };`;
  return {
    id: '@test/notes',
    installed,
    files: { 'main.js': source },
    atelier: { contributes: { commands: [{ id: 'notes.own', title: 'Own' }] } },
  };
}

const callSource = `export default { activate(ctx) {
  const token = { key: '${key}', access: { kept: 'everybody', rowless: 'everybody' } };
  ctx.handle('WORD.list', async () => Object.keys(ctx.get(token)).sort());
  ctx.handle('WORD.call', async ([method, ...args]) => ctx.get(token)[method](...args));
  ctx.handle('WORD.names', async () => ['constructor', '__proto__', 'then', 'gone', 'toString'].map(name => {
    const service = ctx.get(token);
    return Object.hasOwn(service, name);
  }));
} };`;

function caller(word: string, installed: boolean, atelier: TestExtension['atelier'] = {}): TestExtension {
  const commands = ['list', 'call', 'names'].map(name => ({ id: `${word}.${name}`, title: name }));
  return {
    id: `@test/${word}`,
    installed,
    files: { 'main.js': callSource.replaceAll('WORD', word) },
    atelier: { requires: { '@test/notes': '^1.0.0' }, contributes: { commands }, ...atelier },
  };
}

describe.each([
  ['in the kernel’s process', false],
  ['in a process of its own', true],
])('the table of a provider %s', (_, installed) => {
  test('X4: answers the callers that a row names, hides methods without a row, and ignores what a caller says about its identity', async () => {
    await using kernel = await testKernel({
      extensions: [notes(installed), caller('guest', true), caller('asking', true, { rights: { notify: true } }), caller('bundled', false)],
    });
    const outcome = async (word: string, method: string, ...args: readonly unknown[]) => {
      const result = await problemOf(kernel.run(`${word}.call`, [method, ...args]));
      return Array.isArray(result) ? result[0] : (result as { value: unknown }).value;
    };
    const all = async (word: string) => await Promise.all(methods.map(async method => await outcome(word, method)));
    const forged = { id: '@test/notes', bundled: true };
    const beforeGrant = await all('asking');
    await kernel.grant('@test/asking', { notify: true });
    const answers = (word: string, method: string, bundled = false) => [method, `@test/${word}`, bundled, 0];
    expect({
      listed: [await kernel.run('guest.list'), await kernel.run('bundled.list')],
      guest: await all('guest'),
      asking: [beforeGrant[2], await outcome('asking', 'held'), await outcome('asking', 'kept')],
      bundled: await all('bundled'),
      own: await kernel.run('notes.own'),
      forged: await outcome('guest', 'open', forged),
      forgedKept: await outcome('guest', 'kept', forged),
      names: [await kernel.run('guest.names'), await kernel.run('bundled.names')],
    }).toEqual({
      listed: [
        ['held', 'kept', 'open'],
        ['held', 'kept', 'odd', 'open', 'rowless'],
      ],
      // A method without a row does not exist in the caller's process; over the wire the kernel says why, as the next test shows.
      guest: [answers('guest', 'open'), 'extension/not-allowed', 'extension/right-missing', 'channel/failed', 'channel/failed'],
      asking: ['extension/right-not-granted', answers('asking', 'held'), 'extension/not-allowed'],
      bundled: methods.map(method => answers('bundled', method, true)),
      own: 'rowless',
      forged: ['open', '@test/guest', false, 1],
      forgedKept: 'extension/not-allowed',
      names: [Array(5).fill(false), Array(5).fill(false)],
    });
  });
});

test('a call of a method without a row is refused by the kernel itself, with who, what, why and what to do', async () => {
  const services = new Services();
  services.provide(key, '@test/notes', { open: async () => 'open', rowless: async () => 'rowless' }, { open: 'everybody' });
  const user = (id: string, bundled: boolean) => ({ found: { id, bundled, atelier: {} } }) as ExtensionRecord;
  const extensions = new Map(['@test/guest', '@test/notes'].map(id => [id, user(id, false)]));
  const parts = {
    services,
    extensions,
    decisions: {},
    meter: { called: () => undefined },
    transfer: <T>(value: T) => value,
  } as unknown as ServiceParts;
  const view = (asker: ExtensionRecord) => serviceFor<Record<string, () => Promise<unknown>>>(parts, asker, key)!;
  const guest = view(extensions.get('@test/guest')!);
  const own = view(extensions.get('@test/notes')!);
  expect({
    listed: [Object.keys(guest), Object.keys(own)],
    own: await own.rowless?.(),
    refused: await problemOf((async () => await guest.rowless?.())()),
    // A view may outlive its extension; an id that is no longer known has no access.
    unknown: await problemOf((async () => await view(user('@test/gone', true)).open?.())()),
  }).toEqual({
    listed: [['open'], ['open', 'rowless']],
    own: 'rowless',
    refused: [
      'extension/no-access-row',
      '@test/guest may not call @test/notes:Notes@1 rowless: @test/notes does not declare who may call it, so no other extension may. Ask the authors of @test/notes to give it a row in their access table.',
    ],
    unknown: ['extension/unknown', expect.any(String)],
  });
});

test('only valid rows are read from a table, whatever else it contains', () => {
  const inherited = Object.create({ a: 'everybody' }) as object;
  const tables: readonly unknown[] = [
    undefined,
    null,
    7,
    'everybody',
    [],
    ['everybody'],
    inherited,
    { a: 'nobody' },
    { a: { rights: ['toString'] } },
    { a: { rights: [] } },
    { a: { rights: 'notify' } },
  ];
  expect(tables.map(table => [...readAccess(table)])).toEqual([[], [], [], [], [], [['0', 'everybody']], [], [], [], [], []]);
  const good = { a: 'everybody', b: 'bundled', c: { rights: ['net', '@a/b:read'] }, ['__proto__']: 'everybody' };
  expect([...readAccess(good)].map(([name]) => name)).toEqual(['a', 'b', 'c', '__proto__']);
});

test('a method without a row does not compile', () => {
  interface Two {
    one(): Promise<void>;
    two(): Promise<void>;
  }
  // @ts-expect-error: `two` has no row.
  const short = defineToken<Two>('@test/notes:Two@1', { one: 'everybody' });
  // @ts-expect-error: `three` is no method.
  defineToken<Two>('@test/notes:Two@1', { one: 'everybody', two: 'bundled', three: 'bundled' });
  // @ts-expect-error: this right does not exist.
  defineToken<Two>('@test/notes:Two@1', { one: { rights: ['everything'] }, two: 'bundled' });
  // @ts-expect-error: a token to ask with cannot be provided.
  const asked: OwnToken<Two> = defineToken<Two>('@test/notes:Two@1');
  expect([short.key, asked.key]).toEqual(['@test/notes:Two@1', '@test/notes:Two@1']);
});
