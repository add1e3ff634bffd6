import { isAppError } from '@atelier/kernel';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { neighbourCalls } from './let-loose.ts';
import type { Row } from './report.ts';
import { type SupplyAttack, type SupplyOutcome, supplyAttacks } from './supply-attacks.ts';
import { openTheatre, type Stage, type Theatre } from './supply-stage.ts';

vi.setConfig({ testTimeout: 200_000, hookTimeout: 200_000 });

let theatre: Theatre;
beforeAll(async () => {
  theatre = await openTheatre();
});
afterAll(() => theatre[Symbol.asyncDispose]());

/** Plays one attack through, as a person who takes what is offered; what is refused counts by the sentence it is refused with. */
async function play(attack: SupplyAttack): Promise<Row> {
  const { registry, kernel } = theatre;
  const stage = theatre.stageFor(attack.name === 'look-alike' ? 'ledgers' : attack.name);
  await begin(attack, stage);
  const ended = new AbortController();
  const calls = neighbourCalls({ kernel }, ended.signal);
  attack.publish(registry, stage);
  // What a list names is read before anything is offered.
  await stage.client.call('checkUpdates', {});
  const outcome = await (attack.act ?? taken)(stage).catch(refused);
  ended.abort();
  const { said, where = 'its error' } = outcome;
  const lines = (await stage.client.call('log', { id: '@atelier/extensions' })).filter(({ text }) => text.includes(stage.id));
  const names = [...(said?.includes(stage.id) ? [where] : []), ...(lines.some(({ level }) => level === 'warn') ? ['the log'] : [])];
  return {
    attack: attack.name,
    extension: stage.id,
    tried: attack.tries,
    isolation: 'installer',
    gained: outcome.gained ?? theatre.spoils(),
    stoppedBy: said ?? '',
    named: names,
    responsive: await calls,
  };
}

async function begin({ before }: SupplyAttack, stage: Stage): Promise<void> {
  if (before === undefined) return;
  const { registry } = theatre;
  const published = before(stage.id, registry);
  registry.publish(published);
  const id = published.manifest.name;
  const offer = await stage.client.call('offer', { id });
  await stage.client.call('install', { ticket: offer.ticket, rights: offer.asks });
}

async function taken(stage: Stage): Promise<SupplyOutcome> {
  await stage.take();
  return { gained: `was installed and answers ${await stage.version()}` };
}

function refused(error: unknown): SupplyOutcome {
  if (!isAppError(error)) throw error;
  return { said: error.in('en'), where: 'its error' };
}

test.for(supplyAttacks.map(attack => [attack.name, attack] as const))(
  'N1, N3, N4, N5, N7, N8, N10, N13: coming in from a registry: %s',
  async ([, attack], { task }) => {
    const row = await play(attack);
    task.meta.attack = row;
    await theatre.clear();
    expect({ gained: row.gained, named: row.named.length > 0, responsive: row.responsive }).toEqual({
      gained: undefined,
      named: true,
      responsive: true,
    });
  },
);
