import { basename } from 'node:path';
import type { ImportedPart } from '@atelier/agent/contract';
import { errors } from '../../errors.ts';
import type { Reading, Step } from '../found.ts';
import { openTally } from '../losses.ts';
import { recordsIn } from '../parts/lines.ts';
import { aside, broken, type Draft, foundOf, openDraft } from '../parts/subject.ts';
import { textParts } from '../parts/thread.ts';
import { argsOf, type Json, numberOf, recordOf, recordsOf, textOf, wordOf } from '../parts/values.ts';

const newest = 3;

export function isPi(first: Json): boolean {
  return first.type === 'session' && wordOf(first.id) !== undefined && wordOf(first.timestamp) !== undefined;
}

/** The session file of one pi conversation. A whole one of today's format goes to the engine as it is, with all its branches. */
export async function* readPi(path: string, reading: Reading): AsyncGenerator<Step> {
  const lost = openTally();
  const entries: Json[] = [];
  let head: Json | undefined;
  for await (const line of recordsIn(path, reading, lost)) {
    if (line.type !== 'session') entries.push(line);
    else head ??= line;
  }
  const sourceId = wordOf(head?.id) ?? basename(path, '.jsonl');
  if (!reading.wanted(sourceId)) return;
  const version = numberOf(head?.version) ?? 1;
  const title = wordOf(entries.findLast(({ type }) => type === 'session_info')?.name);
  if (version > newest) {
    const problem = errors['exchange/newer-format']({ file: basename(path), program: 'pi', version, known: newest });
    return yield broken('pi', sourceId, title, path, problem);
  }
  const isWhole = version === newest && lost.list().length === 0;
  const draft = openDraft(reading, head?.timestamp);
  draft.tally.addAll(lost.list());
  const shown = version === 1 ? entries : branchOf(entries);
  const left = entries.filter(entry => !shown.includes(entry) && entry.type === 'message' && isSaid(entry));
  if (!isWhole) draft.tally.add('branch', undefined, left.length);
  for (const entry of shown) addEntry(entry, draft, isWhole);
  const folder = wordOf(head?.cwd);
  const found = foundOf(draft, {
    source: 'pi',
    sourceId,
    title,
    ...(folder !== undefined && { folder }),
    ...(isWhole && { sessionFile: path }),
  });
  yield found ?? aside([{ kind: 'empty-conversation', count: 1, example: basename(path) }]);
}

const roleOf = (entry: Json): string => textOf(recordOf(entry.message)?.role) ?? '?';
const isSaid = (entry: Json): boolean => /^(?:user|assistant)$/.test(roleOf(entry));

/** The last entry of the file decides which branch is the present one. */
function branchOf(entries: readonly Json[]): readonly Json[] {
  const byId = new Map(entries.map(entry => [textOf(entry.id), entry]));
  const shown = new Set<Json>();
  for (let at = entries.at(-1); at !== undefined && !shown.has(at); at = byId.get(textOf(at.parentId))) shown.add(at);
  return [...shown].reverse();
}

const silent = new Set(['model_change', 'thinking_level_change', 'usage', 'custom', 'label', 'session_info', 'context_edit']);

function addEntry(entry: Json, draft: Draft, isWhole: boolean): void {
  const { tally } = draft;
  const type = textOf(entry.type) ?? '?';
  if (type === 'message') return addMessage(entry, draft);
  if (silent.has(type) || isWhole) return;
  if (type === 'compaction' || type === 'branch_summary') tally.add('compaction', textOf(entry.summary));
  else if (type === 'custom_message') tally.add('hidden', textOf(entry.customType));
  else tally.add('unknown-record', type);
}

function addMessage(entry: Json, { tally, thread, pictures }: Draft): void {
  const message = recordOf(entry.message) ?? {};
  const at = message.timestamp ?? entry.timestamp;
  const blocks = recordsOf(message.content);
  const text = textOf(message.content);
  const partOf = (block: Json): readonly ImportedPart[] => {
    if (block.type === 'text') return textParts(textOf(block.text));
    if (block.type === 'image') return pictures.ofBase64(textOf(block.data) ?? '', 'image');
    tally.add('unknown-record', textOf(block.type));
    return [];
  };
  switch (roleOf(entry)) {
    case 'user':
      return thread.user(at, text === undefined ? blocks.flatMap(partOf) : textParts(text));
    case 'assistant': {
      const [maker, name] = [wordOf(message.provider), wordOf(message.model)];
      const model = maker === undefined || name === undefined ? undefined : `${maker}/${name}`;
      for (const block of blocks) {
        if (block.type === 'thinking') thread.assistant(at, textParts(textOf(block.thinking), 'thinking'), model);
        else if (block.type === 'toolCall')
          thread.call(at, { id: wordOf(block.id), name: wordOf(block.name) ?? 'tool', args: argsOf(block.arguments) }, model);
        else thread.assistant(at, partOf(block), model);
      }
      return;
    }
    case 'toolResult': {
      const id = wordOf(message.toolCallId);
      const said =
        text ??
        blocks
          .map(block => textOf(block.text) ?? '')
          .filter(Boolean)
          .join('\n');
      if (!thread.result(id, { ok: message.isError !== true, text: said })) tally.add('orphan-result', id);
      return;
    }
    case 'bashExecution':
      thread.call(at, { name: 'bash', args: { command: textOf(message.command) ?? '' } });
      thread.result(undefined, { ok: (numberOf(message.exitCode) ?? 0) === 0, text: textOf(message.output) ?? '' });
      return;
    case 'system':
      return;
    case 'compactionSummary':
    case 'branchSummary':
      return tally.add('compaction', textOf(message.summary));
    case 'custom':
    case 'hookMessage':
      return tally.add('hidden', textOf(message.customType));
    default:
      return tally.add('unknown-record', roleOf(entry));
  }
}
