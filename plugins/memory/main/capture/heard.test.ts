import { expect, test } from 'vitest';
import { captureCalls } from './calls.ts';
import { draft, opened } from './capture.fixture.ts';
import { captureOne } from './capturing.ts';
import { everybody, openUnheard } from './unheard.ts';

const done = async () => undefined;
const words = (name: string) => `${name} ${'word '.repeat(50)}`;

test('what was said while a conversation was private or capture was off, and what waited when it became private, is never read afterwards', async () => {
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
  expect([names.filter(name => at.asked.join().includes(`${name} word`)), at.queue.counts().waiting]).toEqual([['open'], 0]);
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

/** The calls of the page, with conversations whose switch is written when it is let go on. */
function switching(at: ReturnType<typeof opened>) {
  const written = Promise.withResolvers<void>();
  let isPrivate = false;
  const conversations = {
    ...at.parts.conversations,
    isPrivate: async () => isPrivate,
    setPrivate: async (_: string, wanted: boolean) => {
      await written.promise;
      isPrivate = wanted;
    },
  };
  const parts = { ...at.parts, conversations };
  const none = async () => undefined;
  const { setPrivate } = captureCalls({
    ...{ ...parts, review: at.review, conflicts: at.conflicts, hold: none, wake: () => undefined },
    ...{ tell: () => undefined, stored: () => undefined },
  } as never);
  return { parts, written, setPrivate };
}

const found = (quote: string) => {
  const one = { kind: 'fact', title: quote, topic: quote, content: quote, where: 'everywhere', message: 'm1', quote, confidence: 0.9 };
  return JSON.stringify({ memories: [one] });
};

test('C15: a capture that is under way when its conversation becomes private stores nothing, not while the switch is being written either', async () => {
  for (const isWritten of [false, true]) {
    using at = opened();
    const { parts, written, setPrivate } = switching(at);
    const spoken = Promise.withResolvers<string>();
    at.saidAt({ [at.now()]: `The boat lies in Brest. ${words('more')}` });
    at.queue.put('c', 0, at.now());
    const asking = Promise.withResolvers<void>();
    const agent = {
      ...parts.agent,
      runHidden: async () => {
        asking.resolve();
        return { text: await spoken.promise, usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: 0 }, outside: [] };
      },
    };
    const due = at.queue.due(at.now());
    const capture = due && captureOne({ ...parts, agent }, due);
    await asking.promise;
    const set = setPrivate({ conversation: 'c', private: true });
    if (isWritten) {
      written.resolve();
      await set;
      // Put in again meanwhile, as at the end of a turn.
      await setPrivate({ conversation: 'c', private: false });
      at.queue.put('c', 0, at.now());
    }
    spoken.resolve(found('The boat lies in Brest.'));
    await capture;
    written.resolve();
    await set;
    expect([at.store.everything().length, at.proposals.list({}).total, at.queue.counts().running]).toEqual([0, 0, 0]);
  }
});

test('C15: what was captured before a conversation became private stays, what waited to be read or decided goes, and a switch that fails loses nothing', async () => {
  using at = opened();
  at.store.upsert({ ...draft('The boat is white.'), from: 1 });
  at.proposals.capture(draft('The bank is in Brest.'));
  at.queue.put('c', 0, at.now());
  const failing = switching(at);
  failing.written.reject(new Error('The disk is full.'));
  const failed = await failing.setPrivate({ conversation: 'c', private: true }).catch((error: Error) => error.message);
  const after = at.queue.counts().waiting;
  const { written, setPrivate } = switching(at);
  written.resolve();
  await setPrivate({ conversation: 'c', private: true });
  expect([
    failed,
    after,
    at.queue.counts().waiting,
    at.proposals.list({}).total,
    at.store.everything().map(({ content }) => content),
  ]).toEqual(['The disk is full.', 1, 0, 0, ['The boat is white.']]);
});

test('what is forgotten while a capture of it runs is not stored by it, and of a conversation or a time that is forgotten nothing that waited is read later', async () => {
  using at = opened();
  const quote = 'My boat is called Ondine and lies in Camaret';
  const item = { kind: 'fact', title: 'Boat', topic: 'boat', content: 'The boat is called Ondine.', message: 'm1', quote, confidence: 0.9 };
  const answer = JSON.stringify({ memories: [item, { ...item, topic: 'harbour', content: 'The boat lies in Camaret.' }] });
  const captured = async (conversation: string, forgets: () => void) => {
    at.says(`${quote}. ${'word '.repeat(50)}`);
    at.answers(() => {
      forgets();
      return answer;
    });
    at.queue.put(conversation, 0, at.now());
    await at.captureDue();
    return at.store.list({ conversation }).memories.map(({ topic }) => topic);
  };
  const byWords = await captured('a', () => void at.unheard.forgetting({ text: 'ondine' }, done));
  const whole = await captured('b', () => void at.unheard.forgetting({ conversation: 'b' }, done));
  const others = await captured('d', () => void at.unheard.forgetting({ conversation: 'b', text: 'boat' }, done));
  at.answers(() => '{"memories":[]}');
  const asked = async (conversation: string, said: Readonly<Record<number, string>>) => {
    at.saidAt(said);
    at.queue.put(conversation, 0, at.now());
    at.asked.splice(0);
    await at.captureDue();
    return ['early', 'waits', 'new'].filter(name => at.asked.join().includes(`${name} word`));
  };
  const [early, waits] = [at.now() + 10, at.now() + 20];
  at.pass(100);
  await at.unheard.forgetting({ conversation: 'e' }, done);
  const ofOne = await asked('e', { [early]: words('early'), [waits]: words('waits'), [at.now() + 5]: words('new') });
  await at.unheard.forgetting({ after: waits }, done);
  const ofTime = await asked('f', { [early]: words('early'), [waits]: words('waits'), [at.now() + 5]: words('new') });
  expect({ byWords, whole, others, ofOne, ofTime }).toEqual({
    ...{ byWords: ['harbour'], whole: [], others: ['boat'] },
    ...{ ofOne: ['new'], ofTime: ['early', 'new'] },
  });
});

test('what waits in a conversation that is forgotten is never read, however the clock goes on meanwhile', async () => {
  using at = opened();
  let now = at.now();
  const unheard = openUnheard(at.db, () => (now += 1));
  await unheard.forgetting({ conversation: 'c' }, done);
  expect(unheard.dropped('c').some(({ since, until }) => since < at.now() && at.now() < until)).toBe(true);
});

test('what waits in a conversation is read later where forgetting it fails, and a capture that begins while it is forgotten stores nothing of it', async () => {
  using at = opened();
  const quote = 'My boat is called Ondine and lies in Camaret';
  const item = { kind: 'fact', title: 'Boat', content: 'The boat is called Ondine.', message: 'm1', quote, confidence: 0.9 };
  at.answers(() => JSON.stringify({ memories: [item] }));
  at.saidAt({ [at.now()]: `${quote}. ${words('boat')}` });
  at.pass(100);
  const full = new Error('The disk is full.');
  const failed = await at.unheard.forgetting({ conversation: 'c' }, () => Promise.reject(full)).catch(error => error);
  const captured = async (conversation: string) => {
    at.queue.put(conversation, 0, at.now());
    await at.captureDue();
    return at.store.list({ conversation }).memories.length;
  };
  let during = -1;
  await at.unheard.forgetting({ conversation: 'd' }, async () => (during = await captured('d')));
  expect([failed, during, await captured('c')]).toEqual([full, 0, 1]);
});
