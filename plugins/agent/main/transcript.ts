import type { Entry } from '../contract/index.ts';
import type { EngineLink } from './engine-link.ts';
import type { Runtimes } from './runtime/runtimes.ts';
import type { SessionFiles } from './session-files.ts';

interface Parts {
  readonly runtimes: Runtimes;
  readonly files: SessionFiles;
  readonly engine: EngineLink;
}

interface Page {
  readonly before?: string | undefined;
  /** Left out: all. */
  readonly limit?: number | undefined;
}

/** A page of a conversation as its file has it; nothing for one that has no file yet. */
export async function readTranscript(
  { runtimes, files, engine }: Parts,
  conversation: string,
  { before, limit }: Page,
): Promise<{ entries: readonly Entry[]; total: number; seq: number }> {
  const { seq } = runtimes.state(conversation);
  const sessionFile = await files.of(conversation);
  if (sessionFile === undefined) return { entries: [], total: 0, seq };
  const { entries, total } = await engine.call('transcript', { conversation, sessionFile, before, limit });
  return { entries: entries as readonly Entry[], total, seq };
}
