import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { KernelChannel } from '@atelier/kernel';
import { type TestExtension, type TestKernel, testKernel } from '@atelier/kernel/testing';
import { ProvidersChannel } from '@atelier/providers/contract';
import { AgentChannel, type AgentEvent } from '../../plugins/agent/contract/index.ts';
import { type ModelRequest, type ModelServer, openModelServer } from '../e2e/model-server.ts';
import { warningsOf } from './hostile-kernel.ts';
import type { Row } from './report.ts';

const file = join(import.meta.dirname, 'extensions', 'tools.mjs');
const point = '@atelier/agent:tools@1';
const honest = '@acme/honest';

interface Tool {
  readonly name: string;
}

/** A tool that attacks, as its file says it. */
export interface ToolAttack {
  readonly name: string;
  readonly tries: string;
  readonly tools?: readonly Tool[];
  /** The person read what it says and approved it. */
  readonly approved?: boolean;
  readonly begins?: Tool;
  readonly becomes?: Tool;
  readonly calls?: { readonly name: string; readonly arguments: object };
  /** What no request to the model may hold; the word that marks what must not come through if left out. */
  readonly forbidden?: string;
  /** How often it may be in one request, where a little of it is no attack. */
  readonly most?: number;
}

export async function toolAttacks(): Promise<readonly ToolAttack[]> {
  const { attacks } = (await import(pathToFileURL(file).href)) as { attacks: Record<string, Omit<ToolAttack, 'name'>> };
  return Object.entries(attacks).map(([name, attack]) => ({ name, ...attack }));
}

const idOf = ({ name }: ToolAttack) => `@hostile/${name}`;
const namesOf = ({ tools = [], begins }: ToolAttack) => [...tools, ...(begins ? [begins] : [])].map(({ name }) => name);

function packageOf(attack: ToolAttack): TestExtension {
  const { name, tools = [] } = attack;
  const main = `import { attacks } from './attacks.mjs';
const { answers, begins, becomes } = attacks[${JSON.stringify(name)}];
export default { activate(ctx) {
  const contributed = tool => tool && ctx.contribute({ key: '${point}' }, { ...tool, command: '${name}.go' });
  let now = contributed(begins);
  ctx.handle('${name}.go', async ({ args }) => answers?.(args) ?? 'nothing');
  ctx.handle('${name}.turn', async () => { await now.dispose(); now = contributed(becomes); });
} };`;
  const commands = ['go', 'turn'].map(verb => ({ id: `${name}.${verb}`, title: verb }));
  return {
    id: idOf(attack),
    installed: true,
    files: { 'attacks.mjs': readFileSync(file, 'utf8'), 'main.js': main },
    atelier: {
      activation: 'startup',
      requires: { '@atelier/agent': '^0.1.0' },
      rights: { tools: namesOf(attack) },
      contributes: { commands, [point]: tools.map(tool => ({ ...tool, command: `${name}.go` })) },
    } as never,
  };
}

const neighbour: TestExtension = {
  id: honest,
  installed: true,
  files: { 'main.js': "export default { activate(ctx) { ctx.handle('honest.count', async args => args); } };" },
  atelier: {
    activation: 'startup',
    requires: { '@atelier/agent': '^0.1.0' },
    rights: { tools: ['honest_count'] },
    contributes: {
      commands: [{ id: 'honest.count', title: 'Count' }],
      [point]: [{ name: 'honest_count', description: 'Counts.', parameters: { type: 'object' }, command: 'honest.count' }],
    },
  } as never,
};

/** The real agent with a scripted model, an honest extension with a tool, and those that attack. */
export interface ToolStage extends AsyncDisposable {
  letLoose(attack: ToolAttack): Promise<Row>;
}

export async function openToolStage(attacks: readonly ToolAttack[]): Promise<ToolStage> {
  await using opened = new AsyncDisposableStack();
  const model = opened.use(await openModelServer());
  const kernel = opened.use(
    await testKernel({
      plugins: ['@atelier/workbench', '@atelier/providers', '@atelier/agent'],
      extensions: [neighbour, ...attacks.map(packageOf)],
    }),
  );
  await kernel.client(ProvidersChannel).call('save', {
    ...{ id: 'scripted', name: 'Workshop', baseUrl: model.url, api: 'openai-completions', key: 'none' },
    models: [{ id: 'scripted-large', name: 'Scripted', contextWindow: 100_000 }],
  } as never);
  for (const id of [honest, ...attacks.map(idOf)]) await kernel.wake(id).catch(() => undefined);
  const grant = (id: string, tools: readonly string[]) =>
    kernel.client(KernelChannel).call('grantRights', { id, rights: { tools: [...tools] } });
  await grant(honest, ['honest_count']);
  await approve(kernel, honest);
  // The engine’s process belongs to the stage, and not to the attack that comes first.
  await converse(kernel, model, { name: 'first', tries: 'nothing' });
  const all = opened.move();
  return {
    async letLoose(attack) {
      const id = idOf(attack);
      await grant(id, namesOf(attack));
      if (attack.approved) await approve(kernel, id);
      if (attack.becomes) await kernel.run(`${attack.name}.turn`, {});
      const warnings = () => warningsOf(join(kernel.host.paths.userData, 'logs'), id);
      const before = warnings().length;
      const calls = neighbourCalls(kernel);
      const { ended, read, answers } = await converse(kernel, model, attack);
      const responsive = await calls();
      const why = (await kernel.client(AgentChannel).call('listTools', {})).find(tool => tool.extension === id && tool.why)?.why?.en;
      const warning = warnings().slice(before).at(-1);
      const hidden = read.join('\n').match(/⟦U\+[0-9A-F]+⟧/)?.[0];
      const answer = answers.find(text => text.includes(id));
      await grant(id, []);
      const places = [
        why && 'its page',
        warning && 'the log',
        answer && 'the answer that the model reads',
        hidden && 'the words of the tool',
      ];
      const forbidden = new RegExp(attack.forbidden ?? 'canary-4711', 'gsu');
      const isRead = read.some(text => (text.match(forbidden)?.length ?? 0) > (attack.most ?? 0));
      const gained = isRead ? 'the model read it' : ended === 'done' ? undefined : 'the conversation broke';
      return {
        attack: attack.name,
        extension: id,
        tried: attack.tries,
        isolation: kernel.statuses().find(one => one.id === id)?.isolation === 'sandbox' ? 'sandbox' : 'permissions',
        gained,
        stoppedBy: why ?? warning ?? answer?.slice(0, 200) ?? `What it hides is named: ${hidden ?? ''}`,
        named: places.flatMap(place => place || []),
        responsive,
      };
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** What the person does on the page of an extension: reads what its tools say, and approves it. */
async function approve(kernel: TestKernel, extension: string): Promise<void> {
  const agent = kernel.client(AgentChannel);
  const tools = (await agent.call('listTools', {})).filter(tool => tool.extension === extension && tool.state === 'new');
  await agent.call('approveTools', { extension, tools: tools.map(({ name, words }) => ({ name, words })) });
}

/** One turn of a conversation in which the model calls the tool; all that the model read in it, request by request. */
async function converse(kernel: TestKernel, model: ModelServer, { name, calls }: ToolAttack) {
  const ended = Promise.withResolvers<AgentEvent>();
  const listening = kernel.client(AgentChannel).on('event', event => {
    if (event.conversation === name && (event.kind === 'turnEnded' || event.kind === 'failed')) ended.resolve(event);
  });
  const before = model.requests.length;
  const last = (role: string) => (request: ModelRequest) => request.body.messages?.at(-1)?.role === role;
  if (calls) model.script({ when: last('user'), tools: [calls] }, { when: last('tool'), text: 'Done.' });
  else model.script({ when: last('user'), text: 'Done.' });
  await kernel.client(AgentChannel).call('prompt', { conversation: name, text: 'Go on.' });
  const { ended: how } = await ended.promise;
  await listening.dispose();
  const textOf = ({ content }: { readonly content: unknown }) => (typeof content === 'string' ? content : JSON.stringify(content));
  const requests = model.requests.slice(before).map(({ body }) => body);
  const read = requests.map(({ tools, messages = [] }) => [JSON.stringify(tools), ...messages.map(textOf)].join('\n'));
  const answers = requests.flatMap(({ messages = [] }) => messages.filter(({ role }) => role === 'tool').map(textOf));
  return { ended: how, read, answers };
}

/** Calls the neighbour until it is asked what came of it: whether each call was answered as it should be. */
function neighbourCalls(kernel: TestKernel): () => Promise<boolean> {
  const over = new AbortController();
  const calling = (async () => {
    for (let count = 0; ; count += 1) {
      if ((await kernel.run('honest.count', count).catch(() => undefined)) !== count) return false;
      if (over.signal.aborted && count > 2) return true;
      await new Promise(resolve => setTimeout(resolve, 5));
    }
  })();
  return () => {
    over.abort();
    return calling;
  };
}
