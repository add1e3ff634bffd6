import { extension, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { Automation, AutomationChannel, type AutomationService, type Draft } from '../contract/index.ts';

const draft = (more: Partial<Draft> = {}): Draft => ({
  title: 'Stand up',
  trigger: { kind: 'cron', cron: '0 10 * * 1-5', zone: 'Europe/Paris' },
  action: { kind: 'notify', text: 'Stand up' },
  deliver: 'always',
  missed: { policy: 'latest' },
  ...more,
});

async function opened() {
  const kernel = await testKernel({ plugins: ['@atelier/automation'] });
  return { kernel, client: kernel.client(AutomationChannel), [Symbol.asyncDispose]: () => kernel[Symbol.asyncDispose]() };
}

const code = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

test('a rule is saved, changed, switched off and removed, and who has read an older version does not save over a newer one', async () => {
  await using at = await opened();
  const saved = await at.client.call('save', { draft: draft() });
  const changed = await at.client.call('save', { id: saved.id, version: saved.version, draft: draft({ title: 'Walk' }) });
  const late = await code(at.client.call('save', { id: saved.id, version: saved.version, draft: draft({ title: 'Run' }) }));
  const off = await at.client.call('setOn', { id: saved.id, version: changed.version, on: false });
  await at.client.call('remove', { id: saved.id });
  expect({
    saved: [saved.version, saved.state, typeof saved.nextAt],
    changed: [changed.version, changed.title],
    late,
    off: [off.version, off.state, off.nextAt],
    removed: [(await at.client.call('list', {})).rules, await code(at.client.call('get', { id: saved.id }))],
  }).toEqual({
    saved: [1, 'on', 'number'],
    changed: [2, 'Walk'],
    late: 'automation/changed',
    off: [3, 'off', undefined],
    removed: [[], 'automation/unknown'],
  });
});

test('what can never run is refused before it is saved', async () => {
  await using at = await opened();
  const save = (more: Partial<Draft>) => code(at.client.call('save', { draft: draft(more) }));
  expect([
    await save({ trigger: { kind: 'cron', cron: '0 0 30 2 *', zone: 'Europe/Paris' } }),
    await save({ trigger: { kind: 'cron', cron: 'every day at nine', zone: 'Europe/Paris' } }),
    await save({ trigger: { kind: 'cron', cron: '0 9 * * *', zone: 'Moon/Sea' } }),
    await save({ trigger: { kind: 'once', at: 1000, zone: 'Europe/Paris' } }),
    await save({ trigger: { kind: 'extension', from: '@x/y', id: 'z' } }),
    await save({ trigger: { kind: 'every', everyMs: 1, from: 0 } }),
  ]).toEqual([
    'automation/never-fires',
    'automation/bad-cron',
    'automation/bad-zone',
    'automation/past',
    'automation/not-offered',
    'channel/invalid-params',
  ]);
});

test('a run that the person asks for is notified of and has a receipt', async () => {
  await using at = await opened();
  const { id } = await at.client.call('save', { draft: draft(), on: false });
  const begun = await at.client.call('runNow', { id, version: 1 });
  await expect.poll(async () => (await at.client.call('receipt', { id: begun.id })).status).toBe('ran');
  const { receipts } = await at.client.call('receipts', { rule: id });
  const { today, failures, rules } = await at.client.call('summary', {});
  expect({
    receipts: receipts.map(({ cause, answer, delivery }) => [cause, answer, delivery?.status]),
    today: today.ran,
    failures,
    rules,
  }).toEqual({ receipts: [['person', 'Stand up', 'sent']], today: 1, failures: [], rules: 1 });
});

test('all rules are paused and go on', async () => {
  await using at = await opened();
  const { id } = await at.client.call('save', { draft: draft() });
  await at.client.call('pauseAll', {});
  const paused = [(await at.client.call('list', {})).paused, (await at.client.call('get', { id })).state];
  await at.client.call('resumeAll', {});
  expect([paused, (await at.client.call('get', { id })).state]).toEqual([[true, 'paused'], 'on']);
});

test('templates are rules that can be saved as they are, in both languages, and their sentence is understood as them', async () => {
  await using at = await opened();
  const wrong: unknown[] = [];
  for (const language of ['en', 'fr'] as const) {
    const templates = await at.client.call('templates', { language });
    expect(templates.length).toBeGreaterThan(4);
    for (const { sentence, draft: template } of templates) {
      const { complete } = await at.client.call('describe', { draft: template, language });
      const { parts, unknown, missing, doubts = [] } = await at.client.call('understand', { text: sentence });
      if (!complete || unknown.length + missing.length + doubts.length > 0 || parts.length < 2) wrong.push(sentence);
      await at.client.call('save', { draft: template });
    }
  }
  expect(wrong).toEqual([]);
});

test('a schedule that is none, or nothing, has the words of an error of its own', async () => {
  await using at = await opened();
  const codes = await Promise.all(
    ['', '@daily', '* * * *', ' 0 9 * * *'].map(async cron =>
      at.client.call('nextRuns', { trigger: { kind: 'cron', cron, zone: 'Europe/Paris' } }).then(
        () => 'read',
        error => error.code,
      ),
    ),
  );
  expect(codes).toEqual(Array.from({ length: 4 }, () => 'automation/bad-cron'));
});

test('what no sentence says of a rule stays as it was while its words are in its sentence, and what is lost is said', async () => {
  await using at = await opened();
  const event: Draft = draft({
    trigger: { kind: 'event', event: 'messageReceived' },
    conditions: [[{ from: '@acme/x', id: 'is-urgent' }], [{ field: 'text', how: 'contains', value: 'a "b"', not: true }]],
    action: { kind: 'instruction', instruction: 'summarise it', where: 'hidden' },
  });
  const act: Draft = draft({ action: { kind: 'command', command: 'notes.add', args: { text: 'x' } } });
  const read = async (before: Draft, change: (sentence: string) => string) => {
    const { sentence } = await at.client.call('describe', { draft: before, language: 'en' });
    const { draft: again, doubts, unknown } = await at.client.call('understand', { text: change(sentence), language: 'en', before });
    return [again?.conditions, again?.action, doubts, unknown.length];
  };
  expect({
    kept: await read(event, sentence => sentence.replace('summarise it', 'summarise it well')),
    lost: await read(event, () => 'When I send a message, summarise it'),
    acts: await read(act, sentence => `${sentence} Tell me only if it fails.`),
    more: await read(act, sentence => sentence.replace('"x"', '"x", and say hi')),
    other: await read(act, () => 'Every day at 9, say hi'),
  }).toEqual({
    kept: [event.conditions, { kind: 'instruction', instruction: 'summarise it well', where: 'hidden' }, undefined, 0],
    lost: [
      undefined,
      { kind: 'instruction', instruction: 'summarise it', where: 'hidden' },
      ['The rule loses its condition, and runs each time: “if @acme/x is-urgent or if not: the text contains "a "b""”.'],
      0,
    ],
    acts: [undefined, act.action, undefined, 0],
    more: [undefined, undefined, undefined, 1],
    other: [
      undefined,
      { kind: 'instruction', instruction: 'say hi', where: 'hidden' },
      ['The rule no longer does this: “run the command notes.add with text: "x"”.'],
      0,
    ],
  });
});

test('a dry run shows the whole text and does nothing', async () => {
  await using at = await opened();
  const event: Draft = draft({
    trigger: { kind: 'event', event: 'messageReceived' },
    conditions: [[{ field: 'text', how: 'matches', value: 'build * failed' }]],
    action: { kind: 'instruction', instruction: 'Say why.', where: 'hidden' },
    deliver: 'something',
  });
  const dry = await at.client.call('dryRun', { draft: event, event: { text: 'Build 412 failed' } });
  const skipped = await at.client.call('dryRun', { draft: event, event: { text: 'Build 412 is fine' } });
  expect({
    dry: [dry.would, dry.text?.split('\n')[0], dry.text?.includes('NOTHING TO SAY'), dry.text?.includes('"Build 412 failed"')],
    skipped: [skipped.would, skipped.reason],
    receipts: (await at.client.call('receipts', {})).receipts,
  }).toEqual({ dry: ['run', 'Say why.', true, true], skipped: ['skip', 'condition'], receipts: [] });
});

test('what a run lacks is said before it is saved', async () => {
  await using at = await opened();
  const of = async (more: Partial<Draft>) => await at.client.call('preflight', { draft: draft(more) });
  const model = await of({ action: { kind: 'instruction', instruction: 'x', where: 'hidden', model: 'none/none', project: 'gone' } });
  const goesOn = await of({ action: { kind: 'instruction', instruction: 'x', where: 'continued', conversation: 'gone' } });
  const sent = await of({ to: { kind: 'channel', channel: '@acme/irc/irc', thread: 'gone' } });
  expect({
    notice: await of({}),
    sent: sent.needs.map(({ what, has, text }) => [what, has, text]),
    model: [model.ready, model.needs.filter(({ has }) => !has).map(({ what }) => what), model.refused.length],
    goesOn: goesOn.needs.filter(({ has }) => !has).map(({ what }) => what),
  }).toEqual({
    notice: {
      ready: true,
      needs: [{ what: 'notifications', has: true, text: 'Notifies you.' }],
      refused: ['Nothing runs while Atelier is closed; what was due then counts as missed.'],
      whileClosed: false,
    },
    sent: [
      ['notifications', true, 'Notifies you of a failure.'],
      ['channel', false, 'Sends its result into a thread of a channel that there is not any more, or whose writer was removed.'],
    ],
    model: [false, ['model', 'project'], 2],
    goesOn: expect.arrayContaining(['conversation']),
  });
});

test('a command that no extension has, or that runs only in a window, is said to fail before the rule is saved, and is not saved', async () => {
  await using at = await opened();
  const saved = async (command: string) => {
    const work = at.client.call('save', { draft: draft({ action: { kind: 'command', command }, deliver: 'never' }) });
    return await work.then(
      () => 'saved',
      ({ code }: { code: string }) => code,
    );
  };
  const of = async (command: string) => {
    const { ready, needs } = await at.client.call('preflight', {
      draft: draft({ action: { kind: 'command', command }, deliver: 'never' }),
    });
    return [ready, ...needs.map(({ has, text }) => `${has} ${text}`)];
  };
  expect([await of('npm test'), await of('automation.add'), await of('automation.due')]).toEqual([
    [
      false,
      'false Runs the command npm test, which no extension has: it will fail. A command of a shell, such as npm test, runs in an instruction to a model.',
    ],
    [false, 'false Runs the command automation.add, which runs only in a window: it will fail.'],
    [true, 'true Runs the command automation.due.'],
  ]);
  expect([await saved('npm test'), await saved('automation.add'), await saved('automation.due')]).toEqual([
    'automation/no-command',
    'automation/window-command',
    'saved',
  ]);
});

test('a model is named as the person sees it, where it is said what a run uses and what a rule does', async () => {
  await using kernel = await testKernel({ plugins: ['@atelier/automation', '@atelier/demo'] });
  const client = kernel.client(AutomationChannel);
  const of = draft({ action: { kind: 'instruction', instruction: 'x', where: 'hidden', model: 'demo/demo' } });
  const needed = async () => (await client.call('preflight', { draft: of })).needs[0]?.text;
  await expect.poll(needed).toBe('Uses the model Demo.');
  const { parts } = await client.call('describe', { draft: of, language: 'en' });
  expect(parts.find(({ part }) => part === 'do')?.detail).toBe('Hidden conversation, Demo');
});

test('a rule writes only into a folder that the person chose', async () => {
  await using at = await opened();
  const to = { kind: 'file', folder: '/' } as const;
  const { ready, needs } = await at.client.call('preflight', { draft: draft({ to }) });
  expect({
    save: await code(at.client.call('save', { draft: draft({ to }) })),
    chosen: [await at.client.call('chooseFolder', {}), await at.client.call('folders', {})],
    preflight: [ready, needs.filter(({ has }) => !has).map(({ what, text }) => [what, text])],
  }).toEqual({
    save: 'automation/not-chosen',
    chosen: [null, []],
    preflight: [false, [['folder', 'Writes its result into /, which is gone or was not chosen.']]],
  });
});

test('an extension proposes rules that stay off, changes only its own, runs no commands, and sets off rules by its own triggers only', async () => {
  const services: AutomationService[] = [];
  const plugin = extension('@test/plugin', ctx => void services.push(ctx.get(Automation)), {
    activation: 'startup',
    requires: { '@atelier/automation': '^0.1.0' },
    contributes: { '@atelier/automation:triggers@1': [{ id: 'bell', title: 'The bell rings', fields: ['text'] }] },
  });
  await using kernel = await testKernel({ plugins: ['@atelier/automation'], extensions: [plugin] });
  const client = kernel.client(AutomationChannel);
  const [service] = services;
  if (service === undefined) throw new Error('no service');
  const proposed = await service.save({ draft: draft({ title: 'Proposed' }) });
  const own = await client.call('save', { draft: draft({ title: 'Mine' }) });
  const bell: Draft = draft({ title: 'Bell', trigger: { kind: 'extension', from: '@test/plugin', id: 'bell' } });
  const { id } = await client.call('save', { draft: bell });
  await service.fire('bell', { text: 'ding' });
  await expect.poll(async () => (await client.call('receipts', { rule: id })).receipts.map(({ status }) => status)).toEqual(['ran']);
  expect({
    proposed: [proposed.on, proposed.by],
    offers: (await client.call('offers', {})).triggers,
    refused: [
      await code(service.remove(own.id)),
      await code(service.save({ draft: draft({ action: { kind: 'command', command: 'x.y' } }) })),
      await code(service.fire('other', {})),
      await code(service.save({ draft: draft({ to: { kind: 'file', folder: '/tmp' } }) })),
    ],
  }).toEqual({
    proposed: [false, '@test/plugin'],
    offers: [{ from: '@test/plugin', id: 'bell', title: 'The bell rings', fields: ['text'] }],
    refused: ['automation/not-yours', 'automation/not-for-extensions', 'automation/unknown-trigger', 'automation/not-chosen'],
  });
});

test('a rule of another time zone is not said in full, since no sentence names its zone', async () => {
  await using at = await opened();
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const other = own === 'America/New_York' ? 'Europe/Paris' : 'America/New_York';
  const described = async (zone: string) =>
    await at.client.call('describe', { draft: draft({ trigger: { kind: 'cron', cron: '0 9 * * *', zone } }), language: 'en' });
  const [here, there] = [await described(own), await described(other)];
  expect({ complete: [here.complete, there.complete], row: there.parts[0]?.detail }).toEqual({ complete: [true, false], row: other });
});
