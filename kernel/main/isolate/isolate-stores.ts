import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Duplex, Readable } from 'node:stream';
import type { Log } from '@atelier/kernel';
import { type Child, startProgram } from '../../children/programs.ts';
import type { Meter } from '../costs/meter.ts';
import { isolateErrors } from '../errors/isolate.ts';
import { bareReasonOf } from '../reason.ts';
import { makePrivateFolder } from '../storage/atomic-write.ts';
import type { StorageBudget } from '../storage/driver-errors.ts';
import type { Recovered } from '../storage/recover.ts';
import { storeCommand } from './isolate-command.ts';
import type { IsolateLimits } from './isolate-limits.ts';
import { programOf } from './isolate-program.ts';
import type { StoreOptions, StoreReport } from './isolate-store.ts';
import type { OsSandbox } from './os-sandbox.ts';
import { openCallCells } from './store-watch.ts';

/** Events of a database that the person is notified of. */
export interface StoreEvents {
  /** It had to be repaired to open it. */
  recovered(recovered: Recovered): void;
  /** The weekly check found this. */
  damaged(reason: string): void;
  /** It met a full disk. */
  full(): void;
  /** Its process has ended by itself, by this signal or with this code. */
  ended(how: string | number | null): void;
}

/** The parts to start a store with. */
export interface StoresOptions {
  readonly id: string;
  readonly node: string;
  readonly file: string;
  readonly backups: string;
  readonly sandbox: OsSandbox | undefined;
  readonly limits: IsolateLimits;
  readonly meter: Meter;
  readonly log: Log;
  readonly storeEvents: StoreEvents;
  /** What the database may take on the disk; read when a store starts. */
  readonly budget?: () => StorageBudget | undefined;
}

/** The stores of one extension. */
export interface Stores {
  /** After the extension has ended, its store closes the database and ends; waits for that for a bounded time. */
  end(): Promise<void>;
  kill(): void;
}

/** It makes a last backup of a database that changed. */
const closingMs = 5000;
const sourceFd = 3;
const entry = new URL('./isolate-store.ts', import.meta.url);

/**
 * Starts a store for each byte on `wake`, with the next of `sockets`, whose other ends the extension has. Only one store is
 * alive at a time; when all sockets are used up, the database stays closed.
 */
export function startStores(options: StoresOptions, wake: Readable, sockets: readonly Duplex[]): Stores {
  const waiting = [...sockets];
  let store: Child | undefined;
  let closed = false;

  function start(socket: Duplex): void {
    store?.kill('SIGKILL');
    try {
      const started = spawnStore(options, socket);
      store = started;
      void started.exited.then(({ code, signal }) => {
        if (!closed && store === started && code !== 0) options.storeEvents.ended(signal ?? code);
      });
    } catch (error) {
      // On a full or missing disk the extension finds its store closed; the kernel must not fail.
      options.log.error(`The store could not be started: ${bareReasonOf(error)}`);
    }
    // The store has this end now; with the kernel's copy left open, the extension would wait for a store that has ended.
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
      if (!last || last.hasEnded) return;
      const bound = setTimeout(() => last.kill('SIGKILL'), closingMs);
      await last.exited;
      clearTimeout(bound);
    },
    kill() {
      close();
      store?.kill('SIGKILL');
    },
  };
}

function spawnStore({ id, node, file, backups, sandbox, limits, meter, log, storeEvents, budget }: StoresOptions, socket: Duplex): Child {
  const allowed = budget?.();
  const settings: StoreOptions = {
    ...(allowed && { budget: allowed }),
    id,
    file,
    backups,
    answerBytes: limits.storeAnswerBytes,
    heapBytes: limits.storeHeapBytes,
  };
  makePrivateFolder(backups);
  const { program, args, env, folder } = storeCommand(node, [dirname(file), backups], JSON.stringify(settings), sandbox, limits);
  const cells = openCallCells();
  const store = startProgram(program, args, { env, cwd: folder, stdio: [socket, 'pipe', 'pipe', 'pipe', cells.fd] });
  cells.watch(limits.storeMs, () => {
    log.error(isolateErrors['storage/too-slow']({ id, seconds: limits.storeMs / 1000 }).message);
    store.kill('SIGKILL');
  });
  store.stdio[sourceFd]?.end(programOf(entry));
  createInterface({ input: store.stdout }).on('line', line => {
    const report = reportIn(line);
    if (!report) return;
    if ('moved' in report) meter.moved(id, report.moved);
    else if ('level' in report) log[report.level](report.text, report.fields);
    else if ('recovered' in report) storeEvents.recovered(report.recovered);
    else if ('full' in report) storeEvents.full();
    else storeEvents.damaged(report.damaged);
  });
  store.stderr.on('data', (text: Buffer) => log.warn(text.toString().trim()));
  if (store.pid) meter.runs(id, store.pid);
  void store.exited.then(({ failure }) => {
    if (failure) log.error(failure.message);
    cells.close();
    if (store.pid) meter.ends(id, store.pid);
  });
  return store;
}

/** A store that is killed while it writes leaves half a line. */
function reportIn(line: string): StoreReport | undefined {
  try {
    return JSON.parse(line) as StoreReport;
  } catch {
    return undefined;
  }
}
