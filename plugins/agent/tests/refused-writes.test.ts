import { join } from 'node:path';
import { extension, problemOf, testKernel } from '@atelier/kernel/testing';
import Driver from 'better-sqlite3';
import { expect, test } from 'vitest';
import { Agent, type AgentService } from '../contract/index.ts';
import { demoPlugins, demoReady, listen } from '../main/demo.fixture.ts';
import { agentOf, conversation, held, inTheMiddle, saidIn, untilIdle } from './running-turn.fixture.ts';

// A disk that is full refuses every write, also those of what has happened already.

/** Has the agent's database refuse what a turn writes, as a disk does that another program keeps full, until it is let go. */
function refuseWrites(profile: string): { letGo(): void } {
  const other = new Driver(join(profile, 'data', 'atelier--agent.sqlite'));
  const triggers = ['runtimes', 'queue', 'answers', 'spending'].flatMap(table =>
    ['INSERT', 'UPDATE', 'DELETE'].map(verb => ({ name: `refuses_${verb}_${table}`, on: `${verb} ON ${table}` })),
  );
  for (const { name, on } of triggers) other.exec(`CREATE TRIGGER ${name} BEFORE ${on} BEGIN SELECT RAISE(ABORT, 'refused'); END`);
  return {
    letGo() {
      for (const { name } of triggers) other.exec(`DROP TRIGGER ${name}`);
      other.close();
    },
  };
}

test('D1: a turn ends, and counts, although nothing can be written any more; what waited is sent once when it can', async () => {
  const first = held();
  const { kernel, heard } = await inTheMiddle(first.turn, { text: 'Second.' }, { text: 'Third.' });
  const agent = agentOf(kernel);
  const { usage: before } = await agent.call('state', { conversation });
  await agent.call('prompt', { conversation, text: 'steered', how: 'steer' });
  await agent.call('prompt', { conversation, text: 'queued', how: 'queue' });
  const disk = refuseWrites(kernel.host.paths.userData);
  first.letGo();
  await heard.ended();
  const full = await agent.call('state', { conversation });
  const refused = await problemOf(agent.call('prompt', { conversation, text: 'not now' }));
  disk.letGo();
  await agent.call('drainQueue', { conversation });
  await untilIdle(kernel);
  const { usage: after, queue } = await agent.call('state', { conversation });
  expect({
    full: [full.status, full.cut, (full.usage?.output ?? 0) > (before?.output ?? 0)],
    isRefused: refused !== undefined,
    said: await saidIn(kernel),
    queue,
    grew: (after?.output ?? 0) > (full.usage?.output ?? 0),
  }).toEqual({ full: ['idle', false, true], isRefused: true, said: ['begin', 'steered', 'queued'], queue: [], grew: true });
});

test('D31: going back on such a disk is not told as a failure once it has happened, and leads forward again', async () => {
  let service: AgentService | undefined;
  const other = extension(
    '@test/other',
    ctx => {
      service = ctx.get(Agent);
    },
    { activation: 'startup', requires: { '@atelier/agent': '^0.1.0' } },
  );
  await using kernel = await testKernel({ plugins: demoPlugins, extensions: [other] });
  await demoReady(kernel);
  const heard = listen(kernel, conversation);
  await agentOf(kernel).call('prompt', { conversation, text: 'hello' });
  await heard.ended();
  const { entries } = await agentOf(kernel).call('transcript', { conversation });
  const disk = refuseWrites(kernel.host.paths.userData);
  const went = await service?.rewind(conversation, entries[0]?.id ?? '');
  const back = await saidIn(kernel);
  await service?.redo(conversation, went?.leaf ?? '');
  disk.letGo();
  expect([back, await saidIn(kernel)]).toEqual([[], ['hello']]);
});
