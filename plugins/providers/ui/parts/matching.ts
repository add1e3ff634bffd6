import type { Model } from '../../contract/index.ts';

/** Those that hold every word of the filter, somewhere, in their name, id or provider. */
export function matching(models: readonly Model[], filter: string): readonly Model[] {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '');
  if (words.length === 0) return models;
  return models.filter(({ id, name, providerName = '' }) => {
    const all = `${id} ${name} ${providerName}`.toLowerCase();
    return words.every(word => all.includes(word));
  });
}
