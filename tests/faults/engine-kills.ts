import { rmSync } from 'node:fs';
import { type ModelRequest, openModelServer } from '../e2e/model-server.ts';
import { type RunningEngine, startEngine } from '../support/agent-engine.ts';
import { randomFrom } from './kill.ts';

/** What a series of kills of the engine came to; `wrong` is empty when nothing was lost. */
export interface EngineKills {
  readonly kills: number;
  readonly cut: number;
  readonly resumed: number;
  readonly wrong: readonly string[];
}

const command = { name: 'bash', arguments: { command: 'for n in 1 2 3 4 5; do echo $n; sleep 0.01; done' } };

/** Kills the engine's process in the middle of turns of one conversation, again and again over the same file. */
export async function engineKills(rounds: number, seed: number): Promise<EngineKills> {
  const random = randomFrom(seed);
  const wrong: string[] = [];
  const acknowledged: string[] = [];
  let cut = 0;
  let resumed = 0;
  await using server = await openModelServer();
  const providers = { local: server.url };
  let engine: RunningEngine = await startEngine({ providers });
  const { folder } = engine;
  let { sessionFile } = await engine.open('c1');
  try {
    for (let round = 0; round < rounds; round += 1) {
      const text = `message ${round}`;
      // Words, then a command, then words: whatever the moment, something is under way.
      server.script(
        {
          when: lastOf(last => last.role === 'user' && last.says(text)),
          text: 'some words that take a while to say',
          deltaMs: 2,
          tools: [command],
        },
        { when: lastOf(last => last.role === 'tool'), text: 'and some more of them afterwards', deltaMs: 2 },
        { when: lastOf(last => last.says('The app ended')), text: 'Resumed.' },
      );
      const prompted = engine.call('prompt', { conversation: 'c1', text, images: [] }).then(() => void acknowledged.push(text));
      await Promise.race([prompted, pause(500)]);
      await pause(random() * 250);
      await engine.kill();
      await prompted.catch(() => undefined);

      engine = await startEngine({ providers, folder });
      const opened = await engine.open('c1', { sessionFile });
      if (opened.sessionFile !== sessionFile) wrong.push(`round ${round}: another file was begun`);
      sessionFile = opened.sessionFile;
      const { entries } = await engine.call('transcript', {
        conversation: 'c1',
        sessionFile: sessionFile ?? '',
        before: undefined,
        limit: 100_000,
      });
      const said = entries.flatMap(({ kind, parts }) => (kind === 'user' ? [parts?.[0]?.text] : []));
      const missing = acknowledged.filter(one => !said.includes(one));
      if (missing.length > 0) wrong.push(`round ${round}: acknowledged and lost: ${missing.join(', ')}`);
      const last = entries.at(-1);
      const hasEnd = last?.kind === 'assistant' && last.stopped !== 'cut' && last.stopped !== 'tool';
      if (said.length > 0 && opened.cut === hasEnd) wrong.push(`round ${round}: cut is ${opened.cut}, and the last entry ${last?.stopped}`);
      if (!opened.cut) continue;
      cut += 1;
      await engine.call('resume', { conversation: 'c1' });
      const settled = await engine.next(event => event.kind === 'settled');
      if (settled.kind === 'settled' && settled.ended === 'done') resumed += 1;
      else wrong.push(`round ${round}: resuming ended ${JSON.stringify(settled)}`);
    }
  } finally {
    await engine[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  }
  return { kills: rounds, cut, resumed, wrong };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds));
}

interface Last {
  readonly role: string | undefined;
  says(text: string): boolean;
}

/** A turn for requests whose last message fits, because a killed process leaves turns over that nobody will ask for. */
function lastOf(fits: (last: Last) => boolean): (request: ModelRequest) => boolean {
  return ({ body }) => {
    const message = body.messages?.at(-1);
    return fits({ role: message?.role, says: text => JSON.stringify(message).includes(text) });
  };
}
