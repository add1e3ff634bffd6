import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { LocalFound, OwnModel } from '../contract/index.ts';
import { ask } from './http/local-http.ts';
import { modelsIn } from './model-lists.ts';

/** The machine as detection sees it; a test gives another one. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly applications: string;
  /** Where the two servers listen. */
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

const limits = { timeoutMs: 2_000, mostBytes: 8 * 1024 * 1024 };

/** Looks for Ollama and LM Studio: whether they are installed, whether they run, and with which models. */
export async function detectLocal(machine = thisMachine()): Promise<readonly LocalFound[]> {
  const [hasOllama, ollama, hasStudio, studio] = await Promise.all([
    hasExecutable('ollama', machine),
    listed(`${machine.ollama}/api/tags`),
    hasStudioApp(machine),
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
    },
    {
      provider: 'lmstudio',
      name: 'LM Studio',
      installed: hasStudio || studio !== undefined,
      running: studio !== undefined,
      baseUrl: 'http://localhost:1234/v1',
      models: [...(studio ?? [])],
    },
  ];
}

async function listed(address: string): Promise<readonly OwnModel[] | undefined> {
  try {
    const { status, body } = await ask(address, limits);
    if (status < 200 || status > 299) return undefined;
    return modelsIn(JSON.parse(body.toString('utf8')))?.map(({ id, name }) => (name === undefined ? { id } : { id, name }));
  } catch {
    // Whatever listens there is not the server we look for.
    return undefined;
  }
}

async function hasExecutable(name: string, { platform, environment }: Machine): Promise<boolean> {
  const [program, ...args] = platform === 'win32' ? ['where', name] : ['/bin/sh', '-c', 'command -v "$1"', 'sh', name];
  const child = spawn(program as string, args, { env: environment, stdio: 'ignore', timeout: limits.timeoutMs, windowsHide: true });
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return code === 0;
  } catch {
    return false;
  }
}

async function hasStudioApp({ platform, home, environment, applications }: Machine): Promise<boolean> {
  const places: readonly (readonly [folder: string, name: RegExp])[] =
    platform === 'darwin'
      ? [
          [applications, /^LM Studio\.app$/i],
          [join(home, 'Applications'), /^LM Studio\.app$/i],
        ]
      : platform === 'win32'
        ? [[join(environment.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'Programs'), /^LM[ -]?Studio$/i]]
        : [
            home,
            ...['Applications', 'AppImages', '.local/share/applications', '.local/bin', 'bin', 'apps'].map(one => join(home, one)),
          ].map(folder => [folder, /^(?:LM[ _-]?Studio.*|\.lmstudio)$/i] as const);
  for (const [folder, name] of places) {
    const names = await readdir(folder).catch(() => []);
    if (names.some(one => name.test(one))) return true;
  }
  return false;
}
