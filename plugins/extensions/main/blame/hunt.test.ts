import { array, assert, integer, option, property } from 'fast-check';
import { expect, test } from 'vitest';
import { answered, beginHunt, dependentsFirst, type Hunt, mostSteps, without } from './hunt.ts';

interface Node {
  readonly id: string;
  readonly requires: readonly string[];
}

/** Any graph in which nobody requires itself by any way round. */
const graphs = array(array(integer({ min: 0, max: 30 }), { maxLength: 3 }), { minLength: 1, maxLength: 24 }).map(rows =>
  rows.map((needs, at): Node => ({ id: `e${at}`, requires: [...new Set(needs.filter(need => need < at))].map(need => `e${need}`) })),
);

/** Who cannot run while these are off: themselves, and whoever requires one that cannot. */
function downWith(nodes: readonly Node[], off: readonly string[]): ReadonlySet<string> {
  const down = new Set(off);
  for (const { id, requires } of nodes) if (requires.some(need => down.has(need))) down.add(id);
  return down;
}

function walk(nodes: readonly Node[], culprit: string | undefined, always: boolean): { readonly hunt: Hunt; readonly steps: number } {
  let hunt = beginHunt(dependentsFirst(nodes));
  let steps = 0;
  while (hunt.phase === 'asking') {
    steps += 1;
    const isBroken = always || (culprit !== undefined && !downWith(nodes, hunt.off).has(culprit));
    hunt = answered(hunt, isBroken);
  }
  return { hunt, steps };
}

test('any single culprit is found, within the questions promised, and all are on again', () => {
  assert(
    property(graphs, integer({ min: 0 }), (nodes, pick) => {
      const culprit = nodes[pick % nodes.length]!.id;
      const { hunt, steps } = walk(nodes, culprit, false);
      expect({ phase: hunt.phase, culprit: hunt.culprit, off: hunt.off, few: steps <= mostSteps(nodes.length), step: hunt.step }).toEqual({
        phase: 'found',
        culprit,
        off: [],
        few: true,
        step: steps,
      });
    }),
  );
});

test('what no extension breaks is blamed on none', () => {
  assert(
    property(graphs, nodes => {
      const { hunt, steps } = walk(nodes, undefined, true);
      expect([hunt.phase, hunt.culprit, hunt.off, steps <= mostSteps(nodes.length)]).toEqual(['none', undefined, [], true]);
    }),
  );
  expect(beginHunt([]).phase).toBe('none');
});

test('those that are removed meanwhile are left out, and the search still finds whom it looks for', () => {
  assert(
    property(graphs, integer({ min: 0 }), option(integer({ min: 0 })), (nodes, pick, gonePick) => {
      const culprit = nodes[pick % nodes.length]!.id;
      const goneId = gonePick === null ? undefined : nodes[gonePick % nodes.length]!.id;
      if (goneId === culprit || nodes.some(({ requires }) => goneId !== undefined && requires.includes(goneId))) return;
      let hunt = without(beginHunt(dependentsFirst(nodes)), new Set(goneId === undefined ? [] : [goneId]));
      while (hunt.phase === 'asking') hunt = answered(hunt, !downWith(nodes, hunt.off).has(culprit));
      expect([hunt.culprit, hunt.off, hunt.candidates.includes(goneId ?? '')]).toEqual([culprit, [], false]);
    }),
  );
});
