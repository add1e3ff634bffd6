import type { Store } from '../store/store.ts';
import { dropOldEvents } from '../store/streams.ts';
import type { Log } from './app.ts';

const everyMs = 3_600_000;

/** Takes away what has ended by time, now and each hour; returns what ends that. */
export function startPurging(store: Store, now: () => number, log: Pick<Log, 'error'>): () => void {
  const purge = async () => {
    const at = now();
    await dropOldEvents(store, at);
    for (const table of ['idempotency', 'tickets', 'web_sessions', 'mail_tokens', 'oidc_payloads'] as const)
      await store.deleteFrom(table).where('expires_at', '<=', at).execute();
  };
  const run = () => void purge().catch((error: unknown) => log.error({ err: error }, 'what has ended could not be taken away'));
  run();
  const timer = setInterval(run, everyMs);
  return () => clearInterval(timer);
}
