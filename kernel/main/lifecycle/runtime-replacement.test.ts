import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Extensions, type ExtensionsService, KernelChannel } from '@atelier/kernel';
import { extension, type TestKernel, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';

const counting = (version: string, at: number, extra = '') => `
  const step = { id: ${at}, name: 'step ${at}', up: db => db.exec('CREATE TABLE t${at} (n INTEGER) STRICT') };
  const first = { id: 10, name: 'step 10', up: db => db.exec('CREATE TABLE t10 (n INTEGER) STRICT') };
  export default { async activate(ctx) {
    const db = ctx.database(${at === 10 ? '[first]' : '[first, step]'});
    ${extra}
    ctx.handle('counter.count', async () => {
      db.prepare('INSERT INTO t10 (n) VALUES (1)').run();
      return '${version}: ' + db.prepare('SELECT count(*) AS n FROM t10').get().n;
    });
  } };`;

const falling = "export default { activate(ctx) { ctx.handle('counter.count', async () => { setImmediate(() => process.exit(3)); }); } };";

/** Writes a version of one extension to the folder where an installer would put it. */
function version(kernel: TestKernel, number: string, main: string, atelier: object = {}): string {
  const folder = join(kernel.host.paths.installed, '.store', `counter-${number}`);
  mkdirSync(folder, { recursive: true });
  const commands = [{ id: 'counter.count', title: 'Count' }];
  const manifest = { name: '@acme/counter', version: number, type: 'module', engines: { atelier: '^1.0.0' } };
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ ...manifest, atelier: { main: './main.js', contributes: { commands }, ...atelier } }),
  );
  writeFileSync(join(folder, 'main.js'), main);
  return folder;
}

// The kernel that was started last: when a profile is opened again, the installer's module is already loaded.
let service: ExtensionsService | undefined;

async function withService(profile?: string): Promise<{ kernel: TestKernel; service: ExtensionsService }> {
  const kernel = await testKernel({
    ...(profile !== undefined && { profile }),
    extensions: [
      extension(
        '@atelier/installer',
        ctx => {
          service = ctx.get(Extensions);
        },
        { activation: 'startup' },
      ),
    ],
  });
  return { kernel, service: service! };
}

const stateOf = (kernel: TestKernel) => {
  const found = kernel.statuses().find(({ id }) => id === '@acme/counter');
  return found && `${found.version} ${found.state}`;
};

test('an extension is added, replaced by its next version, and removed, while the app runs', async () => {
  const opened = await withService();
  await using kernel = opened.kernel;
  const { service } = opened;
  const seen: unknown[] = [];
  await service.adopt(version(kernel, '1.0.0', counting('one', 10)));
  seen.push(await kernel.run('counter.count'), stateOf(kernel));
  await service.adopt(version(kernel, '2.0.0', counting('two', 20)));
  seen.push(await kernel.run('counter.count'), stateOf(kernel));
  const links = readdirSync(kernel.host.paths.installed);
  await service.forget('@acme/counter', 'delete');
  const gone = await kernel.run('counter.count').catch((error: { code: string }) => error.code);
  const data = readdirSync(join(kernel.host.paths.userData, 'data')).filter(name => name.startsWith('acme--counter'));
  expect({ seen, links, gone, state: stateOf(kernel), data }).toEqual({
    seen: ['one: 1', '1.0.0 active', 'two: 2', '2.0.0 active'],
    links: ['.store', 'acme--counter'],
    gone: 'command/unknown',
    state: undefined,
    data: [],
  });
});

test('X6: a version that cannot start leaves the last good one running, with its data, also after the next start', async () => {
  const opened = await withService();
  await using kernel = opened.kernel;
  const { service } = opened;
  await service.adopt(version(kernel, '1.0.0', counting('one', 10)), { notify: true });
  await kernel.run('counter.count');
  const bad = version(kernel, '2.0.0', counting('two', 20, "throw new Error('no luck');"), { rights: { notify: true } });
  const failed = await service.adopt(bad, { notify: true, net: ['a.example'] }).catch((error: { code: string }) => error.code);
  const after = await kernel.run('counter.count');
  const kept = { state: stateOf(kernel), granted: kernel.statuses().find(({ id }) => id === '@acme/counter')?.granted };
  await kernel.close();
  await using next = await testKernel({ profile: kernel.profile });
  expect({ failed, after, kept, later: await next.run('counter.count') }).toEqual({
    failed: 'extension/activation-failed',
    after: 'one: 2',
    kept: { state: '1.0.0 active', granted: expect.objectContaining({ notify: false }) },
    later: 'one: 3',
  });
});

test('a new extension that cannot start is not installed', async () => {
  const opened = await withService();
  await using kernel = opened.kernel;
  const failed = await opened.service
    .adopt(version(kernel, '1.0.0', "export default { activate() { throw new Error('no luck'); } };"))
    .catch((error: { code: string }) => error.code);
  expect({ failed, state: stateOf(kernel), links: readdirSync(kernel.host.paths.installed) }).toEqual({
    failed: 'extension/activation-failed',
    state: undefined,
    links: ['.store'],
  });
});

test('an extension in development is reloaded from its folder: it may ask for more rights, is granted none, and keeps running if the reload fails', async () => {
  const opened = await withService();
  await using kernel = opened.kernel;
  const client = kernel.client(KernelChannel);
  await opened.service.adopt(version(kernel, '1.0.0', counting('one', 10)));
  const seen = [await kernel.run('counter.count')];
  const file = join(version(kernel, '1.0.0', counting('two', 20), { displayName: 'Counter', rights: { notify: true } }), 'package.json');
  await client.call('reloadExtension', { id: '@acme/counter' });
  seen.push(await kernel.run('counter.count'));
  const one = kernel.statuses().find(({ id }) => id === '@acme/counter');
  writeFileSync(file, '{');
  const wrong = await client.call('reloadExtension', { id: '@acme/counter' }).catch((error: { code: string }) => error.code);
  seen.push(await kernel.run('counter.count'));
  expect({ seen, name: one?.displayName, asks: one?.asks, granted: one?.granted, wrong }).toEqual({
    seen: ['one: 1', 'two: 2', 'two: 3'],
    name: 'Counter',
    asks: { notify: true },
    granted: {},
    wrong: 'extension/manifest-unreadable',
  });
});

test('a version that replaces a crashed one is left running, and one that replaces a dormant one is dormant again', async () => {
  const opened = await withService();
  await using kernel = opened.kernel;
  const { service } = opened;
  await service.adopt(version(kernel, '1.0.0', falling));
  await kernel.run('counter.count').catch(() => undefined);
  while (stateOf(kernel) !== '1.0.0 failed') await new Promise(resolve => setImmediate(resolve));
  await service.adopt(version(kernel, '1.1.0', counting('mended', 10)));
  const afterCrash = stateOf(kernel);
  await kernel.disable('@acme/counter');
  await kernel.enable('@acme/counter');
  await service.adopt(version(kernel, '1.2.0', counting('newer', 10)));
  expect([afterCrash, stateOf(kernel)]).toEqual(['1.1.0 active', '1.2.0 dormant']);
});

test('a version that cannot read the data of a newer one gets the earlier data, the newer data are kept, and the person is notified', async () => {
  const opened = await withService();
  await using kernel = opened.kernel;
  const { service } = opened;
  const first = version(kernel, '1.0.0', counting('one', 10));
  await service.adopt(first);
  const seen = [await kernel.run('counter.count')];
  await service.adopt(version(kernel, '2.0.0', counting('two', 20)));
  seen.push(await kernel.run('counter.count'));
  await service.adopt(first);
  seen.push(await kernel.run('counter.count'));
  const data = readdirSync(join(kernel.host.paths.userData, 'data')).filter(name => name.startsWith('acme--counter.sqlite.'));
  expect({ seen, notices: kernel.notices(), data }).toEqual({
    seen: ['one: 1', 'two: 2', 'one: 2'],
    notices: [
      expect.objectContaining({
        code: 'notice/data-of-before',
        extension: '@acme/counter',
        message: expect.stringContaining('@acme/counter 1.0.0 cannot read the data that 2.0.0 has changed'),
      }),
    ],
    data: expect.arrayContaining([expect.stringMatching(/\.newer-/)]),
  });
});

test('X7: crashes are counted separately for each version', async () => {
  const opened = await withService();
  await using kernel = opened.kernel;
  const { service } = opened;
  const fall = async () => {
    await kernel.retry('@acme/counter');
    await kernel.run('counter.count').catch(() => undefined);
    while (stateOf(kernel)?.endsWith('active')) await new Promise(resolve => setImmediate(resolve));
  };
  await service.adopt(version(kernel, '1.0.0', falling));
  for (let count = 0; count < 2; count += 1) await fall();
  await service.adopt(version(kernel, '1.1.0', falling));
  await fall();
  const first = [stateOf(kernel), kernel.notices()];
  for (let count = 0; count < 2; count += 1) await fall();
  while (stateOf(kernel) === '1.1.0 failed') await new Promise(resolve => setImmediate(resolve));
  expect([first, stateOf(kernel)]).toEqual([['1.1.0 failed', []], '1.1.0 quarantined']);
});

test('X7: a version that is installed while the previous one crashes for the third time is not quarantined', async () => {
  const opened = await withService();
  await using kernel = opened.kernel;
  const { service } = opened;
  await service.adopt(version(kernel, '1.0.0', falling));
  const mended = version(kernel, '1.1.0', counting('mended', 10));
  const adopted = Promise.withResolvers<void>();
  let crashes = 0;
  kernel.client(KernelChannel).on('extensionsChanged', ({ state }) => {
    if (state === 'failed' && ++crashes === 3) adopted.resolve(service.adopt(mended));
  });
  for (let count = 1; count <= 3; count += 1) {
    await kernel.retry('@acme/counter');
    await kernel.run('counter.count').catch(() => undefined);
    while (crashes < count) await new Promise(resolve => setImmediate(resolve));
  }
  await adopted.promise;
  // This change does nothing; it runs after all changes that were queued before it.
  await service.block('@acme/counter', '0.0.0', { en: 'Nothing.', fr: 'Rien.' });
  expect([stateOf(kernel), kernel.notices()]).toEqual(['1.1.0 active', []]);
});

/** Installs a version that counts calls, and then one that cannot start; `ask` is called at every reported step. */
async function replaceTwice(kernel: TestKernel, service: ExtensionsService, ask: () => void, answered: () => Promise<unknown>) {
  await service.adopt(version(kernel, '1.0.0', counting('one', 10)));
  const listening = kernel.client(KernelChannel).on('extensionsChanged', ask);
  await service.adopt(version(kernel, '1.1.0', counting('more', 10)));
  // A call that is pending when a version ends fails with it.
  await answered();
  const falls = version(kernel, '2.0.0', "export default { activate() { throw new Error('no'); } };");
  const outcome = await service.adopt(falls).catch((error: { code: string }) => error.code);
  listening.dispose();
  await answered();
  return outcome;
}

test('a call of a view while its extension is replaced is answered by the version that stays', async () => {
  const opened = await withService();
  await using kernel = opened.kernel;
  const link = kernel.host.connect();
  const answers: { readonly value?: string; readonly error?: { readonly code: string } }[] = [];
  link.onMessage(message => {
    for (const { kind, body } of [message].flat() as { kind: string; body: (typeof answers)[number] }[])
      if (kind === 'answer') answers.push(body);
  });
  let asked = 0;
  const ask = () => {
    asked += 1;
    const body = { command: 'counter.count' };
    link.send([{ v: 1, id: asked, kind: 'call', to: 'kernel:runCommand', body, from: '@acme/counter' }]);
  };
  const outcome = await replaceTwice(kernel, opened.service, ask, async () => {
    while (answers.length < asked) await new Promise(resolve => setImmediate(resolve));
  });
  const said = new Set(answers.map(({ value, error }) => error?.code ?? value?.split(':')[0]));
  expect({ outcome, said: [...said] }).toEqual({ outcome: 'extension/activation-failed', said: ['more'] });
});

test('a version that is woken while it is being installed, and cannot start, is still rolled back', async () => {
  const opened = await withService();
  await using kernel = opened.kernel;
  const runs: Promise<unknown>[] = [];
  const ask = () => runs.push(kernel.run('counter.count').catch(() => undefined));
  const outcome = await replaceTwice(kernel, opened.service, ask, () => Promise.all(runs));
  expect([outcome, stateOf(kernel)]).toEqual(['extension/activation-failed', '1.1.0 active']);
});

test('dependents of a replaced extension are stopped during the replacement and started again', async () => {
  const opened = await withService();
  await using kernel = opened.kernel;
  const { service } = opened;
  await service.adopt(version(kernel, '1.0.0', counting('one', 10)));
  const other = join(kernel.host.paths.installed, '.store', 'reader');
  mkdirSync(other, { recursive: true });
  const manifest = { name: '@acme/reader', version: '1.0.0', type: 'module', engines: { atelier: '^1.0.0' } };
  const atelier = { main: './main.js', requires: { '@acme/counter': '^1.0.0' } };
  writeFileSync(join(other, 'package.json'), JSON.stringify({ ...manifest, atelier }));
  writeFileSync(join(other, 'main.js'), "export default { activate(ctx) { ctx.log.info('here'); } };");
  await service.adopt(other);
  const examined = await service.examine({
    name: '@acme/counter',
    version: '2.0.0',
    engines: { atelier: '^1.0.0' },
    atelier: { rights: { notify: true } },
  });
  await service.adopt(version(kernel, '1.1.0', counting('more', 10)));
  const states = Object.fromEntries(kernel.statuses().map(({ id, state }) => [id, state]));
  const heard = (await service.log('@acme/reader')).filter(({ text }) => text === 'here').length;
  expect({ examined, states, heard }).toMatchObject({
    examined: { asks: { notify: true }, breaks: ['@acme/reader'] },
    states: { '@acme/counter': 'active', '@acme/reader': 'active' },
    heard: 2,
  });
});

test('a package in the scope of bundled plugins is refused, a bundled plugin cannot be removed, and an extension that cannot run here is refused before anything is written', async () => {
  const opened = await withService();
  await using kernel = opened.kernel;
  const { service } = opened;
  const codes = await Promise.all(
    [
      service.examine({ name: '@atelier/installer', version: '9.0.0', engines: { atelier: '^1.0.0' }, atelier: {} }),
      service.examine({ name: '@acme/old', version: '1.0.0', engines: { atelier: '^9.0.0' }, atelier: {} }),
      service.examine({ name: '@acme/none', version: '1.0.0' }),
      service.forget('@atelier/installer', 'keep'),
      service.forget('@acme/nobody', 'keep'),
    ].map(asked => asked.then(String, (error: { code: string }) => error.code)),
  );
  expect({ codes, links: readdirSync(kernel.host.paths.installed) }).toEqual({
    links: [],
    codes: [
      'extension/reserved-scope',
      'extension/engine-mismatch',
      'extension/manifest-invalid',
      'extension/built-in',
      'extension/unknown',
    ],
  });
});

test('X11: an extension with the same word as an installed one is refused, and the installed one keeps running', async () => {
  const opened = await withService();
  await using kernel = opened.kernel;
  const { service } = opened;
  await service.adopt(version(kernel, '1.0.0', counting('one', 10)));
  const folder = join(kernel.host.paths.installed, '.store', 'aaa-counter');
  mkdirSync(folder, { recursive: true });
  const manifest = {
    name: '@aaa/counter',
    version: '1.0.0',
    type: 'module',
    engines: { atelier: '^1.0.0' },
    atelier: { main: './main.js' },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'main.js'), "export default { activate(ctx) { ctx.handle('counter.count', async () => 'mine'); } };");
  const examined = service.examine(manifest);
  const adopted = service.adopt(folder);
  await expect(examined).rejects.toMatchObject({ code: 'extension/word-in-use' });
  await expect(adopted).rejects.toMatchObject({ code: 'extension/word-in-use' });
  expect([await kernel.run('counter.count'), kernel.statuses().some(({ id }) => id === '@aaa/counter')]).toEqual(['one: 1', false]);
});

test('N10: a blocked version stops at once, says why, and cannot be enabled, also after a restart; another version may run', async () => {
  const opened = await withService();
  const { service } = opened;
  await service.adopt(version(opened.kernel, '1.0.0', counting('one', 10)));
  const why = { en: 'It sends away what you write.', fr: 'Elle envoie ce que vous écrivez.' };
  await service.block('@acme/counter', '0.9.0', why);
  const seen: unknown[] = [stateOf(opened.kernel)];
  await service.block('@acme/counter', '1.0.0', why);
  const codeOf = (asked: Promise<unknown>) =>
    asked.then(
      () => 'fine',
      (error: { code: string }) => error.code,
    );
  const refused = [service.enable('@acme/counter'), service.retry('@acme/counter'), opened.kernel.run('counter.count')].map(codeOf);
  seen.push(stateOf(opened.kernel), ...(await Promise.all(refused)));
  const notices = opened.kernel.notices().map(({ message }) => message);
  await opened.kernel.close();
  const again = await withService(opened.kernel.profile);
  await using kernel = again.kernel;
  seen.push(stateOf(kernel), kernel.statuses().find(({ id }) => id === '@acme/counter')?.problem?.message);
  await again.service.adopt(version(kernel, '1.0.1', counting('mended', 10)));
  seen.push(await kernel.run('counter.count'), stateOf(kernel));
  await again.service.block('@acme/counter', '1.0.1', why);
  await again.service.block('@acme/counter', '1.0.1', undefined);
  seen.push(await kernel.run('counter.count'));
  const sentence =
    '@acme/counter 1.0.0 is off because a list of blocked extensions names it: It sends away what you write. Update it, go back to an earlier version, or remove it.';
  expect({ seen, notices }).toEqual({
    seen: [
      '1.0.0 active',
      '1.0.0 quarantined',
      'extension/blocked',
      'extension/blocked',
      'command/unknown',
      '1.0.0 quarantined',
      sentence,
      'mended: 1',
      '1.0.1 active',
      'mended: 2',
    ],
    notices: [sentence],
  });
});
