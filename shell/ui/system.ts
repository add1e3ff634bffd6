import type { SliceStore } from '@atelier/kernel/ui';

/** Keeps theme, contrast and language of the page as the system has them. */
export function followSystem(slices: SliceStore): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const more = matchMedia('(prefers-contrast: more)');
  const apply = () => {
    slices.set('theme', dark.matches ? 'dark' : 'light');
    slices.set('contrast', more.matches ? 'more' : 'normal');
    const { dataset } = document.documentElement;
    dataset.theme = slices.get('theme');
    dataset.contrast = slices.get('contrast');
    document.documentElement.lang = slices.get('locale');
  };
  dark.addEventListener('change', apply);
  more.addEventListener('change', apply);
  apply();
}
