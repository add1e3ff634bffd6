import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type Child, startProgram } from '../children/programs.ts';
import { encodeFrames } from './encode.ts';
import { hostErrors } from './errors.ts';
import type { ForkOptions, Peer } from './host.ts';
import type { HostLog } from './host-log.ts';

const maxLineLength = 16 * 1024 * 1024;

/** Starts a Node process that speaks frames over its standard input and output, one JSON message per line. */
export async function forkPeer(node: string, entry: URL, options: ForkOptions, log: HostLog): Promise<Peer> {
  const child = startProgram(node, [...(options.nodeFlags ?? []), fileURLToPath(entry), ...(options.args ?? [])], {
    env: { ...options.env },
    cwd: options.cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  try {
    await child.started;
  } catch (cause) {
    throw hostErrors['host/fork-failed']({ entry: entry.pathname, why: (cause as Error).message }, cause);
  }
  return new ChildPeer(child, log);
}

class ChildPeer implements Peer {
  readonly id: string;
  readonly pid: number;
  readonly exited: Promise<{ code: number | null; signal: string | null }>;
  readonly #child: Child;
  readonly #log: HostLog;
  readonly #messageListeners = new Set<(message: unknown) => void>();
  readonly #closeListeners = new Set<() => void>();
  /** Messages that arrived before the first listener. */
  #early: unknown[] | undefined = [];
  #gone = false;

  constructor(child: Child, log: HostLog) {
    this.#child = child;
    this.#log = log;
    this.pid = child.pid ?? 0;
    this.id = `process-${this.pid}`;
    // Its pipes are closed after the last line was read; its process may have ended before.
    this.exited = child.closed.then(({ code, signal }) => {
      this.#gone = true;
      for (const listener of this.#closeListeners) listener();
      return { code, signal };
    });
    eachLine(
      child.stdout,
      line => this.#read(line),
      () => this.#tooLong(),
    );
    eachLine(
      child.stderr,
      line => log('info', line, { process: this.pid }),
      () => this.#tooLong(),
    );
  }

  get waiting(): number {
    return this.#child.stdin.writableLength;
  }

  send(frames: readonly object[]): void {
    if (this.#gone || !this.#child.stdin.writable || frames.length === 0) return;
    this.#child.stdin.write(`${encodeFrames(frames, this.id, error => this.#log('error', error.message, error.details))}\n`);
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#messageListeners.add(listener);
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const message of early) listener(message);
  }

  onClose(listener: () => void): void {
    if (this.#gone) listener();
    else this.#closeListeners.add(listener);
  }

  /** Closes its input, which asks it to exit; `kill` forces it. */
  close(why?: string): void {
    if (why !== undefined) this.#log('info', why, { process: this.pid });
    this.#child.stdin.end();
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #read(line: string): void {
    if (line === '') return;
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      // The child printed this line; it goes to the log and does not end the child.
      this.#log('info', line, { process: this.pid });
      return;
    }
    if (this.#early !== undefined) this.#early.push(message);
    else for (const listener of this.#messageListeners) listener(message);
  }

  #tooLong(): void {
    const error = hostErrors['link/too-large']({ link: this.id, limit: maxLineLength / 1024 / 1024 });
    this.#log('warn', error.message, error.details);
    this.kill();
  }
}

/** Like `readline`, but with a maximum line length, so that a child cannot fill the kernel's memory. */
function eachLine(stream: Readable, read: (line: string) => void, tooLong: () => void): void {
  let rest = '';
  let dropped = false;
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    if (dropped) return;
    const lines = chunk.split('\n');
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? '';
    for (const line of lines) read(line);
    if (rest.length <= maxLineLength) return;
    dropped = true;
    rest = '';
    tooLong();
  });
  stream.on('end', () => {
    if (!dropped && rest !== '') read(rest);
  });
}
