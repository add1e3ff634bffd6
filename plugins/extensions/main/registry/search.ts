import { isAppError } from '@atelier/kernel';
import type { Listing } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { packumentOf, record, text } from './packument.ts';
import { type Asked, askJson } from './request.ts';

/** What marks an extension in a registry that has other packages too. */
export const keyword = 'atelier-extension';

const size = 250;
const name = /^(?:@[a-z0-9]+(?:-[a-z0-9]+)*\/)?[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * The extensions of one registry that fit some words; all of them where there are none. Mirrors often have packages and no
 * search; there the words are taken for a name.
 */
export async function searchIn(registry: Asked, id: string, words: string, signal: AbortSignal): Promise<readonly Listing[]> {
  try {
    return await searched(registry, id, words, signal);
  } catch (error) {
    if (!isAppError(error) || error.code !== 'extensions/not-found') throw error;
    if (!name.test(words)) throw errors['extensions/no-search']({ registry: registry.name });
    return await named(registry, id, words, signal);
  }
}

async function named(registry: Asked, id: string, words: string, signal: AbortSignal): Promise<readonly Listing[]> {
  const { latest, facts } = await packumentOf(registry, words, signal);
  const version = latest === undefined ? undefined : facts(latest);
  const listing = version && listingOf({ ...version.manifest, date: version.date }, id);
  return listing === undefined ? [] : [listing];
}

async function searched(registry: Asked, id: string, words: string, signal: AbortSignal): Promise<readonly Listing[]> {
  const asked = async (query: string) => {
    const answer = await askJson(registry, `/-/v1/search?text=${encodeURIComponent(query)}&size=${size}`, 'search', signal);
    return (Array.isArray(answer.objects) ? answer.objects : []).flatMap(one => listingOf(record(record(one).package), id) ?? []);
  };
  const marked = `keywords:${keyword}`;
  if (words === '') {
    const all = await asked(marked);
    // Registries that do not know how to ask for a keyword take it for a name.
    return all.length > 0 ? all : await asked('');
  }
  // Small registries look at names alone; theirs are few, so the rest is looked at here.
  const [found, all] = await Promise.all([asked(`${marked} ${words}`), asked(marked)]);
  return [...found, ...all.filter(one => fits(one, words) && !found.some(({ id }) => id === one.id))];
}

function fits({ id, description = '', publisher = '', keywords }: Listing, words: string): boolean {
  const text = [id, description, publisher, ...keywords].join(' ').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word));
}

function listingOf(found: Record<string, unknown>, registry: string): Listing | undefined {
  const keywords = Array.isArray(found.keywords) ? found.keywords.filter(one => typeof one === 'string').slice(0, 20) : [];
  // Verdaccio writes the newest version and its time where npm's own registry does not.
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
