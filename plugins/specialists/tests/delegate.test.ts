import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { delegates, gave, opened } from '../../../tests/support/specialists-agent.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

test('a planner, then two coders at once, then a reviewer work in sessions of their own, and each answer comes back', async () => {
  await using at = await opened();
  at.script(
    { when: gave('Build it'), tools: [delegates([{ role: 'planner', task: 'Plan the tide tables.' }])] },
    { when: gave('Plan the tide'), text: 'Two tasks: store, import.' },
    {
      when: gave('Build it', 1),
      tools: [
        delegates([
          { role: 'coder', name: 'Coder, store', task: 'Write the store.', files: ['src/store/**'] },
          { role: 'coder', name: 'Coder, import', task: 'Write the import.', files: ['src/import'] },
        ]),
      ],
    },
    { when: gave('Write the store'), tools: [{ name: 'write', arguments: { path: 'src/store/a.txt', content: 'a' } }] },
    { when: gave('Write the store', 1), text: 'The store is there.' },
    { when: gave('Write the import'), tools: [{ name: 'write', arguments: { path: 'src/import/b.txt', content: 'b' } }] },
    { when: gave('Write the import', 1), text: 'The import is there.' },
    { when: gave('Build it', 2), tools: [delegates([{ role: 'reviewer', task: 'Review both.' }])] },
    { when: gave('Review both'), text: 'Nothing is wrong.' },
    { when: gave('Build it', 3), text: 'Built.' },
  );
  const conversation = await at.send('Build it');
  const { ended } = await at.ended(conversation);
  const { specialists } = await at.team(conversation);
  expect({
    ended,
    specialists: specialists.map(({ name, state, result, tokens }) => [name, state, result, tokens > 0]),
    written: ['src/store/a.txt', 'src/import/b.txt'].map(path => existsSync(join(at.workspace, path))),
    told: ['The store is there.', 'The import is there.', 'Nothing is wrong.'].map(text =>
      JSON.stringify(at.server.requests).includes(text),
    ),
    shown: await at.listed(),
    left: at.server.left,
  }).toEqual({
    ended: 'done',
    specialists: [
      ['planner', 'done', 'Two tasks: store, import.', true],
      ['Coder, store', 'done', 'The store is there.', true],
      ['Coder, import', 'done', 'The import is there.', true],
      ['reviewer', 'done', 'Nothing is wrong.', true],
    ],
    written: [true, true],
    told: [true, true, true],
    shown: 1,
    left: 0,
  });
});

test('C7: a specialist writes only its files, by file tools and by commands, and has only its tools', async () => {
  await using at = await opened();
  mkdirSync(join(at.workspace, 'mine'));
  writeFileSync(join(at.workspace, 'other.txt'), 'kept');
  at.script(
    { when: gave('Go'), tools: [delegates([{ role: 'coder', task: 'Change it.', files: ['mine/**'] }])] },
    { when: gave('Change it'), tools: [{ name: 'write', arguments: { path: 'other.txt', content: 'gone' } }] },
    { when: gave('Change it', 1), tools: [{ name: 'bash', arguments: { command: 'echo gone > other.txt; echo own > mine/own.txt' } }] },
    { when: gave('Change it', 2), text: 'Tried.' },
    { when: gave('Go', 1), tools: [delegates([{ role: 'planner', task: 'Look at it.' }])] },
    { when: gave('Look at it'), tools: [{ name: 'write', arguments: { path: 'mine/x.txt', content: 'x' } }] },
    { when: gave('Look at it', 1), text: 'Looked.' },
    { when: gave('Go', 2), text: 'Over.' },
  );
  void at.seen(() => at.asked[0]).then(({ id }) => at.agent.call('answer', { request: id, answer: { allow: true, scope: 'once' } }));
  const conversation = await at.send('Go');
  await at.ended(conversation);
  const state = await at.agent.call('state', { conversation });
  const isThere = (path: string) => existsSync(join(at.workspace, path));
  expect({
    other: readFileSync(join(at.workspace, 'other.txt'), 'utf8'),
    own: state.sandboxed === true ? isThere('mine/own.txt') : true,
    x: isThere('mine/x.txt'),
    left: at.server.left,
  }).toEqual({ other: 'kept', own: true, x: false, left: 0 });
});

test('C7: what a specialist would be allowed the person is asked in their own conversation, by its name', async () => {
  await using at = await opened();
  at.script(
    { when: gave('Go'), tools: [delegates([{ role: 'coder', name: 'Fetcher', task: 'Fetch it.' }])] },
    { when: gave('Fetch it'), tools: [{ name: 'bash', arguments: { command: 'curl --version' } }] },
    { when: gave('Fetch it', 1), text: 'Not allowed.' },
    { when: gave('Go', 1), text: 'Over.' },
  );
  const conversation = await at.send('Go');
  const request = await at.seen(() => at.asked[0]);
  await at.agent.call('answer', { request: request.id, answer: { allow: false } });
  await at.ended(conversation);
  expect([request.conversation, request.texts?.en.why?.startsWith('Asked by the specialist “Fetcher”.')]).toEqual([conversation, true]);
});

test('C7: a specialist in secure mode stays in it, and gets no network for good', async () => {
  await using at = await opened();
  at.script(
    { when: gave('Go'), tools: [delegates([{ role: 'coder', task: 'Do it.' }])] },
    { when: gave('Do it'), text: ['Now', new Promise(() => undefined)] },
  );
  const conversation = await at.send('Go');
  const [child] = await at.seen(() => at.teams.findLast(({ specialists }) => specialists[0]?.state === 'running')?.specialists);
  const code = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      ({ code: why }) => why,
    );
  const refused = [
    await code(at.agent.call('setAccessMode', { conversation: child?.id ?? '', mode: 'open' })),
    await code(at.agent.call('setNetwork', { conversation: child?.id ?? '', allowed: true })),
  ];
  await at.agent.call('stop', { conversation });
  const late = await code(at.agent.call('prompt', { conversation: child?.id ?? '', text: 'More.' }));
  expect([...refused, late]).toEqual(['agent/child-access', 'agent/child-access', 'agent/parent-idle']);
});

test('C7: specialists that begin themselves without end, ask themselves or are too many are refused in words with a code, and the conversation goes on', async () => {
  await using at = await opened();
  const again = (name: string) => delegates([{ role: 'coder', name, task: `Do ${name}.` }]);
  at.script(
    { when: gave('Go'), tools: [again('one')] },
    { when: gave('Do one'), tools: [again('two')] },
    { when: gave('Do two'), tools: [again('three')] },
    { when: gave('Do two', 1), text: 'Could not.' },
    { when: gave('Do one', 1), tools: [delegates([{ role: 'coder', goOnWith: 'one', task: 'Say.' }])] },
    { when: gave('Do one', 2), text: 'Could not.' },
    { when: gave('Go', 1), tools: [delegates(Array.from({ length: 7 }, (_, n) => ({ role: 'planner', task: `Plan ${n}.` })))] },
    { when: gave('Go', 2), tools: [delegates([{ role: 'pilot', task: 'Fly.' }])] },
    { when: gave('Go', 3), text: 'Over.' },
  );
  const conversation = await at.send('Go');
  const { ended } = await at.ended(conversation);
  const sent = JSON.stringify(at.server.requests.map(({ body }) => body.messages));
  const { specialists } = await at.team(conversation);
  expect({
    ended,
    begun: specialists.map(({ name, state }) => [name, state]),
    said: ['wait for itself', 'at most 8 specialists', 'no role pilot'].map(words => sent.includes(words)),
    left: at.server.left,
  }).toEqual({
    ended: 'done',
    begun: [
      ['one', 'done'],
      ['two', 'done'],
    ],
    said: [true, true, true],
    left: 0,
  });
});
