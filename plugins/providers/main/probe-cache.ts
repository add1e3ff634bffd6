import { createHash } from 'node:crypto';
import { type Probed, type ProbeQuestion, probe } from './probe.ts';

const cacheMs = 10 * 60_000;

/** Probes at most once in ten minutes for one provider, address and key. Simultaneous calls share one probe. */
export interface ProbeCache {
  ask(provider: string | undefined, question: ProbeQuestion): Promise<Probed>;
  /** Drops the results of a provider that was changed. */
  forget(provider: string): void;
}

export function openProbeCache(now = Date.now): ProbeCache {
  const cache = new Map<string, { readonly provider: string | undefined; readonly at: number; readonly result: Promise<Probed> }>();
  return {
    ask(provider, question) {
      const name = createHash('sha256')
        .update(JSON.stringify([provider, question.baseUrl, question.api, question.key]))
        .digest('base64');
      const before = cache.get(name);
      if (before && now() - before.at < cacheMs) return before.result;
      const result = probe(question);
      cache.set(name, { provider, at: now(), result });
      // A probe that throws is not kept; an unreachable server is a result and does not throw.
      result.catch(() => cache.delete(name));
      for (const [old, { at }] of cache) if (now() - at >= cacheMs) cache.delete(old);
      return result;
    },
    forget(provider) {
      for (const [name, one] of cache) if (one.provider === provider) cache.delete(name);
    },
  };
}
