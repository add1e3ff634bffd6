// The process whose children are killed: node tests/faults/children/subject.ts <kind> <rounds> <seed> <folder>. Its last line is what it came to.
import { TemplateChannel } from '@atelier/template/contract';
import { waitForDeath } from '../../support/processes.ts';
import { randomFrom } from '../kill.ts';
import { childKinds, openStage } from './kinds.ts';

const [kind = '', rounds = '1', seed = '1', folder = ''] = process.argv.slice(2);
const random = randomFrom(Number(seed));
const begin = childKinds[kind];
if (begin === undefined) throw new Error(`no kind of child is called ${kind}`);

await using stage = await openStage(folder);
const { kernel } = stage;
const victim = await begin(stage);

// The kernel is asked all the while, and each note that it has taken must be there at the end.
let acknowledged = 0;
let isOver = false;
const asking = (async () => {
  while (!isOver) {
    await kernel.run('template.addNote', { text: String(acknowledged + 1) });
    acknowledged += 1;
    await new Promise(resolve => setTimeout(resolve, 2));
  }
})();

const answers: number[] = [];
try {
  for (let round = 0; round < Number(rounds); round += 1) answers.push(await oneKill());
} finally {
  isOver = true;
  await asking;
}
const notes = new Set((await kernel.client(TemplateChannel).call('listNotes', {})).map(({ text }) => text));
const lost = Array.from({ length: acknowledged }, (_, at) => String(at + 1)).filter(text => !notes.has(text));
process.stdout.write(
  `${JSON.stringify({ kills: answers.length, acknowledged, lost, silent: answers.filter(count => count === 0).length })}\n`,
);

/** How many answers the kernel gave meanwhile. */
async function oneKill(): Promise<number> {
  const before = acknowledged;
  const pids = await victim.ready();
  // The outermost or the innermost process: a sandbox in between passes on a death in its own time.
  const pid = pids[Math.floor(random() * pids.length)];
  if (pid === undefined) throw new Error('there is no process to kill');
  const isAimed = random() < 0.7;
  if (!isAimed) victim.write();
  for (let turns = isAimed ? 0 : Math.floor(random() * 20); turns > 0; turns -= 1) await new Promise(resolve => setImmediate(resolve));
  kill(pid);
  if (isAimed) {
    waitForDeath(pid);
    // Nothing has told the event loop yet.
    victim.write();
  }
  await victim.noticed();
  return acknowledged - before;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself, with the one that it belongs to.
  }
}
