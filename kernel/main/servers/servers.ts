import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locale, ServerStatus } from '@atelier/kernel';
import type { Host } from '@atelier/kernel/host';
import type { BlackBox } from '../black-box/black-box.ts';
import { effectiveRights } from '../context/rights.ts';
import type { Meter } from '../costs/meter.ts';
import { slowDown } from '../costs/slow-down.ts';
import { makeDataFolder } from '../data-paths.ts';
import type { Decisions } from '../decisions.ts';
import { serverErrors } from '../errors/server.ts';
import type { ExtensionRecord, KnownExtensions } from '../lifecycle/extension-records.ts';
import type { AppLog } from '../log/log.ts';
import type { Server } from './server.ts';
import type { ServerPolicy } from './server-policy.ts';

const ending = '.server';

export interface ServersParts {
  readonly host: Pick<Host, 'paths' | 'node'>;
  readonly extensions: KnownExtensions;
  readonly decisions: Decisions;
  readonly meter: Meter;
  readonly log: AppLog;
  readonly blackBox: Pick<BlackBox, 'ended'>;
}

/** The servers of all extensions: each runs while its extension does, if the person allows it. */
export class Servers {
  readonly #parts: ServersParts;
  readonly #policy: Partial<ServerPolicy>;
  readonly #changed: (id: string) => void;
  readonly #running = new Map<string, ReadonlyMap<string, Server>>();
  readonly #making = new Map<string, Promise<ReadonlyMap<string, Server>>>();
  readonly #slowed = new Map<string, readonly (() => void)[]>();

  constructor(parts: ServersParts, policy: Partial<ServerPolicy>, changed: (id: string) => void) {
    this.#parts = parts;
    this.#policy = policy;
    this.#changed = changed;
  }

  /** Called when its extension is awake: starts the allowed servers. */
  async begin(record: ExtensionRecord): Promise<void> {
    const { id, atelier } = record.found;
    if (!atelier.servers?.length) return;
    // Callers meanwhile wait for the same promise; servers that are stopped before they are made never start.
    if (!this.#running.has(id) && !this.#making.has(id)) this.#making.set(id, this.#made(record));
    const making = this.#making.get(id);
    const made = await making?.catch(error => {
      if (this.#making.get(id) === making) this.#making.delete(id);
      throw error;
    });
    if (made !== undefined && this.#making.get(id) === making) {
      this.#making.delete(id);
      this.#running.set(id, made);
    }
    this.reconcile(id);
  }

  /** Starts and stops servers by the current rights. */
  reconcile(id: string): void {
    const record = this.#parts.extensions.get(id);
    if (record === undefined) return;
    const may = this.#allowed(record);
    for (const [name, server] of this.#running.get(id) ?? []) {
      if (may.has(name)) server.begin();
      // It was allowed again while it was ending, so it starts again.
      else if (server.state !== 'off') void server.end().then(() => this.reconcile(id));
    }
  }

  async end(id: string): Promise<void> {
    const servers = this.#running.get(id);
    this.#making.delete(id);
    this.#running.delete(id);
    this.setSlow(id, false);
    if (servers) await Promise.all([...servers.values()].map(server => server.end()));
  }

  /** Reduces their processor time, or restores it. */
  setSlow(id: string, isSlow: boolean): void {
    for (const release of this.#slowed.get(id) ?? []) release();
    this.#slowed.delete(id);
    const pids = [...(this.#running.get(id)?.values() ?? [])].map(({ pid }) => pid).filter(pid => pid !== undefined);
    if (isSlow)
      this.#slowed.set(
        id,
        pids.map(pid => slowDown(pid)),
      );
  }

  async restart(id: string, name: string): Promise<void> {
    const server = this.#running.get(id)?.get(name);
    if (server === undefined) throw serverErrors[this.#declares(id, name) ? 'server/not-running' : 'server/unknown']({ id, server: name });
    await server.end();
    this.reconcile(id);
  }

  list(id: string, locale: Locale): readonly ServerStatus[] {
    const record = this.#parts.extensions.get(id);
    const may = record === undefined ? new Set<string>() : this.#allowed(record);
    return (record?.found.atelier.servers ?? []).map(({ id: name }) => {
      const server = this.#running.get(id)?.get(name);
      return {
        id: name,
        state: server?.state ?? 'off',
        allowed: may.has(name),
        restarts: server?.restarts ?? 0,
        ...(server?.problem && { problem: server.problem.toRecord(locale) }),
      };
    });
  }

  /** The name of the server in an address; undefined for every other address. */
  nameIn(address: string): string | undefined {
    const url = URL.parse(address);
    return url?.protocol === 'http:' && url.hostname.endsWith(ending) ? url.hostname.slice(0, -ending.length) : undefined;
  }

  /** The socket of a server of the extension, once it is ready. */
  async socketOf(id: string, name: string): Promise<string> {
    const record = this.#parts.extensions.get(id);
    if (record === undefined || !this.#declares(id, name)) throw serverErrors['server/unknown']({ id, server: name });
    if (!this.#allowed(record).has(name)) throw serverErrors['server/not-granted']({ id, server: name });
    await this.begin(record);
    const server = this.#running.get(id)?.get(name);
    if (server === undefined) throw serverErrors['server/not-running']({ id, server: name });
    return await server.socket();
  }

  #declares(id: string, name: string): boolean {
    return this.#parts.extensions.get(id)?.found.atelier.servers?.some(one => one.id === name) === true;
  }

  #allowed(record: ExtensionRecord): ReadonlySet<string> {
    return new Set(effectiveRights(record, this.#parts.decisions.granted(record.found.id)).servers ?? []);
  }

  async #made({ found: { id, folder, atelier } }: ExtensionRecord): Promise<ReadonlyMap<string, Server>> {
    const { host, meter, blackBox } = this.#parts;
    // Imported on demand: a start without servers does not load it.
    const [{ Server: Kept }, { startServerProcess }, { defaultServerPolicy }, { osSandbox }, { defaultLimits }] = await Promise.all([
      import('./server.ts'),
      import('./server-process.ts'),
      import('./server-policy.ts'),
      import('../isolate/os-sandbox.ts'),
      import('../isolate/isolate-limits.ts'),
    ]);
    const log = this.#parts.log.for(id);
    const dataFolder = makeDataFolder(this.#parts, id);
    const make = (declared: NonNullable<typeof atelier.servers>[number]): Server =>
      new Kept({
        id,
        declared,
        policy: { ...defaultServerPolicy, ...this.#policy },
        log,
        changed: () => this.#changed(id),
        ended: how => blackBox.ended(id, 'server', /^(?:signal|code) (\w+)$/.exec(how)?.[1] ?? null),
        start: printed =>
          startServerProcess({
            id,
            node: host.node,
            main: join(folder, declared.main),
            args: declared.args ?? [],
            packageFolder: folder,
            dataFolder,
            // A socket's path may have about a hundred bytes, and a profile's path may be long.
            temp: tmpdir(),
            sandbox: osSandbox(),
            limits: defaultLimits,
            meter,
            log,
            printed,
          }),
      });
    return new Map((atelier.servers ?? []).map(declared => [declared.id, make(declared)]));
  }
}
