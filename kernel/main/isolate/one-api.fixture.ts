/** The extension under test, which uses every verb: it provides, serves, owns a point and hooks, and runs verbs by command. */
export const subjectSource = `
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
    const methods = ['echo', 'plain', 'coded', 'nothing', 'bytes', 'thrown', 'strange'];
    ctx.provide(defineToken('@test/subject:Echo@1', Object.fromEntries(methods.map(name => [name, 'everybody']))), new Echo());
    ctx.provide(defineToken('@test/subject:Asked@1', { who: 'everybody' }), asker => ({ who: async (...args) => ({ asker: asker.id, args }) }));
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
          undeclared: await outcomeOf(() => ctx.get(defineToken('@test/undeclared:Any@1'))),
          undeclaredFind: await outcomeOf(() => ctx.find(defineToken('@test/undeclared:Any@1'))),
          optional: other === undefined,
          getOptional: await outcomeOf(() => ctx.get(defineToken('@test/other:Echo@1'))),
          own: await outcomeOf(() => ctx.get(defineToken('@test/subject:Echo@1')).echo('own')),
          kernel: await outcomeOf(async () => ctx.get(defineToken('@atelier/kernel:Person@1')).language()),
          notMine: await outcomeOf(() => ctx.provide(defineToken('@test/base:Base@1'), {})),
        };
      },
      async points() {
        const before = entries.items.map(({ from, value }) => [from, value.n]);
        const handle = ctx.contribute({ key: '@test/subject:entries@1' }, { n: 7 });
        // An own entry is there after one turn of the event loop at the latest.
        while (!changes.some(([added]) => added.includes(7))) await new Promise(resolve => setTimeout(resolve, 1));
        const during = entries.items.map(({ from, value }) => [from, value.n]);
        await handle.dispose();
        while (!changes.some(([, removed]) => removed.includes(7))) await new Promise(resolve => setTimeout(resolve, 1));
        const after = entries.items.map(({ from, value }) => [from, value.n]);
        await watching.dispose();
        return {
          before, during, after, changes,
          undeclared: await outcomeOf(() => ctx.contributions({ key: '@test/undeclared:any@1' }).items),
          contributeUndeclared: await outcomeOf(() => ctx.contribute({ key: '@test/undeclared:any@1' }, {})),
          none: ctx.contributions({ key: '@test/base:none@1' }).items,
          again: await outcomeOf(() => handle.dispose()),
        };
      },
      async refusals() {
        return {
          handle: await outcomeOf(() => ctx.handle('subject.other', async () => 1)),
          serve: await outcomeOf(() => ctx.serve({ id: 'elsewhere' }, {})),
          tap: await outcomeOf(() => ctx.tap({ kind: 'notify', key: '@test/base:untapped@1' }, async () => {})),
          tapUndeclaredOwner: await outcomeOf(() => ctx.tap({ kind: 'notify', key: '@test/undeclared:any@1' }, async () => {})),
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
          connect: await outcomeOf(async () => {
            const connection = await ctx.connect({ host: '127.0.0.1', port });
            await connection.write('GET /there HTTP/1.0\\r\\n\\r\\n');
            let text = '';
            for (let bytes = await connection.read(); bytes !== undefined; bytes = await connection.read()) text += new TextDecoder().decode(bytes);
            const closed = await outcomeOf(() => connection.write('more'));
            await connection.close();
            await connection.close();
            const late = [await outcomeOf(() => connection.write('more')), await outcomeOf(() => connection.read())];
            return { ok: text.startsWith('HTTP/1.1 200'), url: text.includes('/there'), closed, late, verbs: Object.keys(connection).sort() };
          }),
          connectRefused: await outcomeOf(() => ctx.connect({ host: 'elsewhere.test', port: 6697 })),
          connectWrong: await outcomeOf(() => ctx.connect({ host: 5 })),
          connectNothing: await outcomeOf(() => ctx.connect()),
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
    ctx.defer('the first', async () => ctx.log.info('first undone, ' + (await ctx.get(defineToken('@test/base:Base@1')).add(1, 2)).count + ' numbers'));
    ctx.defer('the failing', async () => { throw new Error('cannot undo'); });
    ctx.defer('the last', async () => ctx.log.info('last undone'));
  },
});
`;

/** The extension that the subject depends on; it runs in the same mode, so that calls cross one boundary or two. */
export const baseSource = `
import { AppError, defineExtension, defineToken } from '@atelier/kernel';
export default defineExtension({
  activate(ctx) {
    ctx.provide(defineToken('@test/base:Base@1', { add: 'everybody', plain: 'everybody', coded: 'everybody' }), {
      add: async (...numbers) => ({ numbers, count: numbers.length }),
      plain: async () => { throw new Error('base is plain'); },
      coded: async () => { throw new AppError('base/coded', { en: 'No {what}.', fr: 'Pas de {what}.' }, { what: 'base' }); },
    });
  },
});
`;

/** Uses the subject from outside: its service, its hooks, its point. */
export const userSource = `
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
