import { expect, onTestFinished, test, vi } from 'vitest';
import { createApprovals, patienceMs, type Question } from './approvals.ts';

const question = (change: Partial<Question> = {}): Question => ({
  conversation: 'c',
  kind: 'approval',
  title: 'Run?',
  unattended: false,
  ...change,
});

function place() {
  vi.useFakeTimers({ now: 1_000 });
  onTestFinished(() => void vi.useRealTimers());
  const events: string[] = [];
  const approvals = createApprovals({
    asked: ({ title }) => events.push(`asked ${title}`),
    answered: conversation => events.push(`answered ${conversation}`),
  });
  return { approvals, events };
}

test('a question waits for a person as long as it takes, in whatever window; the first answer counts', async () => {
  const { approvals, events } = place();
  const pending = approvals.ask(question());
  await vi.advanceTimersByTimeAsync(10 * patienceMs);
  const [request] = approvals.list();
  const answers = [
    approvals.answer(request?.id ?? '', { allow: true, scope: 'project' }),
    approvals.answer(request?.id ?? '', { allow: false }),
  ];
  expect({ answers, outcome: await pending, until: request?.until, list: approvals.list(), events }).toEqual({
    answers: [true, false],
    outcome: { allow: true, scope: 'project', by: 'person' },
    until: undefined,
    list: [],
    events: ['asked Run?', 'answered c'],
  });
});

test('an unattended question is denied after two minutes without an answer', async () => {
  const { approvals } = place();
  const pending = approvals.ask(question({ unattended: true }));
  const [request] = approvals.list();
  await vi.advanceTimersByTimeAsync(patienceMs - 1);
  const before = approvals.list().length;
  await vi.advanceTimersByTimeAsync(1);
  expect({ until: request?.until, before, outcome: await pending, list: approvals.list() }).toEqual({
    until: 121_000,
    before: 1,
    outcome: { by: 'time' },
    list: [],
  });
});

test('the end of a conversation, or of the app, denies its open questions', async () => {
  const { approvals } = place();
  const all = [approvals.ask(question()), approvals.ask(question({ conversation: 'd' })), approvals.ask(question(), AbortSignal.abort())];
  approvals.end('c');
  const left = approvals.list().map(({ conversation }) => conversation);
  approvals.end();
  expect({ left, outcomes: await Promise.all(all) }).toEqual({ left: ['d'], outcomes: [{ by: 'end' }, { by: 'end' }, { by: 'end' }] });
});

test('R5: nothing that a model wrote hides in a question', () => {
  const { approvals } = place();
  void approvals.ask(
    question({
      title: 'a\u202eb',
      text: 'rm\u200b x',
      name: 'to\u{e0041}ol',
      args: { 'k\u200b': ['\u0007', { deep: '\ufeff' }], n: 1 },
      options: ['\u2066'],
    }),
  );
  const [{ id: _id, at: _at, ...shown } = { id: '', at: 0 }] = approvals.list();
  approvals.end();
  expect(shown).toEqual({
    conversation: 'c',
    kind: 'approval',
    title: 'a⟦U+202E⟧b',
    text: 'rm⟦U+200B⟧ x',
    name: 'to⟦U+E0041⟧ol',
    args: { 'k⟦U+200B⟧': ['⟦U+0007⟧', { deep: '⟦U+FEFF⟧' }], n: 1 },
    options: ['⟦U+2066⟧'],
  });
});
