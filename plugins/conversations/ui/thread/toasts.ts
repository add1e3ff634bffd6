import { AppError, type Locale } from '@atelier/kernel';
import { type Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import type { texts } from './texts.ts';

export type ThreadTexts = Texts<(typeof texts)['fr']>;

/** Shows a toast. */
export function showToast(view: ViewHost, text: string, kind: 'done' | 'failed' = 'done'): void {
  void view
    .connect(WindowChannel)
    .call('toast', { text: text.slice(0, 500), kind })
    .catch(() => undefined);
}

export function toastFailure(view: ViewHost, text: ThreadTexts, error: unknown): void {
  tellFailure(view, text.locale, error);
}

export function tellFailure(view: ViewHost, locale: Locale, error: unknown): void {
  // The status line shows a lost connection.
  if (error instanceof AppError && error.code.startsWith('link/')) return;
  showToast(view, error instanceof AppError ? error.in(locale) : String((error as Error)?.message ?? error), 'failed');
}
