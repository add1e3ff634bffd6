import type { ExtensionContext } from '@atelier/kernel';

const laterMs = 3000;

/** Begins the check of the index when what the person waits for is on the screen. */
export function checkLater(ctx: Pick<ExtensionContext, 'defer'>, check: () => void): void {
  const clock = setTimeout(check, laterMs);
  ctx.defer('the check of the index of messages', () => clearTimeout(clock));
}
