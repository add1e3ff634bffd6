import { array, assert, integer, option, property } from 'fast-check';
import { expect, test } from 'vitest';
import { applyAnswer, type Bisection, dependentsFirst, maxSteps, removeMissing, startBisection } from './bisection.ts';

interface Node {
  readonly id: string;
  readonly requires: readonly string[];
}

/** Any acyclic dependency graph. */
const graphs = array(array(integer({ min: 0, max: 30 }), { maxLength: 3 }), { minLength: 1, maxLength: 24 }).map(rows =>
  rows.map((needs, at): Node => ({ id: `e${at}`, requires: [...new Set(needs.filter(need => need < at))].map(need => `e${need}`) })),
);

/** The extensions that cannot run while these are off: themselves and their dependents. */
function downWith(nodes: readonly Node[], off: readonly string[]): ReadonlySet<string> {
  const down = new Set(off);
  for (const { id, requires } of nodes) if (requires.some(need => down.has(need))) down.add(id);
  return down;
}

function walk(
  nodes: readonly Node[],
  culprit: string | undefined,
  always: boolean,
): { readonly bisection: Bisection; readonly steps: number } {
  let bisection = startBisection(dependentsFirst(nodes));
  let steps = 0;
  while (bisection.phase === 'asking') {
    steps += 1;
    const isBroken = always || (culprit !== undefined && !downWith(nodes, bisection.off).has(culprit));
    bisection = applyAnswer(bisection, isBroken);
  }
  return { bisection, steps };
}

test('any single culprit is found within the maximum number of questions, and all extensions are on again', () => {
  assert(
    property(graphs, integer({ min: 0 }), (nodes, pick) => {
      const culprit = nodes[pick % nodes.length]!.id;
      const { bisection, steps } = walk(nodes, culprit, false);
      expect({
        phase: bisection.phase,
        culprit: bisection.culprit,
        off: bisection.off,
        few: steps <= maxSteps(nodes.length),
        step: bisection.step,
      }).toEqual({
        phase: 'found',
        culprit,
        off: [],
        few: true,
        step: steps,
      });
    }),
  );
});

test('no culprit is found if no extension causes the problem', () => {
  assert(
    property(graphs, nodes => {
      const { bisection, steps } = walk(nodes, undefined, true);
      expect([bisection.phase, bisection.culprit, bisection.off, steps <= maxSteps(nodes.length)]).toEqual(['none', undefined, [], true]);
    }),
  );
  expect(startBisection([]).phase).toBe('none');
});

test('extensions removed during the search are dropped, and the culprit is still found', () => {
  assert(
    property(graphs, integer({ min: 0 }), option(integer({ min: 0 })), (nodes, pick, gonePick) => {
      const culprit = nodes[pick % nodes.length]!.id;
      const goneId = gonePick === null ? undefined : nodes[gonePick % nodes.length]!.id;
      if (goneId === culprit || nodes.some(({ requires }) => goneId !== undefined && requires.includes(goneId))) return;
      let bisection = removeMissing(startBisection(dependentsFirst(nodes)), new Set(goneId === undefined ? [] : [goneId]));
      while (bisection.phase === 'asking') bisection = applyAnswer(bisection, !downWith(nodes, bisection.off).has(culprit));
      expect([bisection.culprit, bisection.off, bisection.candidates.includes(goneId ?? '')]).toEqual([culprit, [], false]);
    }),
  );
});
