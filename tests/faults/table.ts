import { childKills } from './children/kills.ts';
import { childKinds } from './children/kinds.ts';
import { engineKills } from './engine-kills.ts';
import { withoutHandles } from './handles.ts';
import { importKills } from './import-kills.ts';
import { reloadRounds, tabKills } from './page-kills.ts';
import { killRounds, kinds } from './rounds.ts';
import { steeringKills } from './steering-kills.ts';
import { updateKills } from './update-kills.ts';

/** What one series came to. `wrong` is empty when nothing was lost, and nothing is there in halves or twice. */
export interface Came {
  readonly kills: number;
  readonly acknowledged: number;
  readonly wrong: readonly string[];
}

/** One row of the table. */
export interface Subject {
  /** What is killed, and while it does what. */
  readonly name: string;
  /** Of the rounds that are asked for; less where a round is a start of the whole app, or of many. */
  readonly share: number;
  run(rounds: number, seed: number): Promise<Came>;
}

/** Everything that is killed, in the order of the table. */
export const subjects: readonly Subject[] = [
  ...kinds.map(kind => ({
    name: `writer of: ${kind}`,
    share: kind === 'rebuild' ? 1 / 10 : 1,
    run: (rounds: number, seed: number) => killRounds(kind, rounds, seed),
  })),
  { name: 'engine in a turn', share: 1 / 2, run: engineCuts },
  { name: 'kernel and engine, messages into running turns', share: 1 / 2, run: steeringKills },
  { name: 'kernel in an update or a rollback of an extension', share: 1 / 2, run: updateKills },
  { name: 'kernel in an import of a whole profile', share: 1 / 2, run: importKills },
  { name: 'kernel under 20 tabs that are typed into', share: 1 / 10, run: tabKills },
  { name: 'page with typed text, by a reload', share: 1, run: reloadRounds },
  ...Object.keys(childKinds).map(kind => ({
    name: `${kind} under a kernel`,
    share: 1 / 4,
    run: (rounds: number, seed: number) => childKills(kind, rounds, seed),
  })),
  { name: 'every free handle of a kernel, by files', share: 1 / 4, run: rounds => handlesTaken(rounds, 'files') },
  { name: 'every free handle of a kernel, by connections', share: 1 / 4, run: rounds => handlesTaken(rounds, 'sockets') },
];

async function engineCuts(rounds: number, seed: number): Promise<Came> {
  const { kills, cut, resumed, wrong } = await engineKills(rounds, seed);
  return { kills, acknowledged: resumed, wrong: cut === 0 && rounds > 20 ? [...wrong, 'no turn was cut'] : wrong };
}

async function handlesTaken(rounds: number, by: 'files' | 'sockets'): Promise<Came> {
  const { acknowledged, wrong } = await withoutHandles(rounds, by);
  return { kills: rounds, acknowledged, wrong };
}

/** Runs a subject; one that breaks off is wrong. */
export async function cameOf({ run, share }: Subject, rounds: number, seed: number): Promise<Came> {
  try {
    return await run(Math.ceil(rounds * share), seed);
  } catch (error) {
    return { kills: 0, acknowledged: 0, wrong: [`it broke off: ${error instanceof Error ? error.stack : error}`] };
  }
}
