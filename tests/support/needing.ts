import { type TestContext, test } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** How many attacks a test makes that goes through a list of them; one without it. */
    attacks?: number;
  }
}

/** Says how many attacks a test makes, for the table of `npm run hostile`. */
export function makesAttacks({ task }: Pick<TestContext, 'task'>, count: number): void {
  task.meta.attacks = count;
}

/** One of the rounds of `npm run hostile`, which together try every kind of machine and user: a test then tries only the round's own. */
export const isHostileRound = process.env.ATELIER_HOSTILE_ROUND !== undefined;

type Run = (context: TestContext) => unknown;

/** What a test needs of the machine, said where it is missing. */
export const lacks = {
  sandbox: 'this machine has no sandbox that works',
  root: 'only root can become another user, and may set what this needs',
  linux: 'this holds on Linux alone',
  mounts: 'this user may not mount a folder a second time',
} as const;

/** `test`, skipped with the first of these reasons; with `test.skipIf` nobody would know why. */
export function needing(...reasons: readonly (string | false | undefined)[]) {
  const lack = reasons.find(reason => typeof reason === 'string');
  return (name: string, ...rest: readonly [Run] | readonly [{ readonly timeout: number }, Run]): void => {
    const [options, run] = rest.length === 1 ? [{}, rest[0]] : rest;
    test(name, options, async context => {
      context.skip(lack !== undefined, lack);
      await run(context);
    });
  };
}
