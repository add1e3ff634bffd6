import { join } from 'node:path';
import { readRegularSync } from '@atelier/kernel/children';
import type { AgentSession } from '@earendil-works/pi-coding-agent';

/** What the engine supposes of a model of which nobody has said how much it reads. */
const supposed = 128_000;

/** How much the model of a session reads; undefined if nobody has said it, and the engine only supposes it. */
export function saidWindow({ model }: AgentSession, directory: string, window: number | undefined): number | undefined {
  return window === supposed && model !== undefined && !isSaid(directory, model.provider, model.id) ? undefined : window;
}

/** A model that the person's file does not define is one of the engine's own list, which says it. */
function isSaid(directory: string, provider: string, id: string): boolean {
  try {
    const entry = JSON.parse(readRegularSync(join(directory, 'models.json')))?.providers?.[provider];
    const own = entry?.models?.find?.((one: { id?: unknown }) => one?.id === id);
    return own === undefined || own.contextWindow !== undefined || entry.modelOverrides?.[id]?.contextWindow !== undefined;
  } catch {
    return false;
  }
}
