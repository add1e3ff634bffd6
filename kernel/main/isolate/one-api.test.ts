import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { defineChannel, isAppError } from '@atelier/kernel';
import { type TestExtension, testKernel } from '@atelier/kernel/testing';
import { expect, test, vi } from 'vitest';

// A machine under load starts a process in seconds; how long anything takes is no claim of these tests.
vi.setConfig({ testTimeout: 60_000 });

const channelFile = {
  channel: 'subject',
  calls: {
    echo: { params: { type: 'object' }, result: {} },
    plain: { params: { type: 'object' }, result: {} },
    coded: { params: { type: 'object' }, result: {} },
    wait: { params: { type: 'object' }, result: {} },
    missing: { params: { type: 'object' }, result: {} },
  },
  events: { said: { payload: { type: 'object', required: ['text'] } } },
};
interface Subject {
  calls: Record<'echo' | 'plain' | 'coded' | 'wait' | 'missing', { params: object; result: unknown }>;
  events: { said: { text: string } };
}
const Subject = defineChannel<Subject>('subject');

const whereSource = `
import { readdirSync } from 'node:fs';
import { defineExtension } from '@atelier/kernel';
export default defineExtension({
  activate(ctx) {
    ctx.handle('where.run', async () => ({ pid: process.pid, reads: readdirSync('/').length > 0 }));
  },
});
`;

/** The extension whose every verb is tried: provides, serves, owns a point and hooks, and does what its commands say. */
const subjectSource = `
import { AppError, defineExtension, defineHook, defineToken, isAppError } from '@atelier/kernel';

const outcomeOf = async work => {
  try { return { value: await work() }; } catch (error) { return tell(error); }
};
const tell = error => ({
  code: error.code ?? null,
  message: error.message,
  french: isAppError(error) ? error.in('fr') : null,
  ours: isAppError(error) && error instanceof AppError,
  details: error.details ?? null,
});
const stepsOf = extra => [
  { id: 10, name: 'create notes', up: db => db.exec('CREATE TABLE entries (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, body BLOB) STRICT') },
  { id: 20, name: 'first entry', up: db => void db.prepare('INSERT INTO entries (text) VALUES (?)').run('migrated') },
  ...extra,
];
const guard = defineHook.first('@test/subject:guard@1', (input, { from }) => ({ denied: from, input }));
const asyncGuard = { ...defineHook.first('@test/subject:guard@1'), onFailure: async (input, { from }) => ({ later: from, input }) };
const bare = defineHook.first('@test/subject:guard@1');
const shape = defineHook.pipe('@test/subject:shape@1');
const news = defineHook.notify('@test/subject:news@1');

class Echo {
  async echo(...args) { return args; }
  async plain() { throw new TypeError('no luck'); }
  async coded() { throw new AppError('subject/coded', { en: 'Sorry, {name}.', fr: 'Pardon, {name}.' }, { name: 'you' }); }
  async nothing() {}
  async bytes() { return new Uint8Array([1, 2, 255]); }
  async thrown() { throw 'a text'; }
  async strange() { throw { odd: 1 }; }
}

export default defineExtension({
  async activate(ctx) {
    ctx.provide(defineToken('@test/subject:Echo@1'), new Echo());
    ctx.provide(defineToken('@test/subject:Asked@1'), asker => ({ who: async (...args) => ({ asker: asker.id, args }) }));
    const entries = ctx.contributions({ key: '@test/subject:entries@1' });
    const changes = [];
    const watching = entries.watch(({ added, removed }) => changes.push([added.map(one => one.value.n), removed.map(one => one.value.n)]));
    const channel = ctx.serve({ id: 'subject' }, {
      echo: async params => { channel.emit('said', { text: 'one' }); channel.emit('said', { text: 'two' }); return params; },
      plain: async () => { throw new RangeError('out of paper'); },
      coded: async () => { throw new AppError('subject/coded', { en: 'Sorry.', fr: 'Pardon.' }); },
      wait: (params, signal) => new Promise((resolve, reject) => signal.addEventListener('abort', () => { ctx.log.info('given up'); reject(new Error('aborted')); })),
    });
    const commands = {
      async identity() {
        return { id: ctx.id, signal: ctx.signal.aborted, verbs: Object.keys(ctx).sort(), paths: Object.keys(ctx.paths).sort() };
      },
      async echo(args) { return { got: args, none: args === undefined }; },
      async plain() { throw new Error('a plain failure'); },
      async coded() { throw new AppError('subject/coded', { en: 'Sorry, {name}.', fr: 'Pardon, {name}.' }, { name: 'you' }); },
      async services() {
        const other = ctx.find(defineToken('@test/other:Echo@1'));
        return {
          methods: Object.keys(ctx.get(defineToken('@test/base:Base@1'))).sort(),
          then: typeof ctx.get(defineToken('@test/base:Base@1')).then,
          none: typeof ctx.get(defineToken('@test/base:Base@1')).none,
          call: await outcomeOf(() => ctx.get(defineToken('@test/base:Base@1')).add(1, undefined, 3, undefined)),
          plain: await outcomeOf(() => ctx.get(defineToken('@test/base:Base@1')).plain()),
          coded: await outcomeOf(() => ctx.get(defineToken('@test/base:Base@1')).coded()),
          unknown: await outcomeOf(() => ctx.get(defineToken('@test/base:Gone@1'))),
          undeclared: await outcomeOf(() => ctx.get(defineToken('@test/stranger:Any@1'))),
          undeclaredFind: await outcomeOf(() => ctx.find(defineToken('@test/stranger:Any@1'))),
          optional: other === undefined,
          getOptional: await outcomeOf(() => ctx.get(defineToken('@test/other:Echo@1'))),
          own: await outcomeOf(() => ctx.get(defineToken('@test/subject:Echo@1')).echo('own')),
          costs: await outcomeOf(async () => (await ctx.get(defineToken('@atelier/kernel:Costs@1')).list()).length),
          notMine: await outcomeOf(() => ctx.provide(defineToken('@test/base:Base@1'), {})),
        };
      },
      async points() {
        const before = entries.items.map(({ from, value }) => [from, value.n]);
        const handle = ctx.contribute({ key: '@test/subject:entries@1' }, { n: 7 });
        // What one adds oneself is there after a turn at the latest.
        while (!changes.some(([added]) => added.includes(7))) await new Promise(resolve => setTimeout(resolve, 1));
        const during = entries.items.map(({ from, value }) => [from, value.n]);
        await handle.dispose();
        while (!changes.some(([, removed]) => removed.includes(7))) await new Promise(resolve => setTimeout(resolve, 1));
        const after = entries.items.map(({ from, value }) => [from, value.n]);
        await watching.dispose();
        return {
          before, during, after, changes,
          undeclared: await outcomeOf(() => ctx.contributions({ key: '@test/stranger:any@1' }).items),
          contributeUndeclared: await outcomeOf(() => ctx.contribute({ key: '@test/stranger:any@1' }, {})),
          none: ctx.contributions({ key: '@test/base:none@1' }).items,
          again: await outcomeOf(() => handle.dispose()),
        };
      },
      async refusals() {
        return {
          handle: await outcomeOf(() => ctx.handle('subject.other', async () => 1)),
          serve: await outcomeOf(() => ctx.serve({ id: 'elsewhere' }, {})),
          tap: await outcomeOf(() => ctx.tap({ kind: 'notify', key: '@test/base:untapped@1' }, async () => {})),
          tapStranger: await outcomeOf(() => ctx.tap({ kind: 'notify', key: '@test/stranger:any@1' }, async () => {})),
          run: await outcomeOf(() => ctx.run({ kind: 'notify', key: '@test/base:untapped@1' }, 1)),
        };
      },
      async hooks() {
        return {
          guard: await outcomeOf(() => ctx.run(guard, 'fine')),
          answered: await outcomeOf(() => ctx.run(guard, 'answer')),
          failed: await outcomeOf(() => ctx.run(guard, 'throw')),
          failedLater: await outcomeOf(() => ctx.run(asyncGuard, 'throw')),
          noPolicy: await outcomeOf(() => ctx.run(bare, 'throw')),
          nothing: await outcomeOf(() => ctx.run(bare, undefined)),
          shape: await outcomeOf(() => ctx.run(shape, { list: ['own'] })),
          shapeFailed: await outcomeOf(() => ctx.run(shape, { list: ['throw'] })),
          news: await outcomeOf(() => ctx.run(news, { title: 'all' })),
        };
      },
      async database(extra) {
        const db = ctx.database(stepsOf([]));
        const add = db.prepare('INSERT INTO entries (text, body) VALUES (?, ?)');
        const changes = db.transaction(() => {
          db.transaction(() => add.run('nested', null));
          return add.run('bytes', new Uint8Array([0, 255]));
        });
        return {
          changes,
          rows: db.prepare('SELECT text, body FROM entries ORDER BY id').all().map(({ text, body }) => [text, body && [...body]]),
          one: db.prepare('SELECT count(*) AS count FROM entries').get(),
          none: db.prepare('SELECT 1 WHERE 0').get() === undefined,
          thrown: await outcomeOf(() => db.transaction(() => { add.run('lost', null); throw new Error('own'); })),
          unique: await outcomeOf(() => add.run('nested', null)),
          syntax: await outcomeOf(() => db.exec('SELEKT')),
          table: await outcomeOf(() => db.prepare('SELECT * FROM missing')),
          attach: await outcomeOf(() => db.exec("ATTACH 'x' AS y")),
          begin: await outcomeOf(() => db.exec('BEGIN')),
          pragma: await outcomeOf(() => db.exec('PRAGMA synchronous = OFF')),
          asyncTransaction: await outcomeOf(() => db.transaction(async () => 1)),
          left: db.prepare('SELECT count(*) AS count FROM entries').get(),
        };
      },
      async brokered(port) {
        return {
          fetch: await outcomeOf(async () => {
            const answer = await ctx.fetch('http://127.0.0.1:' + port + '/here', { method: 'POST', headers: { 'x-a': 'b' }, body: 'hello' });
            return { status: answer.status, text: answer.text(), json: answer.json(), bytes: answer.body.length, type: answer.body.constructor.name };
          }),
          fetchRefused: await outcomeOf(() => ctx.fetch('https://elsewhere.test/')),
          fetchWrong: await outcomeOf(() => ctx.fetch('no address')),
          write: await outcomeOf(() => ctx.files.write('a.txt', 'text')),
          writeBytes: await outcomeOf(() => ctx.files.write('b.txt', new Uint8Array([104, 105]))),
          read: await outcomeOf(async () => new TextDecoder().decode(await ctx.files.read('a.txt'))),
          list: await outcomeOf(() => ctx.files.list('.')),
          readOther: await outcomeOf(() => ctx.files.read('a.json')),
          readOutside: await outcomeOf(() => ctx.files.read('../a.txt')),
          readMissing: await outcomeOf(() => ctx.files.read('gone.txt')),
          secret: await outcomeOf(() => ctx.secret('token')),
          secretNone: await outcomeOf(() => ctx.secret('unset')),
          secretRefused: await outcomeOf(() => ctx.secret('other')),
          notify: await outcomeOf(() => ctx.notify({ title: 'Done', body: 'All of it.' })),
        };
      },
      async log() {
        ctx.log.debug('a debug line');
        ctx.log.info('an info line', { count: 1, apiKey: 'hidden-by-its-name' });
        ctx.log.warn('a warning', { nested: { deep: [1, 'two'] } });
        ctx.log.error('an error');
      },
      async emitWrong() { channel.emit('said', { wrong: true }); channel.emit('nothing', {}); },
    };
    for (const [name, run] of Object.entries(commands)) ctx.handle('subject.' + name, run);
    ctx.signal.addEventListener('abort', () => ctx.log.info('signal aborted'));
    ctx.defer('the first', () => ctx.log.info('first undone'));
    ctx.defer('the failing', async () => { throw new Error('cannot undo'); });
    ctx.defer('the last', async () => ctx.log.info('last undone'));
  },
});
`;

/** What the subject builds on; runs the same way as the subject, so that calls cross one boundary or two. */
const baseSource = `
import { AppError, defineExtension, defineToken } from '@atelier/kernel';
export default defineExtension({
  activate(ctx) {
    ctx.provide(defineToken('@test/base:Base@1'), {
      add: async (...numbers) => ({ numbers, count: numbers.length }),
      plain: async () => { throw new Error('base is plain'); },
      coded: async () => { throw new AppError('base/coded', { en: 'No {what}.', fr: 'Pas de {what}.' }, { what: 'base' }); },
    });
  },
});
`;

/** Uses the subject from outside: its service, its hooks, its point. */
const userSource = `
import { defineExtension, defineToken } from '@atelier/kernel';
const tell = error => ({ code: error.code ?? null, message: error.message });
const outcomeOf = async work => { try { return { value: await work() }; } catch (error) { return tell(error); } };
export default defineExtension({
  activate(ctx) {
    const echo = ctx.get(defineToken('@test/subject:Echo@1'));
    const news = [];
    ctx.contribute({ key: '@test/subject:entries@1' }, { n: 2 });
    ctx.tap({ kind: 'first', key: '@test/subject:guard@1' }, async input => {
      if (input === 'throw') throw new Error('tap failed');
      return input === 'answer' ? { by: ctx.id } : undefined;
    });
    ctx.tap({ kind: 'pipe', key: '@test/subject:shape@1' }, async value => {
      if (value.list.includes('throw')) throw new Error('pipe failed');
      return { list: [...value.list, ctx.id] };
    });
    ctx.tap({ kind: 'notify', key: '@test/subject:news@1' }, async value => void news.push(value), { stage: 1 });
    ctx.handle('user.use', async () => ({
      methods: Object.keys(echo).sort(),
      echo: await outcomeOf(() => echo.echo(1, undefined, { deep: [null] }, undefined)),
      plain: await outcomeOf(() => echo.plain()),
      coded: await outcomeOf(() => echo.coded()),
      nothing: await outcomeOf(() => echo.nothing()),
      bytes: await outcomeOf(async () => [...(await echo.bytes())]),
      thrown: await outcomeOf(() => echo.thrown()),
      strange: await outcomeOf(() => echo.strange()),
      missing: await outcomeOf(() => echo.missing()),
      who: await outcomeOf(() => ctx.get(defineToken('@test/subject:Asked@1')).who('me?')),
      news,
    }));
  },
});
`;

const commandNames = [
  'identity',
  'echo',
  'plain',
  'coded',
  'services',
  'points',
  'refusals',
  'hooks',
  'database',
  'brokered',
  'log',
  'emitWrong',
];

function extensions(installed: boolean, port: number): readonly TestExtension[] {
  const commandOf = (word: string, name: string) => ({ id: `${word}.${name}`, title: name });
  return [
    { id: '@test/base', installed, files: { 'main.js': baseSource } },
    { id: '@test/other', installed, files: { 'main.js': baseSource.replaceAll('@test/base:Base', '@test/other:Echo') } },
    {
      id: '@test/subject',
      installed,
      atelier: {
        requires: { '@test/base': '^1.0.0' },
        optional: { '@test/absent': '^1.0.0' },
        channels: { subject: './subject.channel.json' },
        points: { 'entries@1': './entry.schema.json' },
        contributes: { commands: commandNames.map(name => commandOf('subject', name)), '@test/subject:entries@1': [{ n: 1 }] },
        rights: {
          net: [`127.0.0.1:${port}`],
          files: [{ glob: '*.txt', mode: 'write', in: 'data' }],
          secrets: ['token', 'unset'],
          notify: true,
        },
      },
      files: {
        'main.js': subjectSource,
        'subject.channel.json': JSON.stringify(channelFile),
        // What is bundled brings its validators along.
        'subject.channel.validate.js': `
          const any = () => true;
          const errors = [{ instancePath: '', schemaPath: '#/required', keyword: 'required', params: { missingProperty: 'text' } }];
          const said = Object.assign(value => typeof value.text === 'string', { errors });
          export const validators = {
            calls: Object.fromEntries(${JSON.stringify(Object.keys(channelFile.calls))}.map(name => [name, { params: any, result: any }])),
            events: { said },
          };`,
        'entry.schema.validate.js': 'export const validate = value => typeof value.n === "number";',
        'entry.schema.json': JSON.stringify({ type: 'object', required: ['n'], properties: { n: { type: 'number' } } }),
      },
    },
    {
      id: '@test/user',
      installed,
      atelier: {
        requires: { '@test/subject': '^1.0.0' },
        taps: ['@test/subject:guard@1', '@test/subject:shape@1', '@test/subject:news@1'],
        contributes: { commands: [commandOf('user', 'use')] },
      },
      files: { 'main.js': userSource },
    },
  ];
}

/** The lines of the log, as they stand in its files. */
function loggedIn(profile: string): readonly { source: string; level: string; text: string; fields?: unknown }[] {
  const folder = join(profile, 'user-data/logs');
  return readdirSync(folder).flatMap(name =>
    readFileSync(join(folder, name), 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line)),
  );
}

/** Tries everything once, and says what became of it. */
async function behaviour(mode: 'bundled' | 'installed' | 'isolateAll' | 'withoutWalls', port: number): Promise<Record<string, unknown>> {
  const withoutWalls = mode === 'withoutWalls' ? ['@test/subject', '@test/user'] : [];
  const made = extensions(mode === 'installed', port);
  await using kernel = await testKernel({ extensions: made, isolateAll: mode === 'isolateAll', withoutWalls });
  const lines: unknown[] = [];
  for (const { id, asks } of kernel.statuses()) await kernel.grant(id, asks);
  await kernel.secrets.write('@test/subject', 'token', 'open sesame');
  const channel = kernel.client(Subject);
  const heard: unknown[] = [];
  channel.on('said', event => heard.push(event));
  const outcomes: Record<string, unknown> = {};
  const attempt = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    outcomes[name] = await work().then(
      value => ({ value }),
      (error: Error) =>
        isAppError(error) ? { code: error.code, en: error.in('en'), fr: error.in('fr'), details: error.details } : { not: String(error) },
    );
  };
  await kernel.wake('@test/user');
  await attempt('use', () => kernel.run('user.use'));
  await attempt('nothing given', () => kernel.run('subject.echo'));
  await attempt('deep', () => kernel.run('subject.echo', { deep: [1, 'é', null, { $: 2 }], bytes: new Uint8Array([1]) }));
  for (const name of commandNames.slice(2))
    await attempt(name, () => kernel.run(`subject.${name}`, name === 'brokered' ? port : undefined));
  await attempt('identity', () => kernel.run('subject.identity'));
  await attempt('channel', () => channel.call('echo', { a: 1 }));
  await attempt('channel plain', () => channel.call('plain', {}));
  await attempt('channel coded', () => channel.call('coded', {}));
  await attempt('channel missing', () => channel.call('missing', {}));
  const giveUp = new AbortController();
  const waiting = attempt('channel wait', () => channel.call('wait', {}, giveUp.signal));
  await channel.call('echo', {});
  giveUp.abort();
  await waiting;
  await channel.call('echo', {});
  const effects = [...kernel.effects('@test/subject')].sort();
  const states = kernel.statuses().map(({ id, state }) => [id, state]);
  const { calls, failedCalls, events, fetches, crashes } = kernel.costs().find(one => one.id === '@test/subject')!;
  await kernel.disable('@test/subject');
  const left = kernel.effects('@test/subject');
  for (const { source, level, text, fields } of loggedIn(kernel.profile)) {
    if (source === '@test/subject' || source === '@test/user') lines.push([source, level, text, fields]);
  }
  const { notified } = kernel.host;
  return { outcomes, heard, effects, states, costs: { calls, failedCalls, events, fetches, crashes }, left, lines, notified };
}

test('one of ours that runs without walls runs in a process of its own all the same, and reaches what we do', async () => {
  const files = { 'main.js': whereSource };
  const one = { id: '@test/where', files, atelier: { contributes: { commands: [{ id: 'where.run', title: 'Where' }] } } };
  const where = async (withoutWalls: readonly string[]): Promise<unknown> => {
    await using kernel = await testKernel({ extensions: [one], withoutWalls });
    return await kernel.run('where.run');
  };
  const here = { pid: process.pid, reads: true };
  expect({ inside: await where([]), apart: await where([one.id]) }).toEqual({
    inside: here,
    apart: { pid: expect.not.toSatisfy((pid: number) => pid === process.pid), reads: true },
  });
});

test("there is one API: what an extension does has the same outcome in the kernel's process and in its own", async () => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.setHeader('date', 'always the same');
    response.end(JSON.stringify({ url: request.url, method: request.method, a: request.headers['x-a'] }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  try {
    const here = await behaviour('bundled', port);
    expect(await behaviour('installed', port)).toEqual(here);
    expect(await behaviour('isolateAll', port)).toEqual(here);
    expect(await behaviour('withoutWalls', port)).toEqual(here);
  } finally {
    server.close();
  }
});
