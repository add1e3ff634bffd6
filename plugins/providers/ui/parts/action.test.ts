import type { ReactiveControllerHost } from 'lit';
import { expect, test } from 'vitest';
import { Action } from './action.ts';

const host = () =>
  ({
    addController: () => undefined,
    requestUpdate: () => undefined,
    removeController: () => undefined,
  }) as unknown as ReactiveControllerHost;

test('what is said while something is saved is saved after it, in its order, and a problem on the way stays in sight', async () => {
  const action = new Action(host());
  const saved: string[] = [];
  const save = (value: string) => async () => {
    await new Promise(resolve => setImmediate(resolve));
    if (value === 'b') throw new Error('No room for b.');
    saved.push(value);
  };
  const all = [action.inOrder(save('a')), action.inOrder(save('b')), action.inOrder(save('c'))];
  const dropped = action.run(save('pressed twice'));
  await Promise.all([...all, dropped]);
  const after = { saved: [...saved], problem: action.problem, busy: action.busy };
  await action.inOrder(save('d'));
  expect({ after, saved, problem: action.problem }).toEqual({
    after: { saved: ['a', 'c'], problem: 'No room for b.', busy: false },
    saved: ['a', 'c', 'd'],
    problem: '',
  });
});
