import type { Locale } from '@atelier/kernel/ui';

/** The display options of the gallery; all of them are in the address, for screenshots. */
export interface Look {
  readonly theme: 'light' | 'dark';
  readonly contrast: 'normal' | 'more';
  readonly lang: Locale;
  readonly dir: 'ltr' | 'rtl';
  /** The one element that is shown; empty shows all. */
  readonly only: string;
}

/** `?theme=dark&lang=en&contrast=more&dir=rtl&only=ui-button`; a missing option follows the system. */
export function readLook(search: string): Look {
  const query = new URLSearchParams(search);
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isMore = matchMedia('(prefers-contrast: more)').matches;
  return {
    theme: (query.get('theme') ?? (isDark ? 'dark' : 'light')) === 'dark' ? 'dark' : 'light',
    contrast: (query.get('contrast') ?? (isMore ? 'more' : 'normal')) === 'more' ? 'more' : 'normal',
    lang: query.get('lang') === 'en' ? 'en' : 'fr',
    dir: query.get('dir') === 'rtl' ? 'rtl' : 'ltr',
    only: query.get('only') ?? '',
  };
}

/** Applies a look to the document. */
export function applyLook({ theme, contrast, lang, dir }: Look): void {
  const { documentElement } = document;
  Object.assign(documentElement, { lang, dir });
  Object.assign(documentElement.dataset, { theme, contrast });
}

/** The address of a look. */
export function addressOf(look: Look): string {
  const { only, ...rest } = look;
  return `?${new URLSearchParams({ ...rest, ...(only !== '' && { only }) })}${location.hash}`;
}
