import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandMarks } from '@atelier/kernel/children';
import type {
  EngineCalls,
  EngineEvent,
  EngineSettings,
  FromEngine,
  MainCalls,
  OpenConversation,
  ToEngine,
} from '../../plugins/agent/engine/protocol.ts';

const source = fileURLToPath(new URL('../../plugins/agent/engine/engine-process.ts', import.meta.url));

export type MainHandlers = {
  [Name in keyof MainCalls]?: (params: MainCalls[Name]['params'], id: number) => Promise<MainCalls[Name]['result']>;
};

/** The options of an engine under test. */
export interface EngineOptions {
  /** Base URLs by provider; each has the models m1 (a reasoning model) and m2. */
  readonly providers?: Readonly<Record<string, string | ProviderOptions>>;
  readonly settings?: object;
  readonly auth?: object;
  readonly keyless?: readonly string[];
  /** Without bubblewrap, as on a machine that has none. */
  readonly unsandboxed?: true;
  readonly main?: MainHandlers;
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly language?: 'fr' | 'en';
  /** The program's file; its source if omitted. */
  readonly entry?: string;
}

export interface ProviderOptions {
  readonly name?: string;
  readonly baseUrl: string;
  readonly api?: string;
  readonly apiKey?: string;
  readonly contextWindow?: number;
}

export interface Refusal extends Error {
  readonly code: string;
}

/** The engine's real process, over the same protocol as the agent's main side. */
export interface RunningEngine extends AsyncDisposable {
  readonly folder: string;
  readonly directory: string;
  readonly project: string;
  readonly child: ChildProcess;
  readonly events: readonly EngineEvent[];
  readonly withdrawn: readonly number[];
  /** The received event batches. */
  readonly batches: readonly (readonly EngineEvent[])[];
  call<Name extends keyof EngineCalls>(name: Name, params: EngineCalls[Name]['params']): Promise<EngineCalls[Name]['result']>;
  open(conversation: string, more?: Partial<OpenConversation>): Promise<EngineCalls['open']['result']>;
  /** The first matching event that no earlier call returned. */
  next(fits: (event: EngineEvent) => boolean): Promise<EngineEvent>;
  /** Waits for a matching event; one that was already received counts too. */
  come(fits: (event: EngineEvent) => boolean): Promise<void>;
  /** Sends a prompt and waits for the end of its turn. */
  turn(conversation: string, text: string): Promise<Settled>;
  attend(id: number): void;
  kill(): Promise<void>;
}

export type Settled = Extract<EngineEvent, { kind: 'settled' }>;

export async function startEngine(options: EngineOptions = {}): Promise<RunningEngine> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'atelier-engine-'));
  const directory = join(folder, 'agent');
  const project = join(folder, 'project');
  mkdirSync(project, { recursive: true });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFiles(directory, options);
  const child = fork(options.entry ?? source, [], {
    serialization: 'advanced',
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, HOME: folder, AGENT_CODING_AGENT_DIR: directory, ...options.env },
  });

  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  const events: EngineEvent[] = [];
  const batches: (readonly EngineEvent[])[] = [];
  const withdrawn: number[] = [];
  const watchers = new Set<() => void>();
  let passed = 0;
  let last = 0;
  const send = (message: ToEngine) => void (child.connected && child.send(message, () => undefined));

  const ready = new Promise<void>(resolve => {
    child.on('message', (message: FromEngine) => {
      if (message.kind === 'ready') resolve();
      else if (message.kind === 'withdrawn') withdrawn.push(message.id);
      else if (message.kind === 'call') void answer(message);
      else if (message.kind === 'events') {
        batches.push(message.events);
        events.push(...message.events);
        for (const look of [...watchers]) look();
      } else if (message.kind === 'answer') {
        const call = waiting.get(message.id);
        waiting.delete(message.id);
        if (message.error) call?.reject(Object.assign(new Error(message.error.message), { code: message.error.code }));
        else call?.resolve(message.result as never);
      }
    });
  });
  const gone = once(child, 'exit').then(() => {
    for (const call of waiting.values()) call.reject(new Error('the engine has gone'));
  });

  async function answer({ id, name, params }: FromEngine & { readonly kind: 'call' }): Promise<void> {
    const handler = (options.main?.[name] ?? defaults[name]) as (params: unknown, id: number) => Promise<unknown>;
    try {
      send({ kind: 'answer', id, result: await handler(params, id) });
    } catch (error) {
      send({ kind: 'answer', id, error: { code: 'test/refused', message: (error as Error).message } });
    }
  }

  const engine: RunningEngine = {
    folder,
    directory,
    project,
    child,
    events,
    withdrawn,
    batches,
    call(name, params) {
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        send({ kind: 'call', id, name, params });
      });
    },
    open: (conversation, more = {}) => engine.call('open', { ...conversationWith(project), conversation, ...more }),
    next(fits) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const at = events.findIndex((event, index) => index >= passed && fits(event));
          const found = events[at];
          if (found === undefined) return;
          passed = at + 1;
          watchers.delete(look);
          resolve(found);
        };
        void gone.then(() => reject(new Error('the engine has gone')));
        watchers.add(look);
        look();
      });
    },
    come(fits) {
      return new Promise((resolve, reject) => {
        const look = () => {
          if (!events.some(fits)) return;
          watchers.delete(look);
          resolve();
        };
        void gone.then(() => reject(new Error('the engine has gone')));
        watchers.add(look);
        look();
      });
    },
    async turn(conversation, text) {
      const from = events.length;
      await engine.call('prompt', { conversation, text, images: [] });
      const isEnd = (event: EngineEvent) => event.kind === 'settled' && event.conversation === conversation;
      await engine.come(event => isEnd(event) && events.lastIndexOf(event) >= from);
      return events.slice(from).find(isEnd) as Settled;
    },
    attend: id => send({ kind: 'attended', id }),
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect();
      if (child.exitCode === null && child.signalCode === null) await gone;
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
  await Promise.race([ready, gone]);
  await engine.call('configure', settingsFor(directory, options));
  return engine;
}

function settingsFor(directory: string, { keyless = [], language = 'en', unsandboxed }: EngineOptions): EngineSettings {
  const sandbox = unsandboxed ? undefined : '/usr/bin/bwrap';
  return { directory, forbidden: [directory], opened: [], readable: [], sandbox, firstMark: commandMarks().first, keyless, language };
}

function conversationWith(cwd: string): Omit<OpenConversation, 'conversation'> {
  return {
    sessionFile: undefined,
    cwd,
    accessMode: 'secure',
    model: 'local/m1',
    thinkingLevel: 'medium',
    sections: [],
    tools: undefined,
    extraTools: [],
    ephemeral: false,
  };
}

const defaults: MainHandlers = {
  beforeTool: async () => ({ allow: true }),
  afterTool: async () => ({ notes: [] }),
};

function writeFiles(directory: string, { providers = {}, settings, auth = {} }: EngineOptions): void {
  const models = (contextWindow: number) => [
    {
      id: 'm1',
      reasoning: true,
      input: ['text', 'image'],
      contextWindow,
      maxTokens: 8192,
      cost: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 },
    },
    { id: 'm2', reasoning: false, input: ['text'], contextWindow, maxTokens: 8192 },
  ];
  const entries = Object.entries(providers).map(([id, provider]) => {
    const {
      baseUrl,
      api = 'openai-completions',
      apiKey = 'dummy',
      contextWindow = 100_000,
      name,
    }: ProviderOptions = typeof provider === 'string' ? { baseUrl: provider } : provider;
    return [id, { baseUrl, api, apiKey, name, models: models(contextWindow) }];
  });
  const json = (value: object) => `${JSON.stringify(value, undefined, 2)}\n`;
  writeFileSync(join(directory, 'models.json'), json({ providers: Object.fromEntries(entries) }), { mode: 0o600 });
  writeFileSync(join(directory, 'auth.json'), json(auth), { mode: 0o600 });
  const quick = { retry: { enabled: true, maxRetries: 1, baseDelayMs: 1 } };
  writeFileSync(join(directory, 'settings.json'), json({ ...quick, ...settings }), { mode: 0o600 });
}
