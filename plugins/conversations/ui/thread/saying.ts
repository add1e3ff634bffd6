import { AppError } from '@atelier/kernel';
import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import type { ThreadTexts } from './desk.ts';

/** Says something in passing. */
export function say(view: ViewHost, text: string, kind: 'done' | 'failed' = 'done'): void {
  void view
    .connect(WindowChannel)
    .call('toast', { text: text.slice(0, 500), kind })
    .catch(() => undefined);
}

export function tellFailure(view: ViewHost, text: ThreadTexts, error: unknown): void {
  // The status line tells of a connection that is gone.
  if (error instanceof AppError && error.code.startsWith('link/')) return;
  say(view, error instanceof AppError ? error.in(text.locale) : String((error as Error)?.message ?? error), 'failed');
}
