import type { ReactiveControllerHost } from 'lit';
import { isOne, type Locale, numberText, spacedText } from './format.ts';
import { Slice } from './slice.ts';
import type { SliceMap, Slices } from './view.ts';

type Values = Readonly<Record<string, string | number>>;

/** The texts of a view in the person's language; the element renders again when that changes. */
export class Texts<Table extends Readonly<Record<string, string>>> {
  readonly #locale: Slice<'locale'>;
  readonly #tables: { readonly [L in SliceMap['locale']]: Table };

  constructor(
    host: ReactiveControllerHost,
    view: () => { readonly slices: Slices } | undefined,
    tables: { readonly [L in SliceMap['locale']]: Table },
  ) {
    this.#locale = new Slice(host, view, 'locale');
    this.#tables = tables;
  }

  get locale(): SliceMap['locale'] {
    return this.#locale.value ?? 'fr';
  }

  /** A text with its `{placeholders}` filled in. */
  of(key: keyof Table & string, values: Values = {}): string {
    const { locale } = this;
    const text = this.#tables[locale][key]!.replaceAll(/\{(\w+)\}/g, (whole, name: string) => shown(values[name], locale) ?? whole);
    return spacedText(locale, text);
  }

  /** The text `key.one` or `key.other`, by the plural rule of the language. */
  count(key: string, count: number, values: Values = {}): string {
    return this.of(`${key}.${isOne(this.locale, count) ? 'one' : 'other'}`, { ...values, count });
  }
}

function shown(value: string | number | undefined, locale: Locale): string | undefined {
  return typeof value === 'number' ? numberText(locale, value) : value;
}
