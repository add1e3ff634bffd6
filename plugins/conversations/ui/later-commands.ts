import type { ViewHost } from '@atelier/kernel/ui';

export * from './list/finders.ts';

export async function playChime(_view: ViewHost, args: unknown): Promise<void> {
  const { chime } = await import('./status/chime.ts');
  await chime((args as { readonly reason: 'done' | 'needsYou' | 'failed' }).reason);
}

/** Defines the element `conversations-question`, with which a bundled view shows what a conversation asks. */
export async function defineQuestion(): Promise<void> {
  await import('./thread/request/define-question.ts');
}
