import { type AppError, isAppError } from '@atelier/kernel';
import type { Kernel } from '@atelier/kernel/start';
import type { Attack } from './attack.ts';
import { type HostileKernel, honest } from './hostile-kernel.ts';
import type { Row } from './report.ts';
import type { World } from './world.ts';

/** Longer than any limit of the kernel's, on a machine that is slow. */
const timeoutMs = 90_000;

/** Lets one hostile extension loose and looks what came of it; the honest neighbour is called all the while. */
export async function letLoose(attack: Attack, { app, world }: { app: HostileKernel; world: World }): Promise<Row> {
  const notified = app.host.notified.length;
  const ended = new AbortController();
  const calls = neighbourCalls(app, ended.signal);
  const outcome = await Promise.race([act(attack, app, world), hangs()]);
  const gained =
    (await world.gained(outcome.answer)) ??
    (app.host.notified.length - notified > 10 ? 'buried the person under notifications' : undefined);
  const status = app.status(attack.id);
  const stopped = await ends(attack, app);
  ended.abort();
  const neighbour = await calls;
  const named = naming(attack, app, outcome.error, status?.problem?.message);
  return {
    attack: attack.name,
    extension: attack.id,
    tried: attack.tries,
    isolation: status?.state === 'refused' || attack.refusedAs ? 'never started' : world.isolation,
    gained: outcome.hung ? 'hung the app' : (gained ?? (stopped ? undefined : 'could not be stopped')),
    stoppedBy: status?.problem?.message ?? status?.problems[0]?.message ?? outcome.error ?? named[0]?.said ?? '',
    named: named.map(({ where }) => where),
    responsive: neighbour,
  };
}

interface Outcome {
  readonly answer: unknown;
  readonly error: string | undefined;
  readonly hung: boolean;
}

async function act(attack: Attack, app: HostileKernel, world: World): Promise<Outcome> {
  const { kernel, host } = app;
  try {
    if (attack.refusedAs) {
      await kernel.wake(attack.id).catch(() => undefined);
      const refused = kernel.statuses().find(({ id, state, bundled }) => id === attack.id && state === 'refused' && !bundled);
      const error = refused?.problem?.message;
      return { answer: error === undefined ? 'it was not refused' : undefined, error, hung: false };
    }
    if (attack.hook) await kernel.wake(attack.id);
    if (attack.deepLink) host.handOver([attack.deepLink]);
    const answer = attack.hook ? hookAnswer(await app.runHook()) : await kernel.run(`${attack.name}.attack`, world.targets);
    return { answer, error: undefined, hung: false };
  } catch (error) {
    return { answer: undefined, error: isAppError(error) ? (error as AppError).message : String(error), hung: false };
  }
}

const hookAnswer = (answer: unknown) => (answer === 'letter' ? undefined : answer);

function hangs(): Promise<Outcome> {
  return new Promise(resolve => setTimeout(() => resolve({ answer: undefined, error: undefined, hung: true }), timeoutMs).unref());
}

/** Calls the neighbour again and again until told to stop; true where every call was answered as it should be. */
export async function neighbourCalls({ kernel }: { readonly kernel: Pick<Kernel, 'run'> }, signal: AbortSignal): Promise<boolean> {
  for (let count = 0; ; count += 1) {
    const answer = (await kernel.run('honest.echo', count).catch(() => undefined)) as { echo: number; kept: boolean } | undefined;
    if (answer?.echo !== count || !answer.kept) return false;
    if (signal.aborted && count > 2) return true;
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}

/** X14: switching it off ends it, whatever it does against that. */
async function ends(attack: Attack, { kernel, status }: HostileKernel): Promise<boolean> {
  if (status(attack.id) === undefined || attack.id === honest || status(attack.id)?.state === 'refused') return true;
  await Promise.race([kernel.disable(attack.id), new Promise(resolve => setTimeout(resolve, timeoutMs).unref())]);
  const state = status(attack.id)?.state;
  return state === 'stopped' || state === 'quarantined';
}

function naming(attack: Attack, { kernel, logged, status }: HostileKernel, error: string | undefined, problem: string | undefined) {
  const { id } = attack;
  const notice = kernel.notices().find(one => JSON.stringify(one).includes(id));
  const line = logged(id).at(-1);
  return [
    { where: 'its error', said: error?.includes(id) ? error : undefined },
    { where: 'its state', said: problem ?? status(id)?.problems[0]?.message },
    { where: 'a notice', said: notice && JSON.stringify(notice) },
    { where: 'the log', said: line },
  ].filter((one): one is { where: string; said: string } => one.said !== undefined);
}
