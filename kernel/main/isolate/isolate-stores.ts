import { type ChildProcess, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Duplex, Readable } from 'node:stream';
import type { Log } from '@atelier/kernel';
import type { Meter } from '../costs/meter.ts';
import { isolateErrors } from '../errors/isolate.ts';
import { bareReasonOf } from '../reason.ts';
import { makePrivateFolder } from '../storage/atomic-write.ts';
import type { Recovered } from '../storage/recover.ts';
import { storeCommand } from './isolate-command.ts';
import type { IsolateLimits } from './isolate-limits.ts';
import { programOf } from './isolate-program.ts';
import type { StoreOptions, StoreReport } from './isolate-store.ts';
import type { OsSandbox } from './os-sandbox.ts';
import { openCallCells } from './store-watch.ts';

/** What the person should hear of a database. */
export interface StoreNews {
  /** It had to be repaired to open it. */
  recovered(recovered: Recovered): void;
  /** The weekly check found this. */
  damaged(reason: string): void;
}

/** What a store is started for. */
export interface StoresOptions {
  readonly id: string;
  readonly node: string;
  readonly file: string;
  readonly backups: string;
  readonly sandbox: OsSandbox | undefined;
  readonly limits: IsolateLimits;
  readonly meter: Meter;
  readonly log: Log;
  readonly told: StoreNews;
}

/** The stores of one extension. */
export interface Stores {
  /** Once the extension is gone its store closes the database and ends; it is waited for, for a bounded time. */
  end(): Promise<void>;
  kill(): void;
}

const closingMs = 1000;
const entry = new URL('./isolate-store.ts', import.meta.url);

/**
 * Starts a store each time `wake` brings a byte, and hands it the next of `sockets`, whose other ends the extension holds.
 * Only one is alive at a time; when all sockets are used up, the database stays closed.
 */
export function startStores(options: StoresOptions, wake: Readable, sockets: readonly Duplex[]): Stores {
  const waiting = [...sockets];
  let store: ChildProcess | undefined;
  let closed = false;

  function start(socket: Duplex): void {
    store?.kill('SIGKILL');
    try {
      store = spawnStore(options, socket);
    } catch (error) {
      // A full or missing disk is the extension's trouble, which finds its store closed, and not the kernel's end.
      options.log.error(`The store could not be started: ${bareReasonOf(error)}`);
    }
    // The store holds this end now; were ours left open, the extension would wait for a store that is gone.
    socket.destroy();
  }

  wake.on('data', () => {
    const socket = waiting.shift();
    if (socket && !closed) start(socket);
  });
  function close(): void {
    closed = true;
    for (const socket of waiting) socket.destroy();
  }
  return {
    async end() {
      close();
      const last = store;
      if (!last || last.exitCode !== null || last.signalCode !== null) return;
      const gone = new Promise(resolve => last.once('exit', resolve));
      const bound = setTimeout(() => last.kill('SIGKILL'), closingMs);
      await gone;
      clearTimeout(bound);
    },
    kill() {
      close();
      store?.kill('SIGKILL');
    },
  };
}

function spawnStore({ id, node, file, backups, sandbox, limits, meter, log, told }: StoresOptions, socket: Duplex): ChildProcess {
  const settings: StoreOptions = {
    id,
    file,
    backups,
    answerBytes: limits.storeAnswerBytes,
    heapBytes: limits.storeHeapBytes,
  };
  makePrivateFolder(backups);
  const { program, args, env, folder } = storeCommand(node, [dirname(file), backups], JSON.stringify(settings), sandbox, limits);
  const cells = openCallCells();
  const store = spawn(program, args, { env, cwd: folder, stdio: [socket, 'pipe', 'pipe', 'pipe', cells.fd] });
  cells.watch(limits.storeMs, () => {
    log.error(isolateErrors['storage/too-slow']({ id, seconds: limits.storeMs / 1000 }).message);
    store.kill('SIGKILL');
  });
  const [, said, problems, source] = store.stdio as unknown as [undefined, Readable, Readable, Duplex];
  source.on('error', () => undefined);
  source.end(programOf(entry));
  createInterface({ input: said }).on('line', line => {
    const report = reportIn(line);
    if (!report) return;
    if ('moved' in report) meter.moved(id, report.moved);
    else if ('level' in report) log[report.level](report.text, report.fields);
    else if ('recovered' in report) told.recovered(report.recovered);
    else told.damaged(report.damaged);
  });
  problems.on('data', (text: Buffer) => log.warn(text.toString().trim()));
  store.on('error', error => {
    log.error(error.message);
    // Without a process nothing exits.
    if (store.pid === undefined) cells.close();
  });
  if (store.pid) meter.runs(id, store.pid);
  store.on('exit', () => {
    cells.close();
    if (store.pid) meter.ends(id, store.pid);
  });
  return store;
}

/** A store that is ended while it speaks leaves half a line. */
function reportIn(line: string): StoreReport | undefined {
  try {
    return JSON.parse(line) as StoreReport;
  } catch {
    return undefined;
  }
}
