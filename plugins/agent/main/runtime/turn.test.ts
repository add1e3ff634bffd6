import { expect, test } from 'vitest';
import { Turn } from './turn.ts';

test('a turn that nobody attends makes its conversation unattended before it begins, and any other one leaves that as it is', async () => {
  const log: string[] = [];
  const runtime = {
    ...{ conversation: 'c', cwd: undefined, isOpen: false, record: {}, emit() {} },
    setStatus: (status: string) => log.push(status),
    change: (change: object) => log.push(JSON.stringify(change)),
    open: async () => {
      log.push('open');
      throw new Error('no engine');
    },
  };
  const turn = new Turn(runtime as never, {} as never, {} as never, { check() {} } as never, {} as never);
  const message = { text: 'Hello.', images: [], sentBy: undefined };
  for (const more of [{}, { unattended: true }]) await turn.start({ ...message, ...more }).catch(() => log.push('failed'));
  expect(log.filter(one => one !== 'failed' && one !== 'absent')).toEqual(['starting', 'open', 'starting', '{"unattended":true}', 'open']);
});
