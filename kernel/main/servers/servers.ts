import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locale, ServerStatus } from '@atelier/kernel';
import { effectiveRights } from '../context/rights.ts';
import type { Core } from '../core.ts';
import { slowDown } from '../costs/slow-down.ts';
import { makeDataFolder } from '../data-places.ts';
import { serverErrors } from '../errors/server.ts';
import type { Resident } from '../resident.ts';
import type { Server } from './server.ts';
import type { ServerPolicy } from './server-policy.ts';

const ending = '.server';

/** The servers of all extensions: each runs while its extension does, where the person allows it. */
export class Servers {
  readonly #core: () => Core;
  readonly #policy: Partial<ServerPolicy>;
  readonly #changed: (id: string) => void;
  readonly #running = new Map<string, ReadonlyMap<string, Server>>();
  readonly #making = new Map<string, Promise<ReadonlyMap<string, Server>>>();
  readonly #slowed = new Map<string, readonly (() => void)[]>();

  constructor(core: () => Core, policy: Partial<ServerPolicy>, changed: (id: string) => void) {
    this.#core = core;
    this.#policy = policy;
    this.#changed = changed;
  }

  /** Its extension is awake: those that are allowed start. */
  async begin(resident: Resident): Promise<void> {
    const { id, atelier } = resident.found;
    if (!atelier.servers?.length) return;
    // Whoever asks meanwhile waits for the same ones; those that are ended before they are made never begin.
    if (!this.#running.has(id) && !this.#making.has(id)) this.#making.set(id, this.#made(resident));
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

  /** Brings them to what the person allows now. */
  reconcile(id: string): void {
    const resident = this.#core().residents.get(id);
    if (resident === undefined) return;
    const may = this.#allowed(resident);
    for (const [name, server] of this.#running.get(id) ?? []) {
      if (may.has(name)) server.begin();
      // Allowed again while it was ending, it begins anew.
      else if (server.state !== 'off') void server.end().then(() => this.reconcile(id));
    }
  }

  async end(id: string): Promise<void> {
    const servers = this.#running.get(id);
    this.#making.delete(id);
    this.#running.delete(id);
    this.slow(id, false);
    if (servers) await Promise.all([...servers.values()].map(server => server.end()));
  }

  /** Leaves them a part of the processor, or all of it again. */
  slow(id: string, isSlow: boolean): void {
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
    const resident = this.#core().residents.get(id);
    const may = resident === undefined ? new Set<string>() : this.#allowed(resident);
    return (resident?.found.atelier.servers ?? []).map(({ id: name }) => {
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

  /** The name of the server that an address means; undefined for every other address. */
  nameIn(address: string): string | undefined {
    const url = URL.parse(address);
    return url?.protocol === 'http:' && url.hostname.endsWith(ending) ? url.hostname.slice(0, -ending.length) : undefined;
  }

  /** Where a server of the extension listens, once it is ready. */
  async socketOf(id: string, name: string): Promise<string> {
    const resident = this.#core().residents.get(id);
    if (resident === undefined || !this.#declares(id, name)) throw serverErrors['server/unknown']({ id, server: name });
    if (!this.#allowed(resident).has(name)) throw serverErrors['server/not-granted']({ id, server: name });
    await this.begin(resident);
    const server = this.#running.get(id)?.get(name);
    if (server === undefined) throw serverErrors['server/not-running']({ id, server: name });
    return await server.socket();
  }

  #declares(id: string, name: string): boolean {
    return (
      this.#core()
        .residents.get(id)
        ?.found.atelier.servers?.some(one => one.id === name) === true
    );
  }

  #allowed(resident: Resident): ReadonlySet<string> {
    return new Set(effectiveRights(resident, this.#core().choices.granted(resident.found.id)).servers ?? []);
  }

  async #made({ found: { id, folder, atelier } }: Resident): Promise<ReadonlyMap<string, Server>> {
    const core = this.#core();
    // On demand: a start without servers pays for none of this.
    const [{ Server: Kept }, { startServerProcess }, { ordinaryServerPolicy }, { osSandbox }, { ordinaryLimits }] = await Promise.all([
      import('./server.ts'),
      import('./server-process.ts'),
      import('./server-policy.ts'),
      import('../isolate/os-sandbox.ts'),
      import('../isolate/isolate-limits.ts'),
    ]);
    const log = core.log.for(id);
    const dataFolder = makeDataFolder(core, id);
    const make = (declared: NonNullable<typeof atelier.servers>[number]): Server =>
      new Kept({
        id,
        declared,
        policy: { ...ordinaryServerPolicy, ...this.#policy },
        log,
        changed: () => this.#changed(id),
        start: printed =>
          startServerProcess({
            id,
            node: core.host.node,
            main: join(folder, declared.main),
            args: declared.args ?? [],
            packageFolder: folder,
            dataFolder,
            // A socket's path may have about a hundred bytes, and a profile may lie deep.
            temp: tmpdir(),
            sandbox: osSandbox(),
            limits: ordinaryLimits,
            meter: core.meter,
            log,
            printed,
          }),
      });
    return new Map((atelier.servers ?? []).map(declared => [declared.id, make(declared)]));
  }
}
