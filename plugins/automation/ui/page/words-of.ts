import { numberText, spacedText, type ViewHost } from '@atelier/kernel/ui';
import { texts } from '../texts.ts';
import type { Words } from '../words.ts';

/** The texts without an element that shows them. */
export function wordsOf(view: ViewHost): Words {
  const locale = view.slices.get('locale');
  const plural = new Intl.PluralRules(locale);
  const of: Words['of'] = (key, values = {}) => {
    const shown = (name: string) => (typeof values[name] === 'number' ? numberText(locale, values[name]) : values[name]);
    return spacedText(
      locale,
      texts[locale][key].replaceAll(/\{(\w+)\}/g, (whole, name: string) => shown(name) ?? whole),
    );
  };
  const count: Words['count'] = (key, number, values = {}) =>
    of(`${key}.${plural.select(number) === 'one' ? 'one' : 'other'}` as Parameters<Words['of']>[0], { ...values, count: number });
  return { locale, of, count } as Words;
}
