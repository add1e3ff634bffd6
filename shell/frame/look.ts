import type { Slices } from '@atelier/kernel/ui';

const rightToLeft: readonly string[] = ['ar', 'fa', 'he', 'ur'];

/** Keeps theme, contrast and language of the frame's document as its window has them. */
export function followLook(slices: Slices): void {
  const root = document.documentElement;
  const apply = () => {
    const locale = slices.get('locale');
    root.dataset.theme = slices.get('theme');
    root.dataset.contrast = slices.get('contrast');
    root.lang = locale;
    root.dir = rightToLeft.includes(locale) ? 'rtl' : 'ltr';
  };
  for (const name of ['theme', 'contrast', 'locale'] as const) slices.watch(name, apply);
  apply();
}
