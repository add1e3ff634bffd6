import { basename } from 'node:path';
import type { ImportedPart } from '@atelier/agent/contract';
import { errors } from '../../errors.ts';
import type { Reading, Step } from '../found.ts';
import { openTally } from '../losses.ts';
import { aside, broken, type Draft, foundOf, openDraft } from '../parts/draft.ts';
import { recordsIn } from '../parts/lines.ts';
import { textParts } from '../parts/thread.ts';
import { argsOf, type Json, nonEmptyTextOf, numberOf, recordOf, recordsOf, textOf } from '../parts/values.ts';

const currentVersion = 3;

export function isPi(first: Json): boolean {
  return first.type === 'session' && nonEmptyTextOf(first.id) !== undefined && nonEmptyTextOf(first.timestamp) !== undefined;
}

/** The session file of one pi conversation. An intact file of the current format is imported by the engine, with all branches. */
export async function* readPi(path: string, reading: Reading): AsyncGenerator<Step> {
  const losses = openTally();
  const entries: Json[] = [];
  let head: Json | undefined;
  for await (const line of recordsIn(path, reading, losses)) {
    if (line.type !== 'session') entries.push(line);
    else head ??= line;
  }
  const sourceId = nonEmptyTextOf(head?.id) ?? basename(path, '.jsonl');
  if (!reading.wanted(sourceId)) return;
  const version = numberOf(head?.version) ?? 1;
  const title = nonEmptyTextOf(entries.findLast(({ type }) => type === 'session_info')?.name);
  if (version > currentVersion) {
    const problem = errors['exchange/newer-format']({ file: basename(path), program: 'pi', version, known: currentVersion });
    return yield broken('pi', sourceId, title, path, problem);
  }
  const isIntact = version === currentVersion && losses.list().length === 0;
  const draft = openDraft(reading, head?.timestamp);
  draft.tally.addAll(losses.list());
  const branch = version === 1 ? entries : branchOf(entries);
  const otherBranches = entries.filter(entry => !branch.includes(entry) && entry.type === 'message' && isMessage(entry));
  if (!isIntact) draft.tally.add('branch', undefined, otherBranches.length);
  for (const entry of branch) addEntry(entry, draft, isIntact);
  const folder = nonEmptyTextOf(head?.cwd);
  const found = foundOf(draft, {
    source: 'pi',
    sourceId,
    title,
    ...(folder !== undefined && { folder }),
    ...(isIntact && { sessionFile: path }),
  });
  yield found ?? aside([{ kind: 'empty-conversation', count: 1, example: basename(path) }]);
}

const roleOf = (entry: Json): string => textOf(recordOf(entry.message)?.role) ?? '?';
const isMessage = (entry: Json): boolean => /^(?:user|assistant)$/.test(roleOf(entry));

/** The current branch: the one of the last entry in the file. */
function branchOf(entries: readonly Json[]): readonly Json[] {
  const byId = new Map(entries.map(entry => [textOf(entry.id), entry]));
  const branch = new Set<Json>();
  for (let at = entries.at(-1); at !== undefined && !branch.has(at); at = byId.get(textOf(at.parentId))) branch.add(at);
  return [...branch].reverse();
}

const ignoredTypes = new Set(['model_change', 'thinking_level_change', 'usage', 'custom', 'label', 'session_info', 'context_edit']);

function addEntry(entry: Json, draft: Draft, isIntact: boolean): void {
  const { tally } = draft;
  const type = textOf(entry.type) ?? '?';
  if (type === 'message') return addMessage(entry, draft);
  if (ignoredTypes.has(type) || isIntact) return;
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
      const [provider, name] = [nonEmptyTextOf(message.provider), nonEmptyTextOf(message.model)];
      const model = provider === undefined || name === undefined ? undefined : `${provider}/${name}`;
      for (const block of blocks) {
        if (block.type === 'thinking') thread.assistant(at, textParts(textOf(block.thinking), 'thinking'), model);
        else if (block.type === 'toolCall')
          thread.call(
            at,
            { id: nonEmptyTextOf(block.id), name: nonEmptyTextOf(block.name) ?? 'tool', args: argsOf(block.arguments) },
            model,
          );
        else thread.assistant(at, partOf(block), model);
      }
      return;
    }
    case 'toolResult': {
      const id = nonEmptyTextOf(message.toolCallId);
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
