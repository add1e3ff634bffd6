import { type AppError, isAppError } from '@atelier/kernel';
import type { Listing } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { packumentOf, record, text } from './packument.ts';
import type { Registries } from './registries.ts';
import { type RegistryEndpoint, requestJson } from './request.ts';

/** Packages of one kind in a registry that has others too: marked by a keyword, with names of a form. */
export interface PackageKind {
  readonly keyword: string;
  readonly name: RegExp;
}

export const extensionPackages: PackageKind = {
  keyword: 'atelier-extension',
  name: /^(?=.{1,48}$)(?:@[a-z0-9]+(?:-[a-z0-9]+)*\/)?[a-z0-9]+(?:-[a-z0-9]+)*$/,
};
/** Packages of the agent, which may have skills. Their names only have to be npm's. */
export const agentPackages: PackageKind = {
  keyword: 'pi-package',
  name: /^(?=.{1,214}$)(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/,
};

const size = 250;

/** A registry, and its id among the person's. */
interface Searched {
  readonly registry: RegistryEndpoint;
  readonly id: string;
  readonly kind: PackageKind;
  readonly signal: AbortSignal;
}

export interface Found {
  readonly entries: Listing[];
  readonly failures: readonly { readonly registry: string; readonly error: AppError }[];
}

/** The packages of all registries that match, and what keeps a registry from answering. */
export async function searchEverywhere(registries: Registries, kind: PackageKind, query: string, signal: AbortSignal): Promise<Found> {
  const failures: { registry: string; error: AppError }[] = [];
  // A name of a scope that has a registry is private to it, also while it is being typed.
  const scope = /^@[^/\s]+(?=\/)/.exec(query.trim())?.[0];
  const asked = scope === undefined ? undefined : registries.idsFor(`${scope}/`);
  const searches = registries
    .list()
    .filter(({ id }) => asked === undefined || asked.includes(id))
    .map(async ({ id, name }) => {
      try {
        return await searchIn({ registry: (await registries.open(id))!, id, kind, signal }, query);
      } catch (error) {
        if (!isAppError(error)) throw error;
        failures.push({ registry: name, error });
        return [];
      }
    });
  const found = (await Promise.all(searches)).flat();
  // Of a package in several registries, only the entry of the one that it would be installed from.
  const usable = found.filter(one => registries.idsFor(one.id).includes(one.registry));
  return { entries: [...firstOfEach(usable)], failures };
}

/**
 * The packages of one registry that match a query; an empty query matches all. Mirrors often have no search; there, the query is
 * used as the name of a package.
 */
async function searchIn(searched: Searched, query: string): Promise<readonly Listing[]> {
  try {
    return await searchByText(searched, query);
  } catch (error) {
    if (!isAppError(error) || error.code !== 'extensions/not-found') throw error;
    if (!searched.kind.name.test(query)) throw errors['extensions/no-search']({ registry: searched.registry.name });
    return await searchByName(searched, query);
  }
}

async function searchByName(searched: Searched, query: string): Promise<readonly Listing[]> {
  const { latest, facts } = await packumentOf(searched.registry, query, searched.signal);
  const version = latest === undefined ? undefined : facts(latest);
  const listing = version && listingOf({ ...version.manifest, date: version.date }, searched);
  return listing === undefined ? [] : [listing];
}

async function searchByText(searched: Searched, query: string): Promise<readonly Listing[]> {
  const { registry, kind, signal } = searched;
  const search = async (text: string) => {
    const answer = await requestJson(registry, `/-/v1/search?text=${encodeURIComponent(text)}&size=${size}`, 'search', signal);
    return (Array.isArray(answer.objects) ? answer.objects : []).flatMap(one => listingOf(record(record(one).package), searched) ?? []);
  };
  const byKeyword = `keywords:${kind.keyword}`;
  if (query === '') {
    const all = await search(byKeyword);
    // Some registries do not support `keywords:` and treat it as a name.
    return all.length > 0 ? all : await search('');
  }
  // Small registries search names only and have few packages, so all of those are filtered here.
  const [found, all] = await Promise.all([search(`${byKeyword} ${query}`), search(byKeyword)]);
  const others = all.length > 0 ? all : [...(await search(query)), ...(await search(''))];
  return firstOfEach([...found, ...others.filter(one => matches(one, query))]);
}

function firstOfEach(listings: readonly Listing[]): readonly Listing[] {
  return listings.filter((one, at) => listings.findIndex(({ id }) => id === one.id) === at);
}

function matches({ id, description = '', publisher = '', keywords }: Listing, query: string): boolean {
  const text = [id, description, publisher, ...keywords].join(' ').toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word));
}

function listingOf(found: Record<string, unknown>, { id: registry, kind }: Pick<Searched, 'id' | 'kind'>): Listing | undefined {
  const keywords = Array.isArray(found.keywords) ? found.keywords.filter(one => typeof one === 'string').slice(0, 20) : [];
  // Verdaccio uses other fields for the newest version and its time than npm's registry.
  const [id, version] = [text(found.name), text(found.version) ?? text(record(found['dist-tags']).latest)];
  if (id === undefined || version === undefined || !kind.name.test(id) || !keywords.includes(kind.keyword)) return undefined;
  const description = text(found.description)?.slice(0, 400);
  const publisher = text(record(found.publisher).username) ?? text(record(found.author).name);
  const date = text(found.date) ?? text(record(found.time).modified);
  return {
    id,
    version,
    registry,
    keywords: keywords.filter(one => one !== kind.keyword).map(one => one.slice(0, 40)),
    channel: keywords.includes('atelier-channel'),
    ...(description !== undefined && { description }),
    ...(publisher !== undefined && { publisher: publisher.slice(0, 80) }),
    ...(date !== undefined && { date }),
  };
}
