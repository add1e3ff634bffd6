import { stat } from 'node:fs/promises';
import type { AgentService } from '@atelier/agent/contract';
import type { Indexed } from '../store/entry-store.ts';

/** A session file, and what tells whether it is still the same. */
export interface FileStamp {
  /** Undefined: the conversation never had one. */
  readonly file: string | undefined;
  /** Undefined: it is not there. */
  readonly size: number | undefined;
  readonly changed: number | undefined;
}

export async function stampOf(agent: Pick<AgentService, 'sessionFile'>, conversation: string): Promise<FileStamp> {
  const file = await agent.sessionFile(conversation);
  const found = file === undefined ? undefined : await stat(file).catch(() => undefined);
  return { file, size: found?.size, changed: found && Math.round(found.mtimeMs) };
}

export function isSame(stamp: FileStamp, { file, size, changed }: Indexed): boolean {
  return stamp.file === file && stamp.size === size && stamp.changed === changed;
}
