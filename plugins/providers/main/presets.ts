import type { PresetGroup } from '../contract/index.ts';
import { companies } from './preset-companies.ts';
import { machines } from './preset-machines.ts';

export type Variant = PresetGroup['variants'][number];

/** The preset that stands for any server: whoever takes it gives the provider an id of their own. */
export const customGroup = 'custom';

/** Everything a provider can be begun from, by company; those that most people come for first. */
export const presetGroups: readonly PresetGroup[] = [...companies, ...machines];

/** A variant and its group, by the preset's name. */
export function presetOf(preset: string): { readonly group: PresetGroup; readonly variant: Variant } | undefined {
  for (const group of presetGroups) {
    const variant = group.variants.find(one => one.preset === preset);
    if (variant) return { group, variant };
  }
  return undefined;
}

/** The group that a provider's id belongs to, and its first variant there. */
export function presetOfProvider(provider: string): { readonly group: PresetGroup; readonly variant: Variant } | undefined {
  const group = presetGroups.find(one => one.id !== customGroup && one.variants.some(variant => variant.provider === provider));
  const variant = group?.variants.find(one => one.provider === provider);
  return group && variant && { group, variant };
}

/** What a person calls it, where it is one of those we know. */
export function nameOf(provider: string): string | undefined {
  return presetOfProvider(provider)?.group.name;
}
