import { expect, test } from 'vitest';
import { type EngineAnswersParts, engineAnswers } from './engine-answers.ts';

test('the engine waits for a decision as long as a question may be open, also where nobody may answer, but not where nobody is asked', async () => {
  const asked: unknown[] = [];
  const parts = {
    ctx: { get: () => ({}) },
    records: { get: (of: string) => ({ accessMode: 'secure', network: false, unattended: of !== 'seen' }) },
    hidden: { has: (of: string) => of === 'hidden' },
    children: { get: () => undefined },
    preparer: { folderOf: () => '/project', projectOf: () => '/project' },
    conversations: { of: () => ({}) },
    access: {
      decide: async ({ conversation, unattended, isHidden }: Record<string, unknown>) => {
        asked.push([conversation, unattended, isHidden]);
        return { allow: true };
      },
    },
  } as unknown as EngineAnswersParts;
  const waits: string[] = [];
  const call = { tool: 't1', name: 'bash', args: {}, cwd: '/project', sandboxed: true };
  for (const conversation of ['seen', 'channel', 'hidden'])
    await engineAnswers(parts).beforeTool(
      { ...call, conversation },
      { attended: () => void waits.push(conversation), signal: new AbortController().signal },
    );
  expect({ waits, asked }).toEqual({
    waits: ['seen', 'channel'],
    asked: [
      ['seen', false, false],
      ['channel', true, false],
      ['hidden', true, true],
    ],
  });
});
