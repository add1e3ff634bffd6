import { isAppError } from '@atelier/kernel';
import type { Listing } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { packumentOf, record, text } from './packument.ts';
import { type RegistryEndpoint, requestJson } from './request.ts';

/** Marks extensions in a registry that has other packages too. */
export const keyword = 'atelier-extension';

const size = 250;
const name = /^(?:@[a-z0-9]+(?:-[a-z0-9]+)*\/)?[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * The extensions of one registry that match a query; an empty query matches all. Mirrors often have no search; there, the query is
 * used as the name of a package.
 */
export async function searchIn(registry: RegistryEndpoint, id: string, query: string, signal: AbortSignal): Promise<readonly Listing[]> {
  try {
    return await searchByText(registry, id, query, signal);
  } catch (error) {
    if (!isAppError(error) || error.code !== 'extensions/not-found') throw error;
    if (!name.test(query)) throw errors['extensions/no-search']({ registry: registry.name });
    return await searchByName(registry, id, query, signal);
  }
}

async function searchByName(registry: RegistryEndpoint, id: string, query: string, signal: AbortSignal): Promise<readonly Listing[]> {
  const { latest, facts } = await packumentOf(registry, query, signal);
  const version = latest === undefined ? undefined : facts(latest);
  const listing = version && listingOf({ ...version.manifest, date: version.date }, id);
  return listing === undefined ? [] : [listing];
}

async function searchByText(registry: RegistryEndpoint, id: string, query: string, signal: AbortSignal): Promise<readonly Listing[]> {
  const search = async (text: string) => {
    const answer = await requestJson(registry, `/-/v1/search?text=${encodeURIComponent(text)}&size=${size}`, 'search', signal);
    return (Array.isArray(answer.objects) ? answer.objects : []).flatMap(one => listingOf(record(record(one).package), id) ?? []);
  };
  const byKeyword = `keywords:${keyword}`;
  if (query === '') {
    const all = await search(byKeyword);
    // Some registries do not support `keywords:` and treat it as a name.
    return all.length > 0 ? all : await search('');
  }
  // Small registries search names only and have few packages, so all of those are filtered here.
  const [found, all] = await Promise.all([search(`${byKeyword} ${query}`), search(byKeyword)]);
  return [...found, ...all.filter(one => matches(one, query) && !found.some(({ id }) => id === one.id))];
}

function matches({ id, description = '', publisher = '', keywords }: Listing, query: string): boolean {
  const text = [id, description, publisher, ...keywords].join(' ').toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word));
}

function listingOf(found: Record<string, unknown>, registry: string): Listing | undefined {
  const keywords = Array.isArray(found.keywords) ? found.keywords.filter(one => typeof one === 'string').slice(0, 20) : [];
  // Verdaccio uses other fields for the newest version and its time than npm's registry.
  const [id, version] = [text(found.name), text(found.version) ?? text(record(found['dist-tags']).latest)];
  if (id === undefined || version === undefined || !name.test(id) || id.length > 48 || !keywords.includes(keyword)) return undefined;
  const description = text(found.description)?.slice(0, 400);
  const publisher = text(record(found.publisher).username) ?? text(record(found.author).name);
  const date = text(found.date) ?? text(record(found.time).modified);
  return {
    id,
    version,
    registry,
    keywords: keywords.filter(one => one !== keyword).map(one => one.slice(0, 40)),
    channel: keywords.includes('atelier-channel'),
    ...(description !== undefined && { description }),
    ...(publisher !== undefined && { publisher: publisher.slice(0, 80) }),
    ...(date !== undefined && { date }),
  };
}
