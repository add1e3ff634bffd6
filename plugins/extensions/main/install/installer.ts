import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, type ExtensionContext, type ExtensionStatus, Extensions, isAppError } from '@atelier/kernel';
import type { NamedTool, Offer, Rights } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import type { NpmPlaces } from '../npm.ts';
import type { Panel } from '../panel.ts';
import { record, text } from '../registry/packument.ts';
import type { Registries } from '../registry/registries.ts';
import type { Supply } from '../supply/supply.ts';
import { fetchPackage, unpackPackage } from './build.ts';
import type { Source } from './dependencies.ts';
import { asksMore, differenceOf } from './difference.ts';
import { attestationOf, packageName, type Store, type VersionRecord } from './store.ts';

/** What an install goes through, from a registry to a folder in use. */
export interface InstallRoute {
  readonly registries: Registries;
  readonly supply: Supply;
  readonly npm: NpmPlaces;
  readonly store: Store;
  readonly panel: Panel;
}

/** An offer that was not taken yet, and the version that waits for it. */
interface Waiting {
  readonly id: string;
  readonly version: string;
  /** The version that was in use when it was made: what was shown as a difference is one from that. */
  readonly from: string | undefined;
  readonly displayName: string | undefined;
  readonly record: VersionRecord;
  readonly programs: number;
  readonly breaks: readonly string[];
  /** Where it lies; a version of the store stays there when the offer is declined. */
  readonly folder: string;
  readonly isKept: boolean;
  /** When it came out; undefined for one that was here before. */
  readonly publishedAt: number | undefined;
}

/** Brings versions from registries into the store, and from the store into use. One extension is worked on by one at a time. */
export class Installer {
  readonly #ctx: ExtensionContext;
  readonly #route: InstallRoute;
  readonly #waiting = new Map<string, Waiting>();
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(ctx: ExtensionContext, route: InstallRoute) {
    this.#ctx = ctx;
    this.#route = route;
  }

  /** Fetches and checks a version; nothing of it runs before `install`. */
  offer(id: string, version: string | undefined, registry: string | undefined): Promise<Offer> {
    return this.#inTurn(id, 'offer', async () => {
      await this.#dropOffers(id);
      const waiting = await this.#prepare(id, version, registry);
      const ticket = randomUUID();
      this.#waiting.set(ticket, waiting);
      return this.#shown(ticket, waiting);
    });
  }

  /**
   * Puts what was offered in place, and answers what came in the place of what. The version before goes on until the new one has
   * started. Of the tools in `read` the person saw what they tell the model; `early` takes what is held for being new.
   */
  install(
    ticket: string,
    rights: Rights,
    { read = [], early = false }: { readonly read?: readonly string[] | undefined; readonly early?: boolean | undefined } = {},
  ): Promise<Pick<Waiting, 'id' | 'version' | 'from'>> {
    const id = this.#waiting.get(ticket)?.id;
    if (id === undefined) return Promise.reject(errors['extensions/offer-gone']({}));
    return this.#inTurn(id, 'install', async () => {
      const waiting = this.#waiting.get(ticket);
      const current = this.#route.store.find(id);
      if (waiting === undefined || current?.record.version !== waiting.from) throw errors['extensions/offer-gone']({});
      const until = this.#heldUntil(waiting);
      if (until !== undefined && !early) throw errors['extensions/too-new']({ id, version: waiting.version, until: dayOf(until) });
      // A list may have been read since it was shown.
      this.#route.supply.refuseBlocked(id, waiting.version);
      this.#waiting.delete(ticket);
      const tools = this.#toolsOf(waiting).filter(({ name }) => read.includes(name) && rights.tools?.includes(name));
      await this.#putInPlace(waiting, rights);
      if (tools.length > 0) await this.#approve(id, tools);
      return waiting;
    });
  }

  async decline(ticket: string): Promise<{ readonly id: string; readonly version: string } | undefined> {
    const waiting = this.#waiting.get(ticket);
    if (waiting === undefined) return undefined;
    this.#waiting.delete(ticket);
    if (!waiting.isKept) await this.#route.store.drop(waiting.folder);
    return waiting;
  }

  remove(id: string, data: 'keep' | 'delete'): Promise<void> {
    return this.#inTurn(id, 'remove', async () => {
      if (this.#route.store.find(id) === undefined) throw errors['extensions/not-installed']({ id });
      await this.#dropOffers(id);
      await this.#ctx.get(Extensions).forget(id, data);
      await this.#route.store.prune();
      this.#route.panel.changed();
    });
  }

  /** Lets go of everything that was not taken. */
  async close(): Promise<void> {
    for (const ticket of [...this.#waiting.keys()]) await this.decline(ticket);
  }

  async #prepare(id: string, version: string | undefined, registry: string | undefined): Promise<Waiting> {
    const { store, supply, panel, registries, npm } = this.#route;
    const { log, signal } = this.#ctx;
    const current = store.find(id);
    const from = current?.record.version;
    await supply.readPolicy();
    if (current === undefined && !scoped.test(id)) throw errors['extensions/name-unfit']({ id });
    const back = store.previous(id);
    // What was here a moment ago is gone back to without a network.
    if (back !== undefined && back.record.version === version) {
      supply.refuseBlocked(id, version);
      const { breaks } = await this.#examine(id, version, manifestIn(join(back.folder, packageName)));
      log.info(`${id} ${version} is still here, to go back to.`);
      const { record, folder } = back;
      return { id, version, from, record, breaks, folder, isKept: true, publishedAt: undefined, programs: 0, displayName: undefined };
    }
    panel.step(id, 'asking');
    const { packument, ...located } = await registries.locate(id, current?.record.registry ?? registry, signal);
    const source: Source = { ...located, scopes: await registries.scopes(), npm, signal };
    const wanted = version ?? supply.choose(packument, from) ?? packument.latest;
    const facts = wanted === undefined ? undefined : packument.facts(wanted);
    if (facts === undefined) throw errors['extensions/version-gone']({ id, version: version ?? 'latest', registry: source.registry.name });
    if (facts.manifest.atelier === undefined) throw errors['extensions/not-an-extension']({ id, version: facts.version });
    supply.refuseBlocked(id, facts.version);
    const vouchers = await supply.vouchersOf(source.registry, facts, source.signal);
    supply.refuseUnvouched(source.registry, facts, vouchers, current?.record);
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
      const taken = { ...unpacked, ...vouchers };
      return { id, version: facts.version, from, record: taken, breaks, folder, isKept: false, publishedAt, programs, displayName };
    } catch (error) {
      await store.drop(folder).catch(() => undefined);
      throw error;
    }
  }

  async #putInPlace(waiting: Waiting, rights: Rights): Promise<void> {
    const { store, panel } = this.#route;
    const { id, version, from } = waiting;
    panel.step(id, 'starting');
    const kept = waiting.isKept ? await store.again(waiting.folder) : await store.keep(waiting.folder, waiting.record);
    try {
      await this.#ctx.get(Extensions).adopt(join(kept.folder, packageName), rights);
    } catch (error) {
      await store.prune();
      if (from === undefined) throw wrapped(id, version, error);
      const both = (locale: 'en' | 'fr') =>
        errors['extensions/rolled-back']({ id, version, old: from, reason: whyNotStarted(error, locale) });
      throw bilingual('extensions/rolled-back', both, error, { id, version, old: from });
    }
    await store.prune();
    this.#ctx.log.info(`${id} ${version} is in place.`, { registry: waiting.record.registryUrl, integrity: waiting.record.integrity });
    panel.step(id, 'done');
    panel.changed();
  }

  /** The person read what these tools tell the model, and granted them. */
  async #approve(id: string, tools: readonly NamedTool[]): Promise<void> {
    // Optional: where it is not installed, its package cannot be imported either.
    const { Agent } = await import('@atelier/agent/contract');
    await this.#ctx.find(Agent)?.approveTools(id, tools);
  }

  async #examine(id: string, version: string, manifest: unknown) {
    try {
      return await this.#ctx.get(Extensions).examine(manifest);
    } catch (error) {
      throw wrapped(id, version, error);
    }
  }

  async #shown(ticket: string, waiting: Waiting): Promise<Offer> {
    const { record, programs, displayName, from, breaks } = waiting;
    const current = this.#route.store.find(record.id)?.record;
    const difference = differenceOf(record, current);
    const statuses = await this.#ctx.get(Extensions).list();
    const granted = statuses.find(({ id, bundled }) => id === record.id && !bundled)?.granted ?? {};
    const { publisher, date } = record;
    const until = this.#heldUntil(waiting);
    const alike = current === undefined ? this.#alike(waiting, statuses) : undefined;
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
      tools: this.#toolsOf(waiting),
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

  #heldUntil({ publishedAt }: Waiting): number | undefined {
    return publishedAt === undefined ? undefined : this.#route.supply.heldUntil(publishedAt);
  }

  #alike({ id, displayName: title, record: { publisher } }: Waiting, statuses: readonly ExtensionStatus[]) {
    const { store, supply } = this.#route;
    return supply.alike({ id, title, publisher }, statuses, other => store.find(other)?.record.publisher);
  }

  #toolsOf({ folder, record }: Waiting): NamedTool[] {
    return toolsIn(manifestIn(join(folder, packageName)), record.asks.tools ?? []);
  }

  async #dropOffers(id: string): Promise<void> {
    for (const [ticket, waiting] of [...this.#waiting]) if (waiting.id === id) await this.decline(ticket);
  }

  async #inTurn<T>(id: string, what: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(id) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(work);
    this.#turns.set(id, turn);
    try {
      return await turn;
    } catch (error) {
      const told = diskError(id, error);
      this.#route.panel.failed(id, what, told);
      throw told;
    } finally {
      if (this.#turns.get(id) === turn) this.#turns.delete(id);
    }
  }
}

const scoped = /^@[a-z0-9]+(?:-[a-z0-9]+)*\/[a-z0-9]+(?:-[a-z0-9]+)*$/;

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function manifestIn(folder: string): unknown {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function wrapped(id: string, version: string, error: unknown): unknown {
  if (!isAppError(error)) return error;
  return bilingual('extensions/cannot-run', locale => errors['extensions/cannot-run']({ id, version, reason: error.in(locale) }), error);
}

/** That it did not start is said already; only why is news. */
function whyNotStarted(error: unknown, locale: 'en' | 'fr'): string {
  if (!isAppError(error)) return String(error);
  return error.code === 'extension/activation-failed' ? String(error.details.reason) : error.in(locale);
}

/** An error whose reason is a sentence of its own, in the same language. */
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

/** The tools that a manifest contributes under names that it asks for, with all that a model would read of them. */
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
