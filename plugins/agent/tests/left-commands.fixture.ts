// A kernel that is killed: `node left-commands.fixture.ts <folder> [bare] [rest]`. It runs a command in a conversation; with `rest` it only
// starts, and with `bare` it finds no sandbox.
import { registerHooks } from 'node:module';
import { AgentChannel } from '../contract/index.ts';

const conversation = 'c1';
const [folder = '', ...words] = process.argv.slice(2);
const noSandbox = { format: 'module', source: 'export const detectSandbox = async () => undefined;', shortCircuit: true };
if (words.includes('bare'))
  registerHooks({ load: (url, context, next) => (url.endsWith('/engine/detect-sandbox.ts') ? noSandbox : next(url, context)) });
const { kernelIn } = await import('../../../tests/faults/kernel-subject.ts');
const { kernel } = await kernelIn(folder);
const agent = kernel.client(AgentChannel);
await agent.call('state', { conversation });
if (!words.includes('rest')) {
  await agent.call('setModel', { conversation, model: 'local/m1' });
  await agent.call('setAccessMode', { conversation, mode: 'open' });
  await agent.call('prompt', { conversation, text: 'wait' });
}
process.stdout.write('ready\n');
