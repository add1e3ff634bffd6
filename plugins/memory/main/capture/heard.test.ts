import { expect, test } from 'vitest';
import { opened } from './capture.fixture.ts';
import { everybody } from './unheard.ts';

const words = (name: string) => `${name} ${'word '.repeat(50)}`;

test('what was said while a conversation was private, or capture was off, is never read afterwards', async () => {
  using at = opened();
  const began = at.now();
  at.pass(100);
  at.unheard.begin('c');
  at.pass(100);
  at.unheard.end('c');
  at.pass(100);
  at.unheard.begin(everybody);
  at.pass(100);
  at.unheard.end(everybody);
  at.saidAt({ [began + 50]: words('first'), [began + 150]: words('private'), [began + 250]: words('open'), [began + 350]: words('off') });
  at.queue.put('c', 0, at.now());
  await at.captureDue();
  const names = ['first', 'private', 'open', 'off'];
  expect([names.filter(name => at.asked.join().includes(`${name} word`)), at.queue.counts().waiting]).toEqual([['first', 'open'], 0]);
});

test('of a conversation that began in private nothing is read but what came after it ended', async () => {
  using at = opened();
  at.unheard.end('c');
  at.saidAt({ 5: words('private'), [at.now() + 5]: words('open') });
  at.queue.put('c', 0, at.now());
  await at.captureDue();
  expect(['private', 'open'].map(name => at.asked.join().includes(`${name} word`))).toEqual([false, true]);
});

test('a fork is read from where the conversation that it came from was read, and holds what was private there', async () => {
  using at = opened();
  const began = at.now();
  at.saidAt({ [began]: words('read'), [began + 10]: words('also') });
  at.queue.put('c', 0, at.now());
  await at.captureDue();
  const first = at.asked.splice(0).length;
  at.pass(100);
  at.unheard.begin('c');
  at.pass(100);
  at.unheard.end('c');
  at.pass(100);
  at.forked(at.now());
  // What is private there later says nothing of the fork.
  at.pass(100);
  at.unheard.begin('c');
  const said = { [began]: words('read'), [began + 10]: words('also'), [began + 150]: words('private') };
  at.saidAt({ ...said, [began + 250]: words('copied'), [began + 450]: words('new') });
  at.queue.put('fork', 0, at.now());
  await at.captureDue();
  const names = ['read', 'also', 'private', 'copied', 'new'];
  expect([first, names.filter(name => at.asked.join().includes(`${name} word`))]).toEqual([1, ['copied', 'new']]);
});

test('a clock that is set back loses nothing that was said since, and lets nothing out that was said in private', async () => {
  using at = opened();
  const began = at.now();
  at.saidAt({ [began]: words('read') });
  at.queue.put('c', 0, began);
  await at.captureDue();
  at.saidAt({ [began]: words('read'), [began - 5000]: words('later') });
  at.queue.put('c', 0, began);
  await at.captureDue();
  at.unheard.begin('p');
  at.pass(-9000);
  at.saidAt({ [at.now() + 5]: words('private') });
  at.pass(100);
  at.unheard.end('p');
  at.queue.put('p', 0, at.now());
  await at.captureDue();
  const asked = at.asked.map(question => ['read', 'later', 'private'].filter(name => question.includes(`${name} word`)));
  expect(asked).toEqual([['read'], ['later']]);
});
