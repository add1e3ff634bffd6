import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { bench, codeOf, sandbox } from '../../../tests/hostile/support.ts';
import { grantedFiles } from '../broker/granted-files.ts';

// A machine under load starts a process in seconds; these tests assert no times.
vi.setConfig({ testTimeout: 30_000 });

const modes = [['permissions', { sandbox: undefined }], ...(sandbox ? ([['sandbox', {}]] as const) : [])] as const;

const notes = { save: async (...args: unknown[]) => ({ saved: args }) };

for (const [mode, changed] of modes) {
  test(`every verb works from another process as it does in the kernel's (${mode})`, async () => {
    await using built = bench('honest.mjs', changed, {
      fetch: async (url, init) => ({
        status: 200,
        headers: {},
        body: new TextEncoder().encode(`${url} ${init?.method}`),
        text: () => '',
        json: () => undefined,
      }),
      secret: async name => `secret of ${name}`,
    });
    built.services.set('@acme/notes:Notes@1', notes);
    const isolated = await built.start();
    const echo = built.provided.get('@acme/hostile:Echo@1');

    const seen = {
      sandbox: isolated.sandbox,
      echo: await built.run('echo', { deep: [1, undefined, 'é'] }),
      service: await built.run('save', 'text'),
      provided: [await echo?.echo?.(1, 'two', undefined), await codeOf(echo?.fail?.() ?? Promise.resolve()), typeof echo?.none],
      channel: await built.served.get('echo')?.say?.({ text: 'hi' }, new AbortController().signal),
      emitted: built.emitted,
      tap: await built.taps.get('@acme/notes:title@1')?.('Title', new AbortController().signal),
      missing: await built.run('missing'),
      ran: ((await built.run('choose', 'in')) as { value: unknown }).value,
      fetched: await built.run('fetch', 'https://a.test/'),
      secret: await built.run('secret', 'token'),
      environment: await built.run('environment'),
    };
    expect(seen).toEqual({
      sandbox: mode,
      echo: { deep: [1, null, 'é'] },
      service: { saved: ['text'] },
      provided: [[1, 'two'], 'Error: oops', 'undefined'],
      channel: { said: 'hi' },
      emitted: [['said', { text: 'hi' }]],
      tap: 'Title!',
      missing: { found: true, get: 'extension/undeclared-dependency' },
      ran: 'in',
      fetched: 'https://a.test/ POST',
      secret: 'secret of token',
      environment: { env: ['PWD', 'TZ'], cwd: built.options.dataFolder, data: built.options.dataFolder },
    });
  });

  test(`its registrations can be disposed, changes are pushed to it, and it is notified when to stop (${mode})`, async () => {
    await using built = bench('honest.mjs', changed);
    built.services.set('@acme/notes:Notes@1', notes);
    const isolated = await built.start();
    const before = [...built.contributed];
    await built.run('dispose-card');
    const second = { from: '@acme/notes', value: { title: 'second' } };
    built.push({ point: '@acme/notes:cards@1', items: [second], added: [second], removed: [] });
    const cards = await built.run('cards');
    const waiting = new AbortController();
    const waited = codeOf(built.run('wait', undefined, waiting.signal));
    waiting.abort();
    await built.run('print');
    await built.run('log');
    for (const cleanup of built.deferred) await cleanup();
    await isolated.stop();

    expect({ before, after: built.contributed, cards, waited: await waited, logged: built.logged, exit: await isolated.exited }).toEqual({
      before: [{ title: 'mine' }],
      after: [],
      cards: { items: ['second'], changes: 1 },
      waited: 'extension/call-cancelled',
      logged: expect.arrayContaining(['info printed', 'warn noticed', 'info deferred']),
      exit: { code: 0, signal: null, reason: 'stopped', error: undefined },
    });
    expect(existsSync(`/proc/${isolated.pid}`)).toBe(false);
  });

  test(`its database behaves like one in the kernel's process, and persists (${mode})`, async () => {
    await using built = bench('honest.mjs', changed);
    built.services.set('@acme/notes:Notes@1', notes);
    const first = await built.start();
    const outcome = await built.run('database');
    await first.stop();
    await built.start();
    const again = (await built.run('database')) as { rows: unknown[] };
    expect({ outcome, rows: again.rows.length }).toEqual({
      outcome: {
        rows: [
          ['migrated', null],
          ['kept', [1, 2]],
          ['nested', null],
        ],
        one: { count: 3 },
        thrown: 'no',
        wrong: 'storage/bad-statement',
        attach: 'storage/statement-refused',
        changes: { changes: 1 },
      },
      rows: 6,
    });
  });

  test(`bytes arrive as bytes, and only granted files are read and written (${mode})`, async () => {
    const granted = { id: '@acme/hostile', maxBytes: 1000, rights: () => [{ glob: '*.bin', mode: 'write' }] as const };
    await using built = bench('honest.mjs', changed);
    Object.assign(built.options.ctx, { files: grantedFiles({ ...granted, root: built.folder }) });
    built.services.set('@acme/notes:Notes@1', notes);
    writeFileSync(join(built.folder, 'a.bin'), new Uint8Array([0, 255, 10]));
    await built.start();
    expect([await built.run('bytes'), existsSync(join(built.folder, 'b.bin'))]).toEqual([[0, 255, 10], true]);
  });

  test(`what a process costs is measured (${mode})`, async () => {
    await using built = bench('honest.mjs', changed);
    built.services.set('@acme/notes:Notes@1', notes);
    const isolated = await built.start();
    await built.run('echo', 'x'.repeat(1000));
    const { startMs, bytes, memoryBytes, crashes } = built.meter.costs('@acme/hostile');
    await isolated.stop();
    const after = built.meter.costs('@acme/hostile');
    expect({ started: startMs > 0, bytes: bytes > 2000, memory: (memoryBytes ?? 0) > 1e7, crashes, gone: after.memoryBytes }).toEqual({
      ...{ started: true, bytes: true, memory: process.platform === 'linux', crashes: 0, gone: undefined },
    });
  });
}

test('the error for a Node that cannot be run names its path', async () => {
  await using built = bench('honest.mjs', { node: '/nowhere/node' });
  expect(await codeOf(built.start())).toBe('extension/node-not-found');
});
