import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestExtension, type TestKernel, testKernel } from '@atelier/kernel/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { defaultLimits } from './isolate-limits.ts';

// A machine under load starts a process in seconds; these tests assert no times.
vi.setConfig({ testTimeout: 120_000 });

const id = '@test/greedy';
const megabyte = 1_048_576;

/** An extension in a process of its own, whose commands are the bodies of functions that use `ctx`, `args` and Node's `fs`. */
async function granted(rights: object, bodies: Readonly<Record<string, string>>): Promise<TestKernel> {
  const commands = Object.entries(bodies).map(([name, body]) => `ctx.handle('greedy.${name}', async args => { ${body} });`);
  const greedy: TestExtension = {
    id,
    installed: true,
    atelier: { rights, contributes: { commands: Object.keys(bodies).map(name => ({ id: `greedy.${name}`, title: name })) } } as object,
    files: {
      'main.js': `import fs from 'node:fs';
        const tally = all => {
          const codes = {};
          for (const one of all) {
            const code = one.status === 'fulfilled' ? 'done' : one.reason.code;
            codes[code] = (codes[code] ?? 0) + 1;
          }
          return codes;
        };
        const many = (count, work) => Promise.allSettled(Array.from({ length: count }, (_, at) => work(at))).then(tally);
        export default { activate(ctx) { ${commands.join('\n')} } };`,
    },
  };
  const kernel = await testKernel({ extensions: [greedy] });
  await kernel.grant(id, rights);
  return kernel;
}

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('X15: of three hundred requests whose answers are held open, a few are made at a time, and the others wait', async () => {
  let [open, most] = [0, 0];
  const held = Promise.withResolvers<void>();
  const host = await listen((_request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.on('close', () => (open -= 1));
    response.write('x');
    void held.promise.then(() => response.end());
  });
  await using kernel = await granted(
    { net: [host] },
    { fetch: `return many(300, () => ctx.fetch('http://${host}/'))`, echo: 'return args' },
  );
  const asked = kernel.run('greedy.fetch');
  await expect.poll(() => open).toBe(defaultLimits.requestsAtOnce);
  // Its requests come in order, so all were asked for once the kernel has answered this.
  expect(await kernel.run('greedy.echo', 'here')).toBe('here');
  held.resolve();
  expect([await asked, most]).toEqual([{ done: 300 }, defaultLimits.requestsAtOnce]);
});

test('X15: the bytes of answers are counted as they arrive, and an extension holds no more than its share in the kernel', async () => {
  const part = Buffer.alloc(megabyte);
  const all = Promise.withResolvers<void>();
  let waiting = 0;
  const host = await listen((_request, response) => {
    for (let count = 0; count < 9; count += 1) response.write(part);
    waiting += 1;
    if (waiting === defaultLimits.requestsAtOnce) all.resolve();
    void all.promise.then(() => response.end());
  });
  const fetchAll = `return many(${defaultLimits.requestsAtOnce}, () => ctx.fetch('http://${host}/').then(({ body }) => body.length))`;
  await using kernel = await granted({ net: [host] }, { fetch: fetchAll, echo: 'return args' });
  const tally = (await kernel.run('greedy.fetch')) as Record<string, number>;
  // What is refused gives its bytes back, so how many are depends on which parts came first.
  expect(tally['extension/too-much-at-once']).toBeGreaterThan(0);
  expect(await kernel.run('greedy.echo', 1)).toBe(1);
});

test('X15: several large answers at once arrive whole, one after the other', async () => {
  const host = await listen((_request, response) => void response.end(Buffer.alloc(9 * megabyte, 'x')));
  const fetchAll = `return (await Promise.all([1, 2, 3].map(() => ctx.fetch('http://${host}/')))).map(({ body }) => body.length)`;
  await using kernel = await granted({ net: [host] }, { fetch: fetchAll });
  expect(await kernel.run('greedy.fetch')).toEqual([9 * megabyte, 9 * megabyte, 9 * megabyte]);
});

test('X15: a path of many folders or of great length is refused before the disk is touched', async () => {
  const rights = { files: [{ glob: '**', mode: 'write', in: 'data' }] };
  const deep = `'a/'.repeat(2000) + 'x'`;
  await using kernel = await granted(rights, {
    deep: `return many(150, at => ctx.files.write(${deep} + at, 'text'))`,
    others: `const all = [
        ctx.files.read(${deep}), ctx.files.list(${deep}), ctx.files.write('x'.repeat(2000), ''), ctx.files.write('a/'.repeat(31) + 'x', 'text'),
      ];
      return Promise.all(all.map(one => one.then(() => 'done', error => error.code)))`,
    left: `return fs.readdirSync(ctx.paths.data)`,
  });
  expect([await kernel.run('greedy.deep'), await kernel.run('greedy.others'), await kernel.run('greedy.left')]).toEqual([
    { 'files/path-too-long': 150 },
    ['files/path-too-long', 'files/path-too-long', 'files/path-too-long', 'done'],
    ['a'],
  ]);
});

const budget = { cpuPercent: 100, memoryMegabytes: 500, eventsPerSecond: 1000, networkMegabytesPerMinute: 100 };

test('X16: a file beyond the budget for the disk is refused with the number, and what was there stays', async () => {
  const rights = { files: [{ glob: '**', mode: 'write', in: 'data' }] };
  await using kernel = await granted(rights, {
    write: `return ctx.files.write(args.path, 'x'.repeat(args.size)).then(() => 'done', ({ code, message }) => [code, message])`,
    read: `return (await ctx.files.read('first')).length`,
    remove: `fs.rmSync(ctx.paths.data + '/first'); return null`,
  });
  await kernel.setBudget(id, { ...budget, storageMegabytes: 1 });
  const write = (path: string, size: number) => kernel.run('greedy.write', { path, size });
  const first = await write('first', 600_000);
  const second = await write('second', 600_000);
  const read = await kernel.run('greedy.read');
  await kernel.run('greedy.remove');
  // The kernel looks at the folder again at most once a second.
  await expect.poll(() => write('second', 600_000)).toBe('done');
  await kernel.setBudget(id, { ...budget, storageMegabytes: 2 });
  expect({ first, second, read, raised: await write('third', 600_000), replaced: await write('third', 700_000) }).toEqual({
    first: 'done',
    second: [
      'storage/over-budget',
      '@test/greedy may keep 1 MB on this computer, and this would be more. Nothing was written and nothing is lost: remove something first, or raise its budget under Extensions. Its author can ask for more with atelier.rights.storage.',
    ],
    read: 600_000,
    raised: 'done',
    replaced: 'done',
  });
});

test('X16: a database grows no further than the budget; a refused write changes nothing, and deleting makes room', async () => {
  await using kernel = await granted(
    {},
    {
      fill: `const db = ctx.database([]);
        db.exec('CREATE TABLE IF NOT EXISTS t (id INTEGER PRIMARY KEY, a)');
        let done = 0;
        try { for (; done < 100; done += 1) db.prepare('INSERT INTO t (a) VALUES (zeroblob(100000))').run(); } catch (error) { return [done, error.code]; }
        return [done];`,
      count: `return ctx.database([]).prepare('SELECT count(*) AS n FROM t').get().n`,
      clear: `const db = ctx.database([]); db.exec('DELETE FROM t'); db.prepare('INSERT INTO t (a) VALUES (1)').run(); return null`,
    },
  );
  await kernel.setBudget(id, { ...budget, storageMegabytes: 2 });
  const [done, code] = (await kernel.run('greedy.fill')) as [number, string];
  const kept = await kernel.run('greedy.count');
  await kernel.run('greedy.clear');
  expect({ code, some: done > 10 && done < 21, kept, after: await kernel.run('greedy.count') }).toEqual({
    ...{ code: 'storage/over-budget', some: true, kept: done, after: 1 },
  });
});

test('X16: a process that fills its folder by itself is ended and named, keeps what it wrote, and may remove it after a restart', async context => {
  context.skip(process.platform !== 'linux', 'how much a process has written is read from /proc, which only Linux has');
  await using kernel = await granted(
    {},
    {
      fill: `for (let at = 0; ; at += 1) {
          fs.writeFileSync(ctx.paths.data + '/' + at, 'x'.repeat(100_000));
          await new Promise(done => setTimeout(done, 1));
        }`,
      names: `return fs.readdirSync(ctx.paths.data).length`,
      clean: `for (const name of fs.readdirSync(ctx.paths.data)) fs.rmSync(ctx.paths.data + '/' + name); return null`,
    },
  );
  await kernel.setBudget(id, { ...budget, storageMegabytes: 3 });
  const status = () => kernel.statuses().find(one => one.id === id);
  await kernel.run('greedy.fill').catch(() => undefined);
  await expect.poll(() => status()?.state).toBe('failed');
  const { problem } = status()!;
  await kernel.retry(id);
  const kept = (await kernel.run('greedy.names')) as number;
  await kernel.run('greedy.clean');
  const says = problem?.message.includes('more than 3 MB on the disk');
  expect({ code: problem?.code, says, kept: kept > 300, left: await kernel.run('greedy.names') }).toEqual({
    ...{ code: 'extension/over-budget', says: true, kept: true, left: 0 },
  });
});

test('X16: a manifest asks for more of the disk, and the person grants it', async () => {
  const rights = { storage: 500 };
  await using kernel = await granted(rights, { echo: 'return args' });
  await kernel.run('greedy.echo', 1);
  const budgetOf = () => kernel.costs().find(one => one.id === id)?.budget?.storageMegabytes;
  const asked = budgetOf();
  await kernel.grant(id, {});
  const withdrawn = budgetOf();
  await kernel.grant(id, { storage: 5000 });
  expect({ asked, withdrawn, more: budgetOf(), status: kernel.statuses().find(one => one.id === id)?.asks }).toEqual({
    ...{ asked: 500, withdrawn: 200, more: 500, status: rights },
  });
});
