import { KernelChannel } from '@atelier/kernel';
import type { ViewHost } from '@atelier/kernel/ui';
import { texts } from '../texts.ts';
import { search, searchIndex } from './search.ts';
import { type Contributed, isRunning, sectionsOf } from './sections.ts';
import type { ShownSection } from './setting.ts';

interface Extension {
  readonly id: string;
  readonly state: string;
}

/** Pages of the settings, and settings, for the palette: by their names in the person's language, and ours in the other one too. */
export async function findSettings(view: ViewHost, args: unknown) {
  const { text, limit } = (args ?? {}) as { readonly text?: unknown; readonly limit?: unknown };
  const kernel = view.connect(KernelChannel);
  const [contributed, extensions] = await Promise.all([
    kernel.call('listContributions', { point: '@atelier/settings:sections@1' }),
    kernel.call('listExtensions', {}),
  ]);
  const inLocale = (locale: 'fr' | 'en') => {
    const table: Readonly<Record<string, string>> = texts[locale];
    return sectionsOf({
      contributed: contributed as unknown as readonly Contributed[],
      running: new Set((extensions as readonly Extension[]).filter(({ state }) => isRunning(state)).map(({ id }) => id)),
      // Commands are in the palette already.
      commands: [],
      text: key => (Object.hasOwn(table, key) ? table[key] : undefined),
    });
  };
  const own = view.slices.get('locale') === 'fr' ? 'fr' : 'en';
  const shown = inLocale(own);
  const pages = new Map(shown.map(section => [section.id, section]));
  const found = search(searchIndex(named(shown, inLocale(own === 'fr' ? 'en' : 'fr'))), String(text ?? '').slice(0, 200));
  return found.slice(0, Math.max(1, Number(limit) || 8)).map(({ section, setting, title }) => ({
    title,
    icon: setting === undefined ? (pages.get(section)?.icon ?? 'settings') : 'sliders-horizontal',
    ...(setting !== undefined && { meta: pages.get(section)?.title ?? '' }),
    command: 'settings.open',
    args: { section, ...(setting !== undefined && { setting }) },
  }));
}

/** The sections with their names in the other language among the words that find them. */
function named(shown: readonly ShownSection[], others: readonly ShownSection[]): readonly ShownSection[] {
  return shown.map((section, at) => {
    const other = others[at];
    if (other === undefined) return section;
    return {
      ...section,
      keywords: [...section.keywords, other.title],
      settings: section.settings.map((setting, nth) => ({ ...setting, keywords: [...setting.keywords, other.settings[nth]?.title ?? ''] })),
      inside: named(section.inside, other.inside),
    };
  });
}
