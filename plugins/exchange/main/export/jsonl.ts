import { formatVersion } from '../import/readers/atelier.ts';
import type { Subject, WriteOptions, Written } from './subject.ts';

/** A head, then one line an entry, with all that is held of it: no option leaves anything out of this format. */
export function writeJsonl({ entries, ...subject }: Subject, { exportedAt }: WriteOptions): Written {
  return { extension: 'jsonl', pieces: pieces(), beside: new Map() };

  function* pieces(): Generator<string> {
    const { conversation, title, createdAt, project } = subject;
    const updatedAt = entries.at(-1)?.at ?? createdAt;
    const head = { atelier: 'conversation', version: formatVersion, conversation, title, createdAt, updatedAt, project, exportedAt };
    yield `${JSON.stringify(head)}\n`;
    for (const entry of entries) yield `${JSON.stringify({ type: 'entry', ...entry })}\n`;
  }
}
