import { execFileSync } from 'node:child_process';
import { AgentChannel } from '@atelier/agent/contract';
import { isAppError } from '@atelier/kernel';
import { kernelIn } from './kernel-subject.ts';
import { messagesIn } from './steering-kills.ts';

const conversation = 'c1';
const ways = ['steer', 'followUp', 'steer', 'queue'] as const;

/** Writes into one conversation without end, mostly into running turns, and says which message was acknowledged. In every third life it kills the engine. */
export async function steerForEver(folder: string, acknowledge: (count: number) => void): Promise<never> {
  const { kernel } = await kernelIn(folder);
  const agent = kernel.client(AgentChannel);
  await agent.call('setModel', { conversation, model: 'local/m1' });
  const queue = await agent.call('listQueue', { conversation });
  const known = [...(await messagesIn(kernel)).filter(({ kind }) => kind === 'user'), ...queue].map(({ text }) => text);
  const last = Math.max(0, ...known.map(text => Number(text.slice(1))));
  await agent.call('drainQueue', { conversation });
  for (let count = last + 1; ; count += 1) {
    const text = `m${count}`;
    await agent.call('prompt', { conversation, text, how: ways[count % ways.length] ?? 'steer' }).catch((error: unknown) => {
      // It is refused when the engine is killed right then; whether the message was written, the next life sees.
      if (isAppError(error) && error.code === 'agent/engine-ended') process.exit(0);
      throw error;
    });
    acknowledge(count);
    if (count % 9 === 0) await agent.call('stop', { conversation }).catch(() => undefined);
    if (count % 3 === 0) await agent.call('drainQueue', { conversation });
    if (count % 17 === 0) killEngine();
  }
}

function killEngine(): void {
  const listed = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  for (const line of listed) {
    const [pid, parent, ...args] = line.trim().split(/\s+/);
    if (Number(parent) === process.pid && args.join(' ').includes('engine-process')) process.kill(Number(pid), 'SIGKILL');
  }
}
