import { basename } from 'node:path';
import type { ImportedPart } from '@atelier/agent/contract';
import { errors } from '../../errors.ts';
import type { Reading, Step } from '../found.ts';
import { openTally } from '../losses.ts';
import { aside, broken, type Draft, foundOf, openDraft } from '../parts/draft.ts';
import { recordsIn } from '../parts/lines.ts';
import { textParts } from '../parts/thread.ts';
import { argsOf, type Json, nonEmptyTextOf, numberOf, recordOf, recordsOf, textOf } from '../parts/values.ts';

/** The version of Atelier's export format, which is described in this plugin's README. */
export const formatVersion = 1;

export function isAtelier(first: Json): boolean {
  return first.atelier === 'conversation' && numberOf(first.version) !== undefined;
}

/** A conversation that Atelier itself exported. */
export async function* readAtelier(path: string, reading: Reading): AsyncGenerator<Step> {
  const losses = openTally();
  let head: Json | undefined;
  let draft: Draft | undefined;
  for await (const line of recordsIn(path, reading, losses)) {
    if (head !== undefined && draft !== undefined) addEntry(line, draft);
    else if (isAtelier(line)) {
      head = line;
      draft = openDraft(reading, line.createdAt);
    } else losses.add('unknown-record', textOf(line.type));
  }
  const sourceId = nonEmptyTextOf(head?.conversation) ?? basename(path, '.jsonl');
  if (head === undefined || draft === undefined || !reading.wanted(sourceId)) return;
  const version = numberOf(head.version) ?? 0;
  if (version > formatVersion) {
    const problem = errors['exchange/newer-format']({ file: basename(path), program: 'Atelier', version, known: formatVersion });
    return yield broken('atelier', sourceId, textOf(head.title), path, problem);
  }
  draft.tally.addAll(losses.list());
  const folder = nonEmptyTextOf(recordOf(head.project)?.folder);
  const found = foundOf(draft, {
    source: 'atelier',
    sourceId,
    title: textOf(head.title),
    updatedAt: head.updatedAt,
    ...(folder !== undefined && { folder }),
    ...(head.private === true && { private: true }),
  });
  yield found ?? aside([{ kind: 'empty-conversation', count: 1, example: basename(path) }]);
}

function addEntry(entry: Json, { tally, thread, pictures }: Draft): void {
  const kind = textOf(entry.kind) ?? '?';
  const parts = recordsOf(entry.parts);
  const partOf = (part: Json): readonly ImportedPart[] => {
    if (part.kind === 'text' || part.kind === 'thinking') return textParts(textOf(part.text), part.kind);
    if (part.kind === 'image') return pictures.ofBase64(textOf(part.data) ?? '', 'image');
    tally.add('unknown-record', textOf(part.kind));
    return [];
  };
  if (entry.type !== 'entry') return tally.add('unknown-record', textOf(entry.type));
  if (kind === 'user') return thread.user(entry.at, parts.flatMap(partOf));
  if (kind === 'compaction') return tally.add('compaction', textOf(entry.text));
  if (kind === 'notice') return tally.add('hidden', textOf(entry.text));
  if (kind !== 'assistant') return tally.add('unknown-record', kind);
  const model = nonEmptyTextOf(entry.model);
  thread.endAnswer();
  for (const part of parts) {
    if (part.kind !== 'tool') {
      thread.assistant(entry.at, partOf(part), model);
      continue;
    }
    const [id, outcome] = [nonEmptyTextOf(part.tool), recordOf(part.outcome)];
    const result = outcome && { ok: outcome.ok === true, text: textOf(outcome.text) ?? textOf(outcome.diff) ?? '' };
    thread.call(entry.at, { id, name: nonEmptyTextOf(part.name) ?? 'tool', args: argsOf(part.args), result }, model);
  }
}
