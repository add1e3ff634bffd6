import type { SliceMap } from '@atelier/kernel/ui';
import type { ListedExtension } from './listed.ts';

type Locale = SliceMap['locale'];
type Rights = ListedExtension['asks'];

const names = {
  fr: {
    net: 'réseau',
    files: 'fichiers',
    secrets: 'secrets',
    tools: 'outils',
    replaces: 'remplace',
    notify: 'notifications',
    background: 'arrière-plan',
  },
  en: {
    net: 'network',
    files: 'files',
    secrets: 'secrets',
    tools: 'tools',
    replaces: 'replaces',
    notify: 'notifications',
    background: 'background',
  },
} satisfies Record<Locale, Record<keyof Rights, string>>;

/** "network: api.example.org · notifications"; empty where there is none. */
export function rightsText(locale: Locale, rights: Rights): string {
  return Object.entries(rights)
    .filter(([, value]) => value === true || (Array.isArray(value) && value.length > 0))
    .map(([name, value]) => {
      const word = names[locale][name as keyof Rights];
      return value === true ? word : `${word}${locale === 'fr' ? '\u00a0' : ''}: ${valuesOf(value).join(', ')}`;
    })
    .join(' · ');
}

/** What was asked for and not granted. */
export function lackingRights(asks: Rights, granted: Rights): Rights {
  const lacking = Object.entries(asks).map(([name, value]) => {
    const given = granted[name as keyof Rights];
    if (!Array.isArray(value)) return [name, value === true && given !== true];
    const known = valuesOf(given);
    return [name, value.filter(one => !known.includes(nameOf(one)))];
  });
  return Object.fromEntries(lacking) as Rights;
}

function valuesOf(value: Rights[keyof Rights]): readonly string[] {
  return Array.isArray(value) ? value.map(nameOf) : [];
}

function nameOf(one: string | { readonly glob: string; readonly mode: string; readonly in: string }): string {
  return typeof one === 'string' ? one : `${one.glob} (${one.mode}, ${one.in})`;
}
