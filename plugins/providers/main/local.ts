import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { runProgram } from '@atelier/kernel/children';
import type { LocalFound, OwnModel } from '../contract/index.ts';
import { ask } from './http/local-http.ts';
import { modelsIn } from './model-lists.ts';

/** The machine on which local servers are detected; tests pass another one. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly applications: string;
  /** The addresses of the two servers. */
  readonly ollama: string;
  readonly lmstudio: string;
}

export function thisMachine(): Machine {
  return {
    platform: process.platform,
    home: homedir(),
    environment: process.env,
    applications: '/Applications',
    ollama: 'http://127.0.0.1:11434',
    lmstudio: 'http://127.0.0.1:1234',
  };
}

const limits = { timeoutMs: 2_000, maxBytes: 8 * 1024 * 1024 };

/** Looks for Ollama and LM Studio: whether they are installed, whether they run, and with which models. */
export async function detectLocal(machine = thisMachine()): Promise<readonly LocalFound[]> {
  const [hasOllama, ollama, app, studio] = await Promise.all([
    hasExecutable('ollama', machine),
    listed(`${machine.ollama}/api/tags`),
    studioApp(machine),
    listed(`${machine.lmstudio}/v1/models`),
  ]);
  return [
    {
      provider: 'ollama',
      name: 'Ollama',
      installed: hasOllama || ollama !== undefined,
      running: ollama !== undefined,
      baseUrl: 'http://localhost:11434/v1',
      models: [...(ollama ?? [])],
      looked: [
        { at: 'ollama', found: hasOllama },
        { at: `${machine.ollama}/api/tags`, found: ollama !== undefined },
      ],
    },
    {
      provider: 'lmstudio',
      name: 'LM Studio',
      installed: app !== undefined || studio !== undefined,
      running: studio !== undefined,
      baseUrl: 'http://localhost:1234/v1',
      models: [...(studio ?? [])],
      looked: [
        {
          at:
            app ??
            studioFolders(machine)
              .map(([folder]) => folder)
              .join(delimiter),
          found: app !== undefined,
        },
        { at: `${machine.lmstudio}/v1/models`, found: studio !== undefined },
      ],
    },
  ];
}

async function listed(address: string): Promise<readonly OwnModel[] | undefined> {
  try {
    const { status, body } = await ask(address, limits);
    if (status < 200 || status > 299) return undefined;
    return modelsIn(JSON.parse(body.toString('utf8')))?.map(({ id, name }) => (name === undefined ? { id } : { id, name }));
  } catch {
    // Another server listens there, or none.
    return undefined;
  }
}

async function hasExecutable(name: string, { platform, environment }: Machine): Promise<boolean> {
  const [program, ...args] = platform === 'win32' ? ['where', name] : ['/bin/sh', '-c', 'command -v "$1"', 'sh', name];
  const { timeoutMs: limitMs, maxBytes } = limits;
  return (await runProgram(program as string, args, { env: environment, limitMs, maxBytes })).code === 0;
}

/** The path of LM Studio's app, if it is in one of the usual folders. */
async function studioApp(machine: Machine): Promise<string | undefined> {
  for (const [folder, name] of studioFolders(machine)) {
    const names = await readdir(folder).catch(() => []);
    const found = names.find(one => name.test(one));
    if (found !== undefined) return join(folder, found);
  }
  return undefined;
}

function studioFolders({ platform, home, environment, applications }: Machine): readonly (readonly [folder: string, name: RegExp])[] {
  if (platform === 'darwin') return [applications, join(home, 'Applications')].map(folder => [folder, /^LM Studio\.app$/i] as const);
  if (platform === 'win32') return [[join(environment.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'Programs'), /^LM[ -]?Studio$/i]];
  const usual = ['Applications', 'AppImages', '.local/share/applications', '.local/bin', 'bin', 'apps'].map(one => join(home, one));
  return [home, ...usual].map(folder => [folder, /^(?:LM[ _-]?Studio.*|\.lmstudio)$/i] as const);
}
