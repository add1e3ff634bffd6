import { createHash } from 'node:crypto';
import { type Probed, type ProbeQuestion, probe } from './probe.ts';

const keptMs = 10 * 60_000;

/** Probes at most once in ten minutes for one provider, address and key. Two who ask at once share one probe. */
export interface ProbeCache {
  ask(provider: string | undefined, question: ProbeQuestion): Promise<Probed>;
  /** The provider was changed: what was seen of it no longer counts. */
  forget(provider: string): void;
}

export function openProbeCache(now = Date.now): ProbeCache {
  const kept = new Map<string, { readonly provider: string | undefined; readonly at: number; readonly result: Promise<Probed> }>();
  return {
    ask(provider, question) {
      const name = createHash('sha256')
        .update(JSON.stringify([provider, question.baseUrl, question.api, question.key]))
        .digest('base64');
      const before = kept.get(name);
      if (before && now() - before.at < keptMs) return before.result;
      const result = probe(question);
      kept.set(name, { provider, at: now(), result });
      // What failed by our own fault is asked again; servers that are away are an answer.
      result.catch(() => kept.delete(name));
      for (const [old, { at }] of kept) if (now() - at >= keptMs) kept.delete(old);
      return result;
    },
    forget(provider) {
      for (const [name, one] of kept) if (one.provider === provider) kept.delete(name);
    },
  };
}
