import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { RegistryOptions } from './config.ts';
import { addUser } from './users.ts';

const program = fileURLToPath(new URL('./serve.ts', import.meta.url));

/** A registry that runs in a process of its own until it is stopped; `await using` stops it. */
export interface Registry extends AsyncDisposable {
  /** Its address, which ends with a slash. */
  readonly url: string;
  readonly pid: number;
  readonly storage: string;
  /** Creates or signs in a user; resolves with a token for npm. */
  addUser(name: string, password: string): Promise<string>;
  /** Ends it and waits until it has ended. A second call waits too. */
  stop(): Promise<void>;
}

/** Starts the registry and resolves when it is ready. It ends when the process that started it ends, in any way. */
export async function startRegistry({
  storage,
  port = 0,
  uplink = false,
  stock = false,
}: Partial<RegistryOptions> & { storage: string }): Promise<Registry> {
  const args = ['--disable-warning=ExperimentalWarning', program, `--storage=${storage}`, `--port=${port}`, '--attached'];
  const child = spawn(process.execPath, [...args, ...(uplink ? ['--uplink'] : []), ...(stock ? ['--stock'] : [])], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const gone = once(child, 'exit');
  const first = await firstLine(child, gone);
  const { url, pid } = JSON.parse(first) as { url: string; pid: number };
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
  };
  return { url, pid, storage, addUser: (name, password) => addUser(url, name, password), stop, [Symbol.asyncDispose]: stop };
}

async function firstLine(child: ChildProcess, gone: Promise<readonly unknown[]>): Promise<string> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('The registry was started without pipes.');
  const said: string[] = [];
  stderr.setEncoding('utf8').on('data', (text: string) => said.push(text));
  const lines = createInterface({ input: stdout });
  const [line] = (await Promise.race([once(lines, 'line'), gone])) as readonly unknown[];
  lines.close();
  stdout.resume();
  if (typeof line === 'string' && line.startsWith('{')) return line;
  throw new Error(`The registry did not start. It said: ${said.join('').trim() || 'nothing'}`);
}
