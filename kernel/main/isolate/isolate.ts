import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Duplex } from 'node:stream';
import type { ExtensionBudget, ExtensionContext, Log } from '@atelier/kernel';
import { type Child, startProgram } from '../../children/programs.ts';
import { type BudgetResource, throttled } from '../costs/budget.ts';
import type { Meter } from '../costs/meter.ts';
import { slowDown } from '../costs/slow-down.ts';
import { extensionErrors } from '../errors/extension.ts';
import { isolateErrors } from '../errors/isolate.ts';
import { resourceNames } from '../errors/resource-names.ts';
import type { Declared } from '../manifest/declared.ts';
import { bareReasonOf, reasonOf } from '../reason.ts';
import { afterRunning } from '../running-timer.ts';
import { makePrivateFolder } from '../storage/atomic-write.ts';
import type { StorageBudget } from '../storage/driver-errors.ts';
import type { HandedOver } from './child/wire.ts';
import { contractsOf } from './contracts.ts';
import { bareCommand, extensionCommand } from './isolate-command.ts';
import { type AccessibleState, isolateVerbs } from './isolate-context.ts';
import { type ExitReason, type IsolateExit, isolateExit } from './isolate-exit.ts';
import type { IsolateLimits } from './isolate-limits.ts';
import { readLines } from './isolate-lines.ts';
import { captureOutput } from './isolate-output.ts';
import { isolatePeer, type Peer } from './isolate-peer.ts';
import { programOf, urlOf } from './isolate-program.ts';
import { type StoreEvents, startStores } from './isolate-stores.ts';
import type { OsSandbox } from './os-sandbox.ts';
import { packagesAbove } from './own-packages.ts';

/** The parts to run one extension in a process of its own. */
export interface IsolateOptions {
  readonly declared: Declared;
  /** Absolute path of the extension's main file, inside `packageFolder`. */
  readonly main: string;
  readonly packageFolder: string;
  /** The extension's own folder, the only one it may write to. Its database must not lie in it. */
  readonly dataFolder: string;
  /** The folders of the extensions that it declared, by id; it may import what they export. */
  readonly packages: ReadonlyMap<string, string>;
  /** What of the profile its context answers with; nothing where it is left out. */
  readonly handed?: HandedOver;
  readonly databaseFile: string;
  readonly backupsFolder: string;
  /** The path of a Node 24 without Electron. */
  readonly node: string;
  /** The extension's real context: every request of the child is performed, or refused, by it. */
  readonly ctx: ExtensionContext;
  readonly accessible: AccessibleState;
  readonly limits: IsolateLimits;
  readonly meter: Meter;
  readonly log: Log;
  readonly storeEvents: StoreEvents;
  /** What its database may take on the disk. */
  readonly storageBudget?: () => StorageBudget | undefined;
  /** The result of `osSandbox()`; with undefined it runs with permission flags alone. */
  readonly sandbox: OsSandbox | undefined;
  /** A plugin that comes with the app: it may also import what only those do. */
  readonly bundled?: boolean;
  /** False for bundled plugins in tests of the API: a process without restrictions. */
  readonly isRestricted?: boolean;
}

/** One extension running in a process of its own. */
export interface Isolated {
  readonly pid: number;
  readonly sandbox: 'sandbox' | 'permissions';
  readonly exited: Promise<IsolateExit>;
  /** Asks it to end, waits for a bounded time, then kills it. Close its Scope first: cleanups run in the child. */
  stop(): Promise<void>;
  /** Kills it now. */
  kill(): void;
  /** Reduces its processor time and message rate, or restores them. */
  setSlow(isSlow: boolean): void;
  /** Ends it because it used too much of these resources. */
  endForBudget(over: readonly BudgetResource[], budget: ExtensionBudget): void;
}

const entry = new URL('./isolate-child.ts', import.meta.url);
const nothingHanded: HandedOver = { rows: {}, openToTools: [] };
const stores = 3;
const wakeFd = 4;
const storeFds = Array.from({ length: stores }, (_, index) => wakeFd + 1 + index);

/** Starts an extension's main side; resolves once its `activate` has finished, rejects with the reason if it did not. */
export async function startIsolated(options: IsolateOptions): Promise<Isolated> {
  const { declared, ctx, accessible, limits, meter, log, sandbox } = options;
  const { id, version } = declared;
  const began = performance.now();
  const folders = foldersOf(options);
  const program = programOf(entry, contractsOf(options.packages), options.bundled);
  const child = spawnChild(options, folders);
  const [input, out, problems, protocol, wake, ...sockets] = child.stdio as [Duplex, Duplex, Duplex, Duplex, Duplex, ...Duplex[]];
  const active = Promise.withResolvers<void>();
  const exited = Promise.withResolvers<IsolateExit>();
  const pid = child.pid ?? 0;
  let reason: ExitReason | undefined;
  let detail = '';
  let over: ReturnType<typeof resourceNames> | undefined;
  let release: (() => void) | undefined;
  let heartbeat: NodeJS.Timeout | undefined;
  let broken = 0;

  if (pid) meter.runs(id, pid);
  captureOutput(out, 'info', log, limits);
  const complained = captureOutput(problems, 'warn', log, limits);
  const storing = startStores(
    {
      id,
      node: options.node,
      file: options.databaseFile,
      backups: options.backupsFolder,
      sandbox,
      limits,
      meter,
      log,
      storeEvents: options.storeEvents,
      ...(options.storageBudget && { budget: options.storageBudget }),
    },
    wake,
    sockets,
  );

  const peer: Peer = isolatePeer(
    id,
    protocol,
    isolateVerbs(ctx, () => peer, limits),
    {
      onActive: () => active.resolve(),
      onFailed: error => {
        active.reject(error);
        end('activation-failed', error.message);
      },
      onNothingToActivate() {
        active.reject(extensionErrors['extension/no-activate']({ id, version, file: declared.main }));
        end('activation-failed');
      },
      onBroken: what => {
        broken += 1;
        if (broken > limits.brokenLines) end('protocol', what);
      },
      onHung: () => end('hung'),
      onBytes: bytes => meter.moved(id, bytes),
    },
    limits,
  );
  const lines = readLines(
    protocol,
    { ...limits, perSecond: limits.messagesPerSecond, burst: limits.messageBurst },
    {
      onLine: line => peer.receive(line),
      onBytes: bytes => meter.moved(id, bytes),
      onTooLong: () => end('protocol', `a line of more than ${limits.lineBytes} bytes`),
      onFlood: () => end('flood'),
    },
  );

  function end(why: ExitReason, what = ''): void {
    if (reason !== undefined && reason !== 'stopped') return;
    reason = why;
    detail = what;
    kill();
  }
  function setSlow(isSlow: boolean): void {
    release?.();
    release = isSlow && pid ? slowDown(pid) : undefined;
    lines.slow(isSlow ? throttled.eventsPerSecond : undefined);
  }
  function kill(): void {
    release?.();
    release = undefined;
    reason ??= 'stopped';
    if (pid) meter.ends(id, pid);
    lines.stop();
    storing.kill();
    child.kill('SIGKILL');
  }

  const activated = afterRunning(limits.activationMs, () => end('activation-timeout'));
  const watching = accessible.watch(change => {
    if ('tokens' in change) peer.send({ k: 'tokens', tokens: change.tokens });
    else peer.send({ k: 'point', key: change.point, items: change.items, added: change.added, removed: change.removed });
  });
  const abort = () => peer.send({ k: 'abort' });
  ctx.signal.addEventListener('abort', abort, { once: true });

  function ended(code: number | null, signal: string | null, failure?: Error): void {
    clearInterval(heartbeat);
    activated();
    release?.();
    ctx.signal.removeEventListener('abort', abort);
    void watching.dispose();
    lines.stop();
    peer.close();
    protocol.destroy();
    if (pid) meter.ends(id, pid);
    const why = reason ?? (outOfMemory.test(complained.last()) ? 'memory' : 'crashed');
    const exit = isolateExit(declared, { code, signal, reason: why, detail, ...(over && { over }) }, limits);
    // A throw in `activate` is an answer, not a crash.
    if (why !== 'stopped' && why !== 'activation-failed') meter.crashed(id);
    const error = failure
      ? isolateErrors['extension/node-not-found']({ id, node: options.node, reason: failure.message }, failure)
      : exit.error;
    active.reject(error ?? isolateErrors['extension/gone']({ id, what: 'activate' }));
    void storing.end().then(() => exited.resolve(exit));
  }
  void child.exited.then(async ({ code, signal, failure }) => {
    if (child.pid === undefined) return ended(null, null, failure);
    // Its last output shows whether it ran out of memory, and may arrive after its exit.
    await Promise.race([complained.over, lastOutput()]);
    ended(...signalled(code, signal));
  });

  input.end(program);
  peer.send({
    k: 'start',
    init: {
      declared,
      main: urlOf(join(folders.package, relative(options.packageFolder, options.main))),
      paths: { data: ctx.paths.data, assets: ctx.paths.assets },
      handed: options.handed ?? nothingHanded,
      tokens: accessible.tokens,
      points: accessible.points,
      lineBytes: limits.lineBytes,
      wakeFd,
      storeFds,
      storeMs: limits.storeMs,
    },
  });

  await active.promise;
  activated();
  heartbeat = setInterval(() => peer.check(performance.now()), limits.hangMs);
  heartbeat.unref();
  meter.started(id, performance.now() - began);
  return {
    pid,
    sandbox: sandbox ? 'sandbox' : 'permissions',
    exited: exited.promise,
    kill,
    setSlow,
    endForBudget(resources, budget) {
      over = resourceNames(resources, budget);
      end('budget');
    },
    async stop() {
      setSlow(false);
      reason ??= 'stopped';
      peer.send({ k: 'abort' });
      peer.send({ k: 'stop' });
      const bound = setTimeout(kill, limits.stopMs);
      await exited.promise;
      clearTimeout(bound);
    },
  };
}

const lastOutput = () => new Promise<void>(resolve => setTimeout(resolve, 250).unref());
const outOfMemory = /out of memory|Array buffer allocation failed/i;
const signals: Readonly<Record<number, string>> = { 134: 'SIGABRT', 137: 'SIGKILL', 139: 'SIGSEGV', 133: 'SIGTRAP' };

// The sandbox reports the signal that its program died of as a code, the way a shell does.
function signalled(code: number | null, signal: string | null): [number | null, string | null] {
  const died = code === null ? undefined : signals[code];
  return died === undefined ? [code, signal] : [null, died];
}

interface Folders {
  readonly package: string;
  readonly data: string;
}

/** Real paths: the sandbox contains only the bound folders, so a link to one would be broken inside. */
function foldersOf({ declared: { id, version }, packageFolder, dataFolder }: IsolateOptions): Folders {
  try {
    makePrivateFolder(dataFolder);
    return { package: realpathSync(packageFolder), data: realpathSync(dataFolder) };
  } catch (error) {
    throw extensionErrors['extension/activation-failed']({ id, version, reason: reasonOf(error) }, error);
  }
}

function spawnChild({ declared: { id }, node, sandbox, limits, bundled, isRestricted = true }: IsolateOptions, folders: Folders): Child {
  try {
    const packages = bundled === true ? packagesAbove(folders.package) : [];
    const { program, args, env, folder } = isRestricted
      ? extensionCommand(node, [folders.package, ...packages], folders.data, sandbox, limits)
      : bareCommand(node, folders.data);
    const pipes = Array.from({ length: wakeFd + 1 + stores }, () => 'pipe' as const);
    return startProgram(program, args, { env, cwd: folder, stdio: pipes });
  } catch (error) {
    throw isolateErrors['extension/node-not-found']({ id, node, reason: bareReasonOf(error) }, error);
  }
}
