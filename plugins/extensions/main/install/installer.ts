import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, type ExtensionContext, type ExtensionStatus, Extensions, isAppError } from '@atelier/kernel';
import type { NamedTool, Offer, Rights } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import type { NpmPaths } from '../npm.ts';
import type { Panel } from '../panel.ts';
import { record, text } from '../registry/packument.ts';
import type { Registries } from '../registry/registries.ts';
import type { Supply } from '../supply/supply.ts';
import { fetchPackage, unpackPackage } from './build.ts';
import type { Source } from './dependencies.ts';
import { asksMore, differenceOf } from './difference.ts';
import { attestationOf, packageFolder, type Store, type VersionRecord } from './store.ts';

/** What an install uses. */
export interface InstallServices {
  readonly registries: Registries;
  readonly supply: Supply;
  readonly npm: NpmPaths;
  readonly store: Store;
  readonly panel: Panel;
}

/** An offer that was not answered yet, and its version. */
interface PendingOffer {
  readonly id: string;
  readonly version: string;
  /** The installed version when the offer was made, which its difference is relative to. */
  readonly from: string | undefined;
  readonly displayName: string | undefined;
  readonly record: VersionRecord;
  readonly programs: number;
  readonly breaks: readonly string[];
  /** The folder of the version. A stored version is not deleted when the offer is declined. */
  readonly folder: string;
  readonly isStored: boolean;
  /** Undefined for a stored version, which is never held back for its age. */
  readonly publishedAt: number | undefined;
}

/** Downloads versions into the store, and installs them from there. Operations on one extension run one after the other. */
export class Installer {
  readonly #ctx: ExtensionContext;
  readonly #services: InstallServices;
  readonly #pending = new Map<string, PendingOffer>();
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(ctx: ExtensionContext, services: InstallServices) {
    this.#ctx = ctx;
    this.#services = services;
  }

  /** Downloads and verifies a version. No code of it runs before `install`. */
  offer(id: string, version: string | undefined, registry: string | undefined): Promise<Offer> {
    return this.#enqueue(id, 'offer', async () => {
      await this.#declineAll(id);
      const pending = await this.#prepare(id, version, registry);
      const ticket = randomUUID();
      this.#pending.set(ticket, pending);
      return this.#offerOf(ticket, pending);
    });
  }

  /**
   * Installs an offered version and returns what replaced what. The previous version runs until the new one has started. `read` names
   * the tools whose texts the person has seen; `early` installs a version that is held back for its age.
   */
  install(
    ticket: string,
    rights: Rights,
    { read = [], early = false }: { readonly read?: readonly string[] | undefined; readonly early?: boolean | undefined } = {},
  ): Promise<Pick<PendingOffer, 'id' | 'version' | 'from'>> {
    const id = this.#pending.get(ticket)?.id;
    if (id === undefined) return Promise.reject(errors['extensions/offer-gone']({}));
    return this.#enqueue(id, 'install', async () => {
      const pending = this.#pending.get(ticket);
      const current = this.#services.store.find(id);
      if (pending === undefined || current?.record.version !== pending.from) throw errors['extensions/offer-gone']({});
      const until = this.#heldUntil(pending);
      if (until !== undefined && !early) throw errors['extensions/too-new']({ id, version: pending.version, until: dayOf(until) });
      // The block list may have changed since the offer was made.
      this.#services.supply.refuseBlocked(id, pending.version);
      this.#pending.delete(ticket);
      const tools = this.#toolsOf(pending).filter(({ name }) => read.includes(name) && rights.tools?.includes(name));
      await this.#activate(pending, rights);
      if (tools.length > 0) await this.#approve(id, tools);
      return pending;
    });
  }

  async decline(ticket: string): Promise<{ readonly id: string; readonly version: string } | undefined> {
    const pending = this.#pending.get(ticket);
    if (pending === undefined) return undefined;
    this.#pending.delete(ticket);
    if (!pending.isStored) await this.#services.store.discard(pending.folder);
    return pending;
  }

  remove(id: string, data: 'keep' | 'delete'): Promise<void> {
    return this.#enqueue(id, 'remove', async () => {
      if (this.#services.store.find(id) === undefined) throw errors['extensions/not-installed']({ id });
      await this.#declineAll(id);
      await this.#ctx.get(Extensions).forget(id, data);
      await this.#services.store.prune();
      this.#services.panel.changed();
    });
  }

  /** Declines all pending offers. */
  async close(): Promise<void> {
    for (const ticket of [...this.#pending.keys()]) await this.decline(ticket);
  }

  async #prepare(id: string, version: string | undefined, registry: string | undefined): Promise<PendingOffer> {
    const { store, supply, panel, registries, npm } = this.#services;
    const { log, signal } = this.#ctx;
    const current = store.find(id);
    const from = current?.record.version;
    await supply.readPolicy();
    if (current === undefined && !scopedName.test(id)) throw errors['extensions/name-unfit']({ id });
    const previous = store.previous(id);
    // Rolling back to the stored previous version needs no network.
    if (previous !== undefined && previous.record.version === version) {
      supply.refuseBlocked(id, version);
      const { breaks } = await this.#examine(id, version, manifestIn(join(previous.folder, packageFolder)));
      log.info(`${id} ${version} is still here, to go back to.`);
      const { record, folder } = previous;
      return { id, version, from, record, breaks, folder, isStored: true, publishedAt: undefined, programs: 0, displayName: undefined };
    }
    panel.step(id, 'asking');
    const { packument, ...located } = await registries.locate(id, current?.record.registry ?? registry, signal);
    const source: Source = { ...located, scopes: await registries.scopes(), npm, signal };
    const wanted = version ?? supply.choose(packument, from) ?? packument.latest;
    const facts = wanted === undefined ? undefined : packument.facts(wanted);
    if (facts === undefined) throw errors['extensions/version-gone']({ id, version: version ?? 'latest', registry: source.registry.name });
    if (facts.manifest.atelier === undefined) throw errors['extensions/not-an-extension']({ id, version: facts.version });
    supply.refuseBlocked(id, facts.version);
    const provenance = await supply.verify(source.registry, facts, source.signal);
    supply.refuseWeakProvenance(source.registry, facts, provenance, current?.record);
    await this.#examine(id, facts.version, facts.manifest);
    const fetched = await fetchPackage(facts, source, panel);
    const { breaks } = await this.#examine(id, facts.version, fetched.manifest);
    const folder = await store.stage();
    try {
      const { record: unpacked, programs } = await unpackPackage(fetched, source, folder, panel);
      supply.refuseBlockedInside(unpacked);
      const publishedAt = supply.publishedAt(id, facts.version, facts.date);
      const title = text(record(fetched.manifest.atelier).displayName);
      const displayName = title?.startsWith('%') ? undefined : title;
      const complete = { ...unpacked, ...provenance };
      return { id, version: facts.version, from, record: complete, breaks, folder, isStored: false, publishedAt, programs, displayName };
    } catch (error) {
      await store.discard(folder).catch(() => undefined);
      throw error;
    }
  }

  async #activate(pending: PendingOffer, rights: Rights): Promise<void> {
    const { store, panel } = this.#services;
    const { id, version, from } = pending;
    panel.step(id, 'starting');
    const stored = pending.isStored ? await store.prepareRollback(pending.folder) : await store.commit(pending.folder, pending.record);
    try {
      await this.#ctx.get(Extensions).adopt(join(stored.folder, packageFolder), rights);
    } catch (error) {
      await store.prune();
      if (from === undefined) throw cannotRun(id, version, error);
      const message = (locale: 'en' | 'fr') =>
        errors['extensions/rolled-back']({ id, version, old: from, reason: whyNotStarted(error, locale) });
      throw bilingual('extensions/rolled-back', message, error, { id, version, old: from });
    }
    await store.prune();
    this.#ctx.log.info(`${id} ${version} is in place.`, { registry: pending.record.registryUrl, integrity: pending.record.integrity });
    panel.step(id, 'done');
    panel.changed();
  }

  /** Records that the person has read and granted these tools. */
  async #approve(id: string, tools: readonly NamedTool[]): Promise<void> {
    // Imported here because the package of an optional plugin may be missing.
    const { Agent } = await import('@atelier/agent/contract');
    await this.#ctx.find(Agent)?.approveTools(id, tools);
  }

  async #examine(id: string, version: string, manifest: unknown) {
    try {
      return await this.#ctx.get(Extensions).examine(manifest);
    } catch (error) {
      throw cannotRun(id, version, error);
    }
  }

  async #offerOf(ticket: string, pending: PendingOffer): Promise<Offer> {
    const { record, programs, displayName, from, breaks } = pending;
    const current = this.#services.store.find(record.id)?.record;
    const difference = differenceOf(record, current);
    const statuses = await this.#ctx.get(Extensions).list();
    const granted = statuses.find(({ id, bundled }) => id === record.id && !bundled)?.granted ?? {};
    const { publisher, date } = record;
    const until = this.#heldUntil(pending);
    const alike = current === undefined ? this.#alike(pending, statuses) : undefined;
    return {
      ticket,
      id: record.id,
      version: record.version,
      registry: record.registryName,
      asks: record.asks,
      granted: granted as Rights,
      requires: [...record.requires],
      packages: [...record.packages],
      difference,
      asksMore: asksMore(difference),
      tools: this.#toolsOf(pending),
      breaks: [...breaks],
      bytes: record.bytes,
      files: record.files,
      programs,
      integrity: record.integrity,
      attestation: attestationOf(record),
      signature: record.signature ?? { state: 'none' },
      ...(until !== undefined && { heldUntil: new Date(until).toISOString() }),
      ...(alike !== undefined && { alike }),
      ...(from !== undefined && { installed: from }),
      ...(publisher !== undefined && { publisher }),
      ...(date !== undefined && { date }),
      ...(displayName !== undefined && { displayName }),
    };
  }

  #heldUntil({ publishedAt }: PendingOffer): number | undefined {
    return publishedAt === undefined ? undefined : this.#services.supply.heldUntil(publishedAt);
  }

  #alike({ id, displayName: title, record: { publisher } }: PendingOffer, statuses: readonly ExtensionStatus[]) {
    const { store, supply } = this.#services;
    return supply.alike({ id, title, publisher }, statuses, other => store.find(other)?.record.publisher);
  }

  #toolsOf({ folder, record }: PendingOffer): NamedTool[] {
    return toolsIn(manifestIn(join(folder, packageFolder)), record.asks.tools ?? []);
  }

  async #declineAll(id: string): Promise<void> {
    for (const [ticket, pending] of [...this.#pending]) if (pending.id === id) await this.decline(ticket);
  }

  async #enqueue<T>(id: string, what: string, work: () => Promise<T>): Promise<T> {
    const previous = this.#queues.get(id) ?? Promise.resolve();
    const result = previous.catch(() => undefined).then(work);
    this.#queues.set(id, result);
    try {
      return await result;
    } catch (error) {
      const reported = diskError(id, error);
      this.#services.panel.failed(id, what, reported);
      throw reported;
    } finally {
      if (this.#queues.get(id) === result) this.#queues.delete(id);
    }
  }
}

const scopedName = /^@[a-z0-9]+(?:-[a-z0-9]+)*\/[a-z0-9]+(?:-[a-z0-9]+)*$/;

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function manifestIn(folder: string): unknown {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function cannotRun(id: string, version: string, error: unknown): unknown {
  if (!isAppError(error)) return error;
  return bilingual('extensions/cannot-run', locale => errors['extensions/cannot-run']({ id, version, reason: error.in(locale) }), error);
}

/** The reason alone, because the message already says that the version did not start. */
function whyNotStarted(error: unknown, locale: 'en' | 'fr'): string {
  if (!isAppError(error)) return String(error);
  return error.code === 'extension/activation-failed' ? String(error.details.reason) : error.in(locale);
}

/** An error that embeds another error's message, in each language. */
function bilingual(code: string, make: (locale: 'en' | 'fr') => AppError, cause: unknown, details = {}): AppError {
  const plain = (locale: 'en' | 'fr') => make(locale).in(locale).replaceAll('{', '{{');
  return new AppError(code, { en: plain('en'), fr: plain('fr') }, details, cause);
}

function diskError(id: string, error: unknown): unknown {
  if (isAppError(error)) return error;
  const { code = '', message = String(error) } = (error ?? {}) as { code?: string; message?: string };
  if (code === 'ENOSPC' || code === 'EDQUOT') return errors['extensions/disk-full']({ id }, error);
  return errors['extensions/disk-failed']({ id, reason: code || message }, error);
}

const toolsPoint = '@atelier/agent:tools@1';

/** The tools that a manifest contributes and asks the right for, with all texts that a model would read. */
function toolsIn(manifest: unknown, asked: readonly string[]): NamedTool[] {
  const contributed = record(record(record(manifest).atelier).contributes)[toolsPoint];
  if (!Array.isArray(contributed)) return [];
  return contributed.flatMap(value => {
    const { name, description, parameters, snippet, guidelines } = record(value);
    if (typeof name !== 'string' || !asked.includes(name) || typeof description !== 'string') return [];
    const words = {
      description,
      parameters: record(parameters),
      ...(typeof snippet === 'string' && { snippet }),
      ...(Array.isArray(guidelines) && { guidelines: guidelines.map(String) }),
    };
    return [{ name, words }];
  });
}
