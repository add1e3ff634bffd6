import type { Link } from '@atelier/kernel/host';
import { extension, type TestExtension, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';

const channelFile = JSON.stringify({
  channel: 'echo',
  calls: {
    say: { access: 'everybody', params: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } }, result: {} },
    wait: { access: 'everybody', params: { type: 'object' }, result: {} },
  },
  events: { said: { payload: {} } },
});

const echo: TestExtension = {
  id: '@test/echo',
  installed: true,
  atelier: { channels: { echo: './echo.channel.json' } },
  files: {
    'echo.channel.json': channelFile,
    'main.js': `export default { activate(ctx) {
      const echo = ctx.serve({ id: 'echo' }, {
        say: async ({ text }) => { echo.emit('said', { text }); return text; },
        wait: (params, signal) => new Promise((resolve, reject) => { echo.emit('said', { text: 'waiting' }); signal.addEventListener('abort', () => { echo.emit('said', { text: 'aborted' }); reject(new Error('gone')); }); }),
      });
    } };`,
  },
};

interface Received {
  readonly kind: string;
  readonly id: number;
  readonly to: string;
  readonly body: { ok?: boolean; value?: unknown; error?: { code: string; message: string } };
}

/** The page's end of a link, for a page that sends raw frames. */
function page(link: Link) {
  const frames: Received[] = [];
  const waiting: (() => void)[] = [];
  let closed: string | undefined;
  link.onMessage(message => {
    frames.push(...((Array.isArray(message) ? message : [message]) as Received[]));
    for (const wake of waiting.splice(0)) wake();
  });
  link.onClose(() => {
    closed = 'closed';
    for (const wake of waiting.splice(0)) wake();
  });
  const until = async (done: () => boolean): Promise<void> => {
    while (!done() && closed === undefined) await new Promise<void>(resolve => waiting.push(resolve));
  };
  return {
    frames,
    get closed() {
      return closed;
    },
    send: (...frames: unknown[]) => link.send(frames as object[]),
    /** The answer to one call. */
    async ask(id: number, to: string, body: unknown, from?: string): Promise<Received['body']> {
      link.send([{ v: 1, id, kind: 'call', to, body, ...(from !== undefined && { from }) }]);
      await until(() => frames.some(frame => frame.kind === 'answer' && frame.id === id));
      return frames.find(frame => frame.kind === 'answer' && frame.id === id)!.body;
    },
    until,
  };
}

test('a page calls, follows events, and stops following', async () => {
  await using kernel = await testKernel({ extensions: [echo] });
  const ui = page(kernel.host.connect());
  const unheard = await ui.ask(1, 'echo:say', { text: 'nobody follows' });
  await ui.ask(2, 'kernel:subscribe', { channel: 'echo' });
  await ui.ask(3, 'echo:say', { text: 'heard' });
  await ui.until(() => ui.frames.some(frame => frame.kind === 'event'));
  await ui.ask(4, 'kernel:unsubscribe', { channel: 'echo' });
  await ui.ask(5, 'echo:say', { text: 'not any more' });
  expect({ unheard, events: ui.frames.filter(frame => frame.kind === 'event').map(frame => [frame.to, frame.body]) }).toEqual({
    unheard: { ok: true, value: 'nobody follows' },
    events: [['echo:said', { text: 'heard' }]],
  });
});

test('a call can be cancelled, and is cancelled when its page disconnects', async () => {
  await using kernel = await testKernel({ extensions: [echo] });
  const ui = page(kernel.host.connect());
  await ui.ask(1, 'kernel:subscribe', { channel: 'echo' });
  const waiting = ui.ask(2, 'echo:wait', {});
  await ui.until(() => ui.frames.some(frame => frame.kind === 'event'));
  ui.send({ v: 1, id: 2, kind: 'cancel', to: 'echo:wait' });
  const answer = await waiting;
  await ui.until(() => ui.frames.filter(frame => frame.kind === 'event').length === 2);
  expect([answer.error?.code, ui.frames.filter(frame => frame.kind === 'event').map(frame => frame.body)]).toEqual([
    'channel/cancelled',
    [{ text: 'waiting' }, { text: 'aborted' }],
  ]);
});

test('an invalid frame is answered with its fault, and a link that sends too many of them is closed; other links are not affected', async () => {
  await using kernel = await testKernel({ extensions: [echo] });
  const bad = page(kernel.host.connect());
  const good = page(kernel.host.connect());
  const nonsense: unknown[] = [
    null,
    7,
    'hello',
    {},
    { v: 2, id: 1, kind: 'call', to: 'a:b' },
    { v: 1, id: -1, kind: 'call', to: 'a:b' },
    { v: 1, id: 9, kind: 'answer', to: 'a:b' },
  ];
  for (const one of nonsense) bad.send(one);
  bad.send(...Array.from({ length: 65 }, () => ({ v: 1, id: 1, kind: 'call', to: 'echo:say' })));
  await bad.until(() => bad.frames.length >= nonsense.length + 1);
  const codes = new Set(bad.frames.map(frame => frame.body.error?.code));
  for (let n = 0; n < 200; n += 1) bad.send({ nonsense: n });
  await bad.until(() => false);
  expect([[...codes], bad.closed, await good.ask(1, 'echo:say', { text: 'still here' })]).toEqual([
    ['frame/invalid'],
    'closed',
    { ok: true, value: 'still here' },
  ]);
});

test('E7: a third-party view may call what its extension declared, and no call that switches extensions', async () => {
  await using kernel = await testKernel({
    extensions: [
      echo,
      { id: '@test/friend', installed: true, atelier: { requires: { '@test/echo': '^1.0.0' } } },
      { id: '@test/third-party', installed: true },
      extension('@test/ours', () => undefined),
    ],
  });
  const ui = page(kernel.host.connect());
  const codeOf = async (id: number, to: string, body: unknown, from: string) => (await ui.ask(id, to, body, from)).error?.code ?? 'allowed';
  expect([
    await codeOf(1, 'echo:say', { text: 'x' }, '@test/friend'),
    await codeOf(2, 'echo:say', { text: 'x' }, '@test/third-party'),
    await codeOf(3, 'kernel:subscribe', { channel: 'echo' }, '@test/third-party'),
    await codeOf(4, 'kernel:disableExtension', { id: '@test/ours' }, '@test/friend'),
    await codeOf(5, 'kernel:costs', {}, '@test/friend'),
    await codeOf(6, 'kernel:effects', { id: '@test/echo' }, '@test/friend'),
    await codeOf(7, 'kernel:listExtensions', {}, '@test/ours'),
    await codeOf(8, 'echo:say', { text: 'x' }, '@test/nobody'),
    await codeOf(9, 'kernel:runCommand', { command: 'ours.go' }, '@test/friend'),
  ]).toEqual([
    'allowed',
    'extension/undeclared-dependency',
    'extension/undeclared-dependency',
    'extension/not-allowed',
    'extension/not-allowed',
    'extension/not-allowed',
    'allowed',
    'extension/unknown',
    'command/unknown',
  ]);
});

test('E7: a third-party view may not make a call that a channel reserves for bundled views, and the refusal names it', async () => {
  const file = JSON.parse(channelFile) as { calls: { say: object; wait: object } };
  const rowless = { params: { type: 'object' }, result: {} };
  const kept = (whole: boolean) => ({
    ...file,
    ...(whole && { access: 'bundled' }),
    calls: { say: whole ? rowless : file.calls.say, wait: whole ? rowless : { ...file.calls.wait, access: 'bundled' } },
  });
  const inside = (whole: boolean) => ({
    ...echo,
    files: {
      ...echo.files,
      'echo.channel.json': JSON.stringify(kept(whole)),
      'main.js': `${echo.files?.['main.js']}`.replace('wait: (', 'wait: async () => "waited", never: ('),
    },
  });
  const outcomes = await Promise.all(
    [true, false].map(async whole => {
      await using kernel = await testKernel({
        extensions: [
          inside(whole),
          { id: '@test/friend', installed: true, atelier: { requires: { '@test/echo': '^1.0.0' } } },
          extension('@test/ours', () => undefined, { requires: { '@test/echo': '^1.0.0' } }),
        ],
      });
      const ui = page(kernel.host.connect());
      const said = async (id: number, to: string, body: unknown, from?: string) => {
        const { value, error } = await ui.ask(id, to, body, from);
        return error === undefined ? value : [error.code, error.message.split(': ')[0]];
      };
      return [
        await said(1, 'echo:say', { text: 'hello' }, '@test/friend'),
        await said(2, 'echo:wait', {}, '@test/friend'),
        await said(3, 'echo:wait', {}, '@test/ours'),
        await said(4, 'echo:wait', {}),
      ];
    }),
  );
  const refused = (call: string) => ['extension/not-allowed', `@test/friend may not use echo:${call}`];
  expect(outcomes).toEqual([
    [refused('say'), refused('wait'), 'waited', 'waited'],
    ['hello', refused('wait'), 'waited', 'waited'],
  ]);
});

test('E7: a call without a row answers bundled views and those of its own extension, and so do events of a channel without rows', async () => {
  const call = (access?: unknown) => ({ ...(access !== undefined && { access }), params: { type: 'object' }, result: {} });
  const file = (id: string, rows: Record<string, unknown>, more: object = {}) => ({
    [`${id}.channel.json`]: JSON.stringify({
      channel: id,
      calls: Object.fromEntries(Object.entries(rows).map(([name, access]) => [name, call(access ?? undefined)])),
      events: { said: { payload: {} } },
      ...more,
    }),
    'main.js': `export default { activate(ctx) { ctx.serve({ id: '${id}' }, { open: async () => 1, rowless: async () => 2, held: async () => 3, self: async () => 4 }); } };`,
  });
  const rows = { open: 'everybody', rowless: null, held: { rights: ['notify'] }, self: { own: 'who' } };
  const requires = { '@test/free': '^1.0.0', '@test/shut': '^1.0.0' };
  await using kernel = await testKernel({
    extensions: [
      { id: '@test/free', installed: true, files: file('free', rows), atelier: { channels: { free: './free.channel.json' } } },
      {
        id: '@test/shut',
        installed: true,
        files: file('shut', { open: null }, { access: 'bundled' }),
        atelier: { channels: { shut: './shut.channel.json' } },
      },
      { id: '@test/guest', installed: true, atelier: { requires, rights: { notify: true } } },
      extension('@test/bundled', () => undefined, { requires }),
    ],
  });
  const ui = page(kernel.host.connect());
  let id = 0;
  const said = async (from: string | undefined, to: string, body: unknown = {}) => {
    id += 1;
    const { value, error } = await ui.ask(id, to, body, from);
    return error?.code ?? value;
  };
  const each = async (from: string | undefined) => {
    const answers = [];
    for (const name of Object.keys(rows)) answers.push(await said(from, `free:${name}`, { who: '@test/guest' }));
    return [...answers, await said(from, 'shut:open'), await said(from, 'kernel:subscribe', { channel: 'shut' })];
  };
  const guest = await each('@test/guest');
  await kernel.grant('@test/guest', { notify: true });
  expect({
    guest,
    granted: await said('@test/guest', 'free:held'),
    others: [
      await said('@test/guest', 'free:self', { who: '@test/free' }),
      await said('@test/guest', 'free:self', { __proto__: { who: '@test/guest' } }),
    ],
    own: [
      await said('@test/free', 'free:rowless'),
      await said('@test/shut', 'shut:open'),
      await said('@test/shut', 'kernel:subscribe', { channel: 'shut' }),
    ],
    bundled: await each('@test/bundled'),
    window: await each(undefined),
    names: await Promise.all(['constructor', '__proto__', 'toString', 'gone'].map(name => said('@test/guest', `free:${name}`))),
  }).toEqual({
    guest: [1, 'extension/no-access-row', 'extension/right-not-granted', 4, 'extension/not-allowed', 'extension/not-allowed'],
    granted: 3,
    others: ['extension/not-allowed', 'extension/not-allowed'],
    own: [2, 1, { events: ['said'] }],
    bundled: [1, 2, 3, 4, 1, { events: ['said'] }],
    window: [1, 2, 3, 4, 1, { events: ['said'] }],
    names: Array(4).fill('channel/unknown-member'),
  });
});

test('E7: a bundled view runs commands that others contribute, a third-party view only those of extensions that it declared', async () => {
  const contributed = (word: string) => ({ contributes: { commands: [{ id: `${word}.go`, title: 'Go' }] } });
  const main = "export default { activate(ctx) { ctx.handle('maker.go', async () => 'gone'); } };";
  await using kernel = await testKernel({
    extensions: [
      { id: '@test/maker', installed: true, atelier: contributed('maker'), files: { 'main.js': main } },
      { id: '@test/third-party', installed: true },
      extension('@test/ours', ctx => void ctx.handle('ours.go', async () => 'gone'), contributed('ours')),
    ],
  });
  const ui = page(kernel.host.connect());
  const outcome = async (id: number, command: string, from: string) => {
    const { value, error } = await ui.ask(id, 'kernel:runCommand', { command }, from);
    return error?.code ?? value;
  };
  expect([
    await outcome(1, 'maker.go', '@test/ours'),
    await outcome(2, 'maker.go', '@test/third-party'),
    await outcome(3, 'ours.go', '@test/third-party'),
  ]).toEqual(['gone', 'extension/undeclared-dependency', 'extension/undeclared-dependency']);
});

test('the page gets an event when an extension changes its state or a point changes, and may query again', async () => {
  const one = extension('@test/one', () => undefined, { contributes: { commands: [{ id: 'one.go', title: 'Go' }] } });
  await using kernel = await testKernel({ extensions: [one] });
  const ui = page(kernel.host.connect());
  await ui.ask(1, 'kernel:subscribe', { channel: 'kernel' });
  await ui.ask(2, 'kernel:disableExtension', { id: '@test/one' });
  const events = () =>
    ui.frames.filter(frame => frame.kind.startsWith('event')).flatMap(({ to, body }) => [body].flat().map(event => [to, event]));
  await ui.until(() => events().length >= 2);
  expect([events(), (await ui.ask(3, 'kernel:listContributions', { point: '@atelier/kernel:commands@1' })).value]).toEqual([
    [
      ['kernel:contributionsChanged', { point: '@atelier/kernel:commands@1' }],
      ['kernel:extensionsChanged', { id: '@test/one', state: 'stopped' }],
    ],
    [],
  ]);
});

test('errors are in the language that the page set', async () => {
  await using kernel = await testKernel({ extensions: [] });
  const ui = page(kernel.host.connect());
  const before = await ui.ask(1, 'nowhere:x', {});
  await ui.ask(2, 'kernel:hello', { locale: 'fr' });
  const after = await ui.ask(3, 'nowhere:x', {});
  expect([before.error?.message, after.error?.message]).toEqual([
    'There is no channel "nowhere". Check the name, or install the extension that serves it.',
    'Il n’y a pas de canal « nowhere ». Vérifiez le nom ou installez l’extension qui le sert.',
  ]);
});

test('ten thousand calls at once are all answered', async () => {
  await using kernel = await testKernel({ extensions: [] });
  const ui = page(kernel.host.connect());
  for (let n = 0; n < 10_000; n += 50) {
    ui.send(
      ...Array.from({ length: 50 }, (_, at) => ({ v: 1, id: n + at + 1, kind: 'call', to: 'kernel:effects', body: { id: '@test/x' } })),
    );
  }
  await ui.until(() => ui.frames.length >= 10_000);
  expect([ui.frames.length, new Set(ui.frames.map(frame => frame.id)).size, ui.frames.every(frame => frame.body.ok)]).toEqual([
    10_000,
    10_000,
    true,
  ]);
});

test('a follower of the kernel channel gets an event for each new log line, with its source', async () => {
  await using kernel = await testKernel({
    extensions: [
      extension('@test/ours', ctx => void ctx.handle('ours.go', async () => ctx.log.info('went')), {
        contributes: { commands: [{ id: 'ours.go', title: 'Go' }] },
      }),
    ],
  });
  const ui = page(kernel.host.connect());
  const events = () => ui.frames.filter(({ kind, to }) => kind === 'event' && to === 'kernel:logged').map(({ body }) => body);
  await ui.ask(1, 'kernel:subscribe', { channel: 'kernel' });
  await ui.ask(2, 'kernel:runCommand', { command: 'ours.go' });
  await ui.until(() => events().length > 0);
  expect(events()[0]).toEqual({ id: '@test/ours' });
});
