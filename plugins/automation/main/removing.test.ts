import { expect, test } from 'vitest';
import { drafted, opened } from './automation.fixture.ts';

test('a removal, an undo and a dismissal that the disk does not take leave all as it was, and can be done again', async () => {
  using at = opened();
  const { automation } = at;
  const id = at.add();
  automation.transcripts.keep('receipt', id, [{ kind: 'said', text: 'Hello.' }]);
  const stored = () => at.db.prepare<{ id: string }>('SELECT id FROM rules').all().length;
  const state = () => [[...automation.rules.all()].length, stored(), automation.transcripts.of('receipt').length];
  const failing = (when: string, work: () => unknown): unknown => {
    at.db.exec(`CREATE TEMP TRIGGER broken BEFORE ${when} BEGIN SELECT RAISE(ABORT, 'broken'); END`);
    try {
      work();
      return 'done';
    } catch (error) {
      return [String((error as Error).message).includes('broken'), state()];
    } finally {
      at.db.exec('DROP TRIGGER broken');
    }
  };
  const notRemoved = failing('DELETE ON transcripts', () => automation.remove(id));
  automation.remove(id);
  const removed = state();
  const notBack = [
    failing('INSERT ON transcripts', () => automation.restore(id)),
    failing('INSERT ON rules', () => automation.restore(id)),
  ];
  automation.restore(id);
  expect({ notRemoved, removed, notBack, back: state() }).toEqual({
    notRemoved: [true, [1, 1, 1]],
    removed: [0, 0, 0],
    notBack: [
      [true, [0, 0, 0]],
      [true, [0, 0, 0]],
    ],
    back: [1, 1, 1],
  });
});

test('what was said in the runs of a proposal goes with it when the person dismisses it', () => {
  using at = opened();
  const { automation } = at;
  const [proposal, own] = [automation.rules.add(drafted(), false, '@x/y', at.clock.now(), true).id, at.add()];
  for (const id of [proposal, own]) automation.transcripts.keep(`of ${id}`, id, [{ kind: 'said', text: 'Hello.' }]);
  const dismissed = automation.dismiss('@x/y');
  expect([dismissed, ...[proposal, own].map(id => automation.transcripts.of(`of ${id}`).length)]).toEqual([1, 0, 1]);
});
