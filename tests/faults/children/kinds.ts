import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentChannel } from '@atelier/agent/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { openMemoryHost } from '@atelier/kernel/host';
import { type Kernel, startKernel } from '@atelier/kernel/start';
import { TerminalChannel } from '@atelier/terminal/contract';
import { type ModelRequest, openModelServer } from '../../e2e/model-server.ts';
import { writeLocalModel } from '../../support/local-model.ts';

/** One kind of child process of the kernel, as what kills it needs it. */
export interface Victim {
  /** Starts the child if it does not run, brings something under way, and returns the processes that it consists of. */
  ready(): Promise<readonly number[]>;
  /** Writes to it, more than once, and waits for nothing. */
  write(): void;
  /** Resolves when the kernel has noticed that it is gone. */
  noticed(): Promise<unknown>;
}

/** A kernel with all our plugins, and what the victims of this run share. */
export interface Stage {
  readonly kernel: Kernel;
  readonly folder: string;
  /** The processes below this one whose command line fits. */
  childrenWith(mark: RegExp): readonly number[];
}

/** Kinds that have no part yet; a row is missing as soon as there is a plugin of that name. */
export const toCome: readonly string[] = [];

/** Every kind of child that lives for longer than one answer, and is written to. */
export const childKinds: Readonly<Record<string, (stage: Stage) => Promise<Victim>>> = {
  engine,
  extension,
  store,
  server,
  'OAuth helper': oauth,
  'command of the terminal': terminal,
  'shell of the terminal': shell,
};

const toolCalls = 4;

/** Its questions about tool calls are answered after its death: nothing of these answers waits for a result. */
async function engine({ kernel, childrenWith }: Stage): Promise<Victim> {
  const answers: (() => void)[] = [];
  (globalThis as { heldAnswers?: (() => void)[] }).heldAnswers = answers;
  let agent = kernel.client(AgentChannel);
  let round = 0;
  let conversations: readonly string[] = [];
  return {
    async ready() {
      // An engine that ends five times in a minute is not started again; a new start of its plugin begins to count anew.
      if (round % 4 === 3) {
        await kernel.disable('@atelier/agent');
        await kernel.enable('@atelier/agent');
        agent = kernel.client(AgentChannel);
      }
      round += 1;
      conversations = Array.from({ length: toolCalls }, (_, at) => `c${round}-${at}`);
      answers.splice(0);
      for (const conversation of conversations) {
        await agent.call('setModel', { conversation, model: 'local/m1' });
        // Refused while the death of the last one is not known yet.
        await until(() =>
          agent.call('prompt', { conversation, text: 'go on' }).then(
            () => true,
            () => false,
          ),
        );
      }
      await until(() => answers.length >= toolCalls);
      return childrenWith(/engine-process/);
    },
    write() {
      for (const answer of answers.splice(0)) answer();
      for (const conversation of conversations) void agent.call('stop', { conversation }).catch(() => undefined);
    },
    noticed: () => until(() => childrenWith(/engine-process/).length === 0),
  };
}

async function extension(stage: Stage): Promise<Victim> {
  return victimOf(stage, /--allow-fs-write=(?!.*server\.js)/s, count => stage.kernel.run('counted.echo', `${count} ${'x'.repeat(20_000)}`));
}

async function store(stage: Stage): Promise<Victim> {
  return victimOf(stage, /answerBytes/, count => stage.kernel.run('counted.add', count));
}

async function server(stage: Stage): Promise<Victim> {
  return victimOf(stage, /server\.js/, count => stage.kernel.run('counted.ask', `${count} ${'x'.repeat(20_000)}`));
}

/** A child of the extension: asked once, it runs; asked again and again, it is written to. */
function victimOf({ kernel, childrenWith }: Stage, mark: RegExp, ask: (count: number) => Promise<unknown>): Victim {
  let count = 0;
  const tell = () => ask(++count);
  return {
    async ready() {
      const isAnswered = () =>
        tell().then(
          () => true,
          () => false,
        );
      // Killed too often it is not started again, as it should be; here the person switches it off and on.
      while (!(await isAnswered())) {
        await kernel.disable('@test/counted');
        await kernel.enable('@test/counted').catch(() => undefined);
      }
      return childrenWith(mark);
    },
    write() {
      for (let one = 0; one < 5; one += 1) void tell().catch(() => undefined);
    },
    noticed: () =>
      tell().then(
        () => undefined,
        () => undefined,
      ),
  };
}

/** Waits for a code that the person pastes; its answer is written to a process that is gone. */
async function oauth({ kernel, childrenWith }: Stage): Promise<Victim> {
  const agent = kernel.client(AgentChannel);
  let flow = '';
  let prompts: string[] = [];
  let over: Promise<unknown> = Promise.resolve();
  return {
    async ready() {
      flow = randomUUID();
      prompts = [];
      const asked = Promise.withResolvers<void>();
      const steps = agent.on('oauthEvent', step => {
        if (step.flow !== flow || step.prompt === undefined) return;
        prompts.push(step.prompt);
        asked.resolve();
      });
      over = agent.call('oauthLogin', { provider: 'anthropic', flow }).then(
        () => undefined,
        () => undefined,
      );
      await asked.promise;
      steps.dispose();
      return childrenWith(/oauth-process/);
    },
    write() {
      for (const prompt of prompts) void agent.call('oauthPromptReply', { flow, prompt, text: 'x'.repeat(20_000) }).catch(() => undefined);
    },
    async noticed() {
      await over;
    },
  };
}

/** It prints without end, and is asked to end at the moment that it is killed. */
async function terminal({ kernel, folder, childrenWith }: Stage): Promise<Victim> {
  const line = 'while :; do echo the tide; sleep 0.01; done';
  const { conversation, client, noticed } = await openConversation(kernel, folder);
  let run = '';
  return {
    async ready() {
      const begun = await client.call('start', { conversation, line });
      run = begun.id;
      await until(async () => (await client.call('output', { run, since: 0 })).end > 0);
      return childrenWith(/echo the tide/);
    },
    write() {
      void client.call('output', { run, since: 0 }).catch(() => undefined);
      void client.call('stop', { run }).catch(() => undefined);
    },
    noticed,
  };
}

/** It is typed into at the moment that the process of its pseudo-terminal is killed. */
async function shell({ kernel, folder, childrenWith }: Stage): Promise<Victim> {
  const { conversation, client, noticed } = await openConversation(kernel, folder);
  let run = '';
  return {
    async ready() {
      run = (await client.call('open', { conversation, columns: 80, rows: 24 })).id;
      await until(async () => (await client.call('output', { run, since: 0 })).end > 0);
      return childrenWith(/pty-process/);
    },
    write() {
      for (let one = 0; one < 5; one += 1) void client.call('type', { run, text: `echo ${'x'.repeat(20_000)}\n` }).catch(() => undefined);
    },
    noticed,
  };
}

/** A conversation with open access in a project. */
async function openConversation(kernel: Kernel, folder: string) {
  const project = join(folder, 'project');
  mkdirSync(project);
  const conversations = kernel.client(ConversationsChannel);
  const { id = '' } = (await conversations.call('addProject', { folder: project })) ?? {};
  const { conversation } = await conversations.call('send', { text: 'hello', project: id, model: 'local/m1' });
  await kernel.client(AgentChannel).call('setAccessMode', { conversation, mode: 'open' });
  const client = kernel.client(TerminalChannel);
  const noticed = () => until(async () => (await client.call('overview', { conversation })).runs.every(({ state }) => state !== 'running'));
  return { conversation, client, noticed };
}

/** Starts the kernel of one run over `folder`. */
export async function openStage(folder: string): Promise<Stage & AsyncDisposable> {
  const plugins = join(import.meta.dirname, '../../../plugins');
  const bundled = join(folder, 'bundled');
  mkdirSync(bundled);
  for (const name of readdirSync(plugins)) symlinkSync(join(plugins, name), join(bundled, name));
  write(join(bundled, 'held'), held);
  write(join(folder, 'user-data/extensions/counted'), counted);
  const model = await openModelServer();
  const isAfterTool = ({ body }: ModelRequest) => body.messages?.at(-1)?.role === 'tool';
  const tool = { name: 'bash', arguments: { command: 'true' } };
  // More than 50 rounds ask for.
  for (let turn = 0; turn < 2_000; turn += 1)
    model.script({ when: request => !isAfterTool(request), tools: [tool] }, { when: isAfterTool, text: 'Done.' });
  writeLocalModel(folder, model.url);
  const host = openMemoryHost({ bundled, node: process.execPath, root: folder });
  const kernel = await startKernel(host, { locale: 'en' });
  await kernel.settled;
  await kernel.grant('@test/counted', { servers: ['answering'] });
  return {
    kernel,
    folder,
    childrenWith: mark => childrenBelow(process.pid).filter(pid => mark.test(commandOf(pid))),
    async [Symbol.asyncDispose]() {
      await kernel.close();
      await host.close();
      await model[Symbol.asyncDispose]();
    },
  };
}

const patienceMs = 180_000;

/** Waits for what comes by itself; what has not come after minutes never will. */
async function until(come: () => boolean | Promise<boolean>): Promise<void> {
  const begun = performance.now();
  while (!(await come())) {
    if (performance.now() - begun > patienceMs) throw new Error('what this round waits for has not come');
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

function childrenBelow(pid: number): readonly number[] {
  const parents = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => [Number(name), parentOf(name)] as const);
  const below = (one: number): readonly number[] => parents.flatMap(([child, parent]) => (parent === one ? [child, ...below(child)] : []));
  return below(pid);
}

/** Undefined for one that has ended, also if nobody has asked yet how. */
function parentOf(pid: string): number | undefined {
  try {
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return state === 'Z' ? undefined : Number(parent);
  } catch {
    return undefined;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

const manifest = (name: string, atelier: object) =>
  JSON.stringify({ name, version: '1.0.0', type: 'module', engines: { atelier: '^1.0.0' }, atelier: { main: './main.js', ...atelier } });

/** Holds the answers to questions about tool calls, so that they are given after the death of who asked. */
const held = {
  'package.json': manifest('@test/held', {
    requires: { '@atelier/agent': '^0.1.0' },
    taps: ['@atelier/agent:beforeToolCall@1'],
  }),
  'main.js': `export default { activate(ctx) {
    ctx.tap({ key: '@atelier/agent:beforeToolCall@1', kind: 'first' }, async () =>
      globalThis.heldAnswers && new Promise(resolve => globalThis.heldAnswers.push(() => resolve(undefined))));
  } };`,
};

const counted = {
  'package.json': manifest('@test/counted', {
    rights: { servers: ['answering'] },
    servers: [{ id: 'answering', main: './server.js', ready: { path: '/' } }],
    contributes: { commands: ['echo', 'add', 'ask'].map(name => ({ id: `counted.${name}`, title: name, args: {} })) },
  }),
  'main.js': `export default { activate(ctx) {
    const db = ctx.database([{ id: 10, name: 'create', up: db => db.exec('CREATE TABLE counts (count INTEGER PRIMARY KEY) STRICT') }]);
    ctx.handle('counted.echo', async text => text);
    ctx.handle('counted.add', async count => { db.prepare('INSERT OR IGNORE INTO counts VALUES (?)').run(count); });
    ctx.handle('counted.ask', async body => (await ctx.fetch('http://answering.server/', { method: 'POST', body })).status);
  } };`,
  'server.js': `import { createServer } from 'node:http';
    createServer(async (request, answer) => {
      for await (const _part of request);
      answer.end('well');
    }).listen(process.env.PORT);`,
};
