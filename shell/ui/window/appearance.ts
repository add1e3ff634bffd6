import type { SliceMap, SliceStore } from '@atelier/kernel/ui';
import { readStored, store } from './stored.ts';

/** The person's choice, with `system` unresolved. */
export interface Appearance {
  readonly appearance: 'system' | 'light' | 'dark';
  readonly contrast: 'system' | 'normal' | 'more';
  /** In percent. */
  readonly size: (typeof sizes)[number];
  readonly locale: SliceMap['locale'];
}

const sizes = [90, 100, 110, 125] as const;
const name = 'atelier.appearance';

/** Applies the person's theme, contrast and language to the page, or those of the system. */
export class AppearanceSetting {
  readonly #slices: SliceStore;
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  readonly #more = matchMedia('(prefers-contrast: more)');
  #chosen: Appearance;

  constructor(slices: SliceStore) {
    this.#slices = slices;
    this.#chosen = {
      appearance: 'system',
      contrast: 'system',
      size: 100,
      locale: document.documentElement.lang === 'en' ? 'en' : 'fr',
      ...readStored(name, isAppearance),
    };
    this.#dark.addEventListener('change', () => this.#apply());
    this.#more.addEventListener('change', () => this.#apply());
    this.#apply();
  }

  choose(change: Partial<Appearance>): void {
    this.#chosen = { ...this.#chosen, ...change };
    store(name, this.#chosen);
    this.#apply();
  }

  #apply(): void {
    const { appearance, contrast, size, locale } = this.#chosen;
    const systemTheme = this.#dark.matches ? 'dark' : 'light';
    const systemContrast = this.#more.matches ? 'more' : 'normal';
    this.#slices.set('theme', appearance === 'system' ? systemTheme : appearance);
    this.#slices.set('contrast', contrast === 'system' ? systemContrast : contrast);
    this.#slices.set('locale', locale);
    const root = document.documentElement;
    root.dataset.theme = this.#slices.get('theme');
    root.dataset.contrast = this.#slices.get('contrast');
    root.lang = locale;
    root.style.zoom = size === 100 ? '' : `${size}%`;
  }
}

function isAppearance(value: unknown): value is Partial<Appearance> {
  const { appearance, contrast, size, locale } = (value ?? {}) as Record<string, unknown>;
  const isOne = (given: unknown, ...options: readonly string[]) => given === undefined || options.includes(given as string);
  return (
    isOne(appearance, 'system', 'light', 'dark') &&
    isOne(contrast, 'system', 'normal', 'more') &&
    isOne(locale, 'fr', 'en') &&
    (size === undefined || sizes.some(one => one === size))
  );
}
