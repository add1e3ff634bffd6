import type { PresetGroup } from '../contract/index.ts';
import { companies } from './preset-companies.ts';
import { machines } from './preset-machines.ts';

export type Variant = PresetGroup['variants'][number];

/** The preset for any other server; the provider's id is chosen freely. */
export const customGroup = 'custom';

/** All presets by company, the most common ones first. */
export const presetGroups: readonly PresetGroup[] = [...companies, ...machines];

/** The variant with a preset's name, and its group. */
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

/** The name of a provider that has a preset. */
export function nameOf(provider: string): string | undefined {
  return presetOfProvider(provider)?.group.name;
}
