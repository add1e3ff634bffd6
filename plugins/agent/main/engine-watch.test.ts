import { expect, test } from 'vitest';
import { EngineWatch } from './engine-watch.ts';

interface Watched {
  readonly watch: EngineWatch;
  readonly said: (number | 'ping')[];
  ticks(count: number): void;
}

/** The clock is never reached: the test ticks itself. */
function watched(): Watched {
  const said: (number | 'ping')[] = [];
  const watch = new EngineWatch({ ping: () => void said.push('ping'), hung: seconds => void said.push(seconds) });
  watch.loaded();
  return {
    watch,
    said,
    ticks(count) {
      for (let tick = 0; tick < count; tick += 1) watch.tick();
    },
  };
}

test('a process that answers nothing is pinged once, told after ten ticks and at each further one, and told to answer again', () => {
  const { watch, said, ticks } = watched();
  ticks(10);
  const before = [...said];
  ticks(2);
  const isHung = watch.isHung;
  watch.heard();
  expect({ before, said, isHung, isStillHung: watch.isHung }).toEqual({
    before: ['ping'],
    said: ['ping', 10, 11, 0],
    isHung: true,
    isStillHung: false,
  });
});

test('a process that speaks is not pinged, and one that answers each ping is never told', () => {
  const { watch, said, ticks } = watched();
  for (let round = 0; round < 30; round += 1) {
    watch.heard();
    ticks(1);
  }
  const spoken = [...said];
  for (let round = 0; round < 30; round += 1) {
    ticks(9);
    watch.heard();
  }
  expect({ spoken, told: said.filter(each => each !== 'ping') }).toEqual({ spoken: [], told: [] });
});

test('hours in which nothing ticked count as nothing: the machine slept', () => {
  const { watch, said, ticks } = watched();
  ticks(9);
  // What a timer does after a sleep, however long it was: it fires once.
  ticks(1);
  watch.heard();
  ticks(10);
  expect({ told: said.filter(each => each !== 'ping'), isHung: watch.isHung }).toEqual({ told: [], isHung: false });
});

test('a process that is watched no longer counts as one that answers', () => {
  const { watch, said, ticks } = watched();
  ticks(12);
  watch.end();
  expect({ said, isHung: watch.isHung }).toEqual({ said: ['ping', 10, 11, 0], isHung: false });
});

test('while the engine is loaded, at its first start and at the next one, a longer silence is no hang', () => {
  const { watch, said, ticks } = watched();
  watch.ended();
  ticks(41);
  const loading = [...said];
  ticks(1);
  expect({ loading, said }).toEqual({ loading: ['ping'], said: ['ping', 40] });
});

test('while a person waits for a stop, a silence is told after two ticks, one that has lasted at once, and one that is over no more', () => {
  const { watch, said, ticks } = watched();
  watch.watch(true);
  watch.hurry(true);
  ticks(1);
  const before = [...said];
  ticks(1);
  watch.heard();
  watch.hurry(false);
  ticks(5);
  const lasting = [...said];
  watch.hurry(true);
  watch.end();
  expect({ before, lasting, said }).toEqual({
    before: ['ping'],
    lasting: ['ping', 2, 0, 'ping'],
    said: ['ping', 2, 0, 'ping', 3, 0],
  });
});

test('while the engine is loaded, nobody is hurried', () => {
  const { watch, said, ticks } = watched();
  watch.ended();
  watch.watch(true);
  watch.hurry(true);
  ticks(39);
  watch.end();
  expect(said).toEqual(['ping']);
});
