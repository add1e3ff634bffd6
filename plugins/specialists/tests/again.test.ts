import { expect, test, vi } from 'vitest';
import { delegates, gave, opened, textOf } from '../../../tests/support/specialists-agent.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

const coder = (name: string) => ({ role: 'coder', name, task: `Do ${name}.` });
const looks = { name: 'ls', arguments: { path: '.' } };

test('two tasks for the same specialist in one call are refused, since it does one after the other', async () => {
  await using at = await opened();
  const more = (task: string) => ({ role: 'coder', goOnWith: 'one', task });
  at.script(
    { when: gave('Go'), tools: [delegates([coder('one')])] },
    { when: gave('Do one'), text: 'First.' },
    { when: gave('Go', 1), tools: [delegates([more('More.'), more('Most.')])] },
    { when: gave('Go', 2), tools: [delegates([more('More.')])] },
    { when: request => gave('Do one')(request) && textOf(request).includes('More.'), text: 'Second.' },
    { when: gave('Go', 3), text: 'Over.' },
  );
  const conversation = await at.send('Go');
  const { ended } = await at.ended(conversation);
  const told = at.server.requests.filter(gave('Go', 2)).map(textOf);
  expect([
    ended,
    told[0]?.includes('no specialist called one of this turn has finished'),
    at.answer().includes('Second.'),
    at.server.left,
  ]).toEqual(['done', true, true, 0]);
});

test('an answer that was handed over is told once, also by a model whose calls all have the same id', async () => {
  await using at = await opened();
  at.script(
    { when: gave('Go'), tools: [{ ...delegates([coder('one')]), id: 'call' }] },
    { when: gave('Do one'), tools: [{ ...looks, id: 'call' }] },
    { when: gave('Do one', 1), text: 'First.' },
    { when: gave('Go', 1), text: 'Over.' },
  );
  const conversation = await at.send('Go');
  await at.ended(conversation);
  at.script({ when: request => textOf(request).includes('And now?'), text: 'Now.' });
  await at.send('And now?', conversation);
  await at.ended(conversation, 2);
  expect(textOf(at.server.requests.at(-1) as never)).not.toContain('whose end you were not told');
});
