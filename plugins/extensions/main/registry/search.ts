import type { Listing } from '../../contract/index.ts';
import { record, text } from './packument.ts';
import { type Asked, askJson } from './request.ts';

/** What marks an extension in a registry that has other packages too. */
export const keyword = 'atelier-extension';

const size = 100;
const name = /^(?:@[a-z0-9]+(?:-[a-z0-9]+)*\/)?[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The extensions of one registry that fit some words; all of them where there are none. */
export async function searchIn(registry: Asked, id: string, words: string, signal: AbortSignal): Promise<readonly Listing[]> {
  const asked = async (query: string) => {
    const answer = await askJson(registry, `/-/v1/search?text=${encodeURIComponent(query)}&size=${size}`, 'search', signal);
    return (Array.isArray(answer.objects) ? answer.objects : []).flatMap(one => listingOf(record(record(one).package), id) ?? []);
  };
  const found = await asked(`keywords:${keyword} ${words}`.trim());
  if (found.length > 0) return found;
  // Small registries take a query for a name; theirs are few, so what marks an extension is looked for here.
  return await asked(words === '' ? keyword : words);
}

function listingOf(found: Record<string, unknown>, registry: string): Listing | undefined {
  const keywords = Array.isArray(found.keywords) ? found.keywords.filter(one => typeof one === 'string').slice(0, 20) : [];
  const [id, version] = [text(found.name), text(found.version)];
  if (id === undefined || version === undefined || !name.test(id) || id.length > 48 || !keywords.includes(keyword)) return undefined;
  const description = text(found.description)?.slice(0, 400);
  const publisher = text(record(found.publisher).username) ?? text(record(found.author).name);
  const date = text(found.date);
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
