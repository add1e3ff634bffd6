import type { Slices } from '@atelier/kernel/ui';

const rightToLeft: readonly string[] = ['ar', 'fa', 'he', 'ur'];

/** Applies theme, contrast and language of the window to the frame's document. */
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
