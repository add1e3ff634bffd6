import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longestFirst, partsOf, type TestSeconds } from './test-seconds.ts';

export const root = join(import.meta.dirname, '..', '..');

/** The file of recorded durations; `npm test -- --reporter=tests/support/record-seconds.ts` rewrites it. */
export const secondsFile = join(root, 'tests', 'test-seconds.json');

/** Orders the test files of a run, and divides them for `--shard`, by their recorded durations. */
export default class BySeconds extends BaseSequencer {
  readonly #seconds = JSON.parse(readFileSync(secondsFile, 'utf8')) as TestSeconds;

  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const places = new Map(longestFirst(specifications.map(pathOf), this.#seconds).map((file, place) => [file, place]));
    return specifications.toSorted((a, b) => (places.get(pathOf(a)) ?? 0) - (places.get(pathOf(b)) ?? 0));
  }

  override async shard(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 };
    const parts = partsOf(specifications.map(pathOf), this.#seconds, count);
    return specifications.filter(one => parts.get(pathOf(one)) === index);
  }
}

/** The path from the root, with forward slashes on every system. */
export function pathOf({ moduleId }: { readonly moduleId: string }): string {
  return relative(root, moduleId).replaceAll('\\', '/');
}
