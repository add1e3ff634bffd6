import { basename } from 'node:path';
import type { ImportedPart } from '@atelier/agent/contract';
import type { Reading, Step } from '../found.ts';
import { openTally } from '../losses.ts';
import { recordsIn } from '../parts/lines.ts';
import { aside, type Draft, foundOf, openDraft } from '../parts/subject.ts';
import { textParts } from '../parts/thread.ts';
import { argsOf, type Json, listOf, recordOf, recordsOf, textOf, wordOf } from '../parts/values.ts';

/** What the program writes for itself: nobody said it. */
const bookkeeping = new Set([
  'file-history-snapshot',
  'queue-operation',
  'progress',
  'last-prompt',
  'permission-mode',
  'mode',
  'agent-name',
  'agent-color',
  'agent-setting',
  'tag',
  'pr-link',
  'system',
  'attachment',
  'worktree-state',
  'content-replacement',
]);
const titles = new Map([
  ['summary', 'summary'],
  ['ai-title', 'aiTitle'],
  ['custom-title', 'customTitle'],
]);

export function isClaudeCode(first: Json): boolean {
  const type = textOf(first.type) ?? '';
  if (wordOf(first.sessionId) !== undefined && (type === 'user' || type === 'assistant' || bookkeeping.has(type) || titles.has(type)))
    return true;
  return (type === 'summary' && 'leafUuid' in first) || (type === 'file-history-snapshot' && 'messageId' in first);
}

interface Session {
  readonly said: Json[];
  readonly results: Map<string, Json>;
  title?: string;
  id?: string;
  folder?: string;
}

/** The session file of one Claude Code conversation: of its tree, the branch that ends with what was said last. */
export async function* readClaudeCode(path: string, reading: Reading): AsyncGenerator<Step> {
  const lost = openTally();
  const session: Session = { said: [], results: new Map() };
  const sidechain = openTally();
  for await (const line of recordsIn(path, reading, lost)) {
    const type = textOf(line.type) ?? '?';
    const title = wordOf(line[titles.get(type) ?? '']);
    // What the person called it counts more than what a model did, wherever it stands.
    if (title !== undefined && (session.title === undefined || type !== 'summary')) session.title = title;
    else if (type === 'user' || type === 'assistant') {
      if (line.isSidechain === true) sidechain.add('sidechain', wordOf(line.agentId) ?? spoken(line));
      else addSaid(line, session);
    } else if (!bookkeeping.has(type) && !titles.has(type)) lost.add('unknown-record', type);
  }
  if (session.said.length === 0) {
    if (sidechain.list().length === 0) lost.add('empty-conversation', basename(path));
    return yield aside([...sidechain.list(), ...lost.list()]);
  }
  // A session that was resumed may repeat lines of the one before it, so its own name counts more than what they say.
  const name = basename(path, '.jsonl');
  const sourceId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(name) ? name : session.id || name;
  if (!reading.wanted(sourceId)) return;

  const draft = openDraft(reading, session.said[0]?.timestamp);
  draft.tally.addAll([...sidechain.list(), ...lost.list()]);
  const shown = branchOf(session.said);
  const left = session.said.filter(record => !shown.has(record) && !isAnswer(record) && spoken(record) !== undefined);
  draft.tally.add('branch', spoken(left[0]), left.length);
  let answer: string | undefined;
  for (const record of session.said) {
    if (!shown.has(record)) continue;
    if (answerId(record) !== answer && record.type === 'assistant') draft.thread.cut();
    if (record.type === 'assistant') answer = answerId(record);
    addRecord(record, session.results, draft);
  }
  const found = foundOf(draft, {
    source: 'claude-code',
    sourceId,
    title: session.title,
    ...(session.folder && { folder: session.folder }),
  });
  yield found ?? aside([{ kind: 'empty-conversation', count: 1, example: basename(path) }]);
}

function addSaid(line: Json, session: Session): void {
  session.id ||= wordOf(line.sessionId) ?? '';
  session.folder ||= wordOf(line.cwd) ?? '';
  session.said.push(line);
  for (const block of blocksOf(line)) {
    const id = wordOf(block.tool_use_id);
    if (block.type === 'tool_result' && id !== undefined) session.results.set(id, block);
  }
}

/** Answers to calls that ran side by side lie beside the branch, and so do the pieces of one answer; both belong to it. */
function branchOf(said: readonly Json[]): ReadonlySet<Json> {
  const byId = new Map(said.map(record => [textOf(record.uuid), record]));
  const shown = new Set<Json>();
  let at = said.findLast(record => !isAnswer(record)) ?? said.at(-1);
  // A cut of the context begins a new root, which names where it goes on from.
  while (at !== undefined && !shown.has(at)) {
    shown.add(at);
    const parent = byId.get(textOf(at.parentUuid)) ?? byId.get(textOf(at.logicalParentUuid));
    at = parent ?? (textOf(at.parentUuid) === undefined ? undefined : beforeIn(said, at));
  }
  const answers = new Set([...shown].map(answerId).filter(Boolean));
  for (const record of said) if (answers.has(answerId(record))) shown.add(record);
  return shown;
}

/** Where a parent is no message, or its line is torn, the message above it in the file is the nearest there is. */
function beforeIn(said: readonly Json[], record: Json): Json | undefined {
  return said[said.indexOf(record) - 1];
}

const answerId = (record: Json): string | undefined => (record.type === 'assistant' ? wordOf(recordOf(record.message)?.id) : undefined);
const contentOf = (record: Json): unknown => recordOf(record.message)?.content;
const blocksOf = (record: Json): readonly Json[] => recordsOf(contentOf(record));
const isAnswer = (record: Json): boolean => {
  const blocks = blocksOf(record);
  return blocks.length > 0 && blocks.every(({ type }) => type === 'tool_result');
};

function spoken(record: Json | undefined): string | undefined {
  if (record === undefined) return undefined;
  return (
    wordOf(contentOf(record)) ??
    blocksOf(record)
      .map(({ text }) => wordOf(text))
      .find(Boolean)
  );
}

/** What the program wrote in the person's name when a command was run. */
const injected =
  /^\s*<(?:local-command-[a-z]+|command-(?:name|message|args)|bash-(?:input|stdout|stderr)|system-reminder|user-memory-input)>/;

function addRecord(record: Json, results: ReadonlyMap<string, Json>, draft: Draft): void {
  const { tally, thread, pictures } = draft;
  const at = record.timestamp;
  const text = textOf(contentOf(record));
  if (record.isCompactSummary === true) return tally.add('compaction', text);
  if (record.type === 'user') {
    if (record.isMeta === true) return tally.add('hidden', spoken(record));
    const parts = text === undefined ? blocksOf(record).flatMap(partOf) : textParts(text);
    return thread.user(
      at,
      parts.filter(part => {
        const isInjected = part.kind === 'text' && injected.test(part.text ?? '');
        if (isInjected) tally.add('hidden', part.text);
        return !isInjected;
      }),
    );
  }
  const name = wordOf(recordOf(record.message)?.model);
  const model = name === undefined || name.startsWith('<') ? undefined : `anthropic/${name}`;
  thread.assistant(at, textParts(text), model);
  for (const block of blocksOf(record)) {
    if (block.type === 'thinking' && wordOf(block.thinking) === undefined) tally.add('sealed-thinking');
    else if (block.type === 'redacted_thinking') tally.add('sealed-thinking');
    else if (block.type === 'thinking') thread.assistant(at, textParts(textOf(block.thinking), 'thinking'), model);
    else if (block.type === 'tool_use' || block.type === 'server_tool_use') addCall(block, at, model);
    else thread.assistant(at, partOf(block), model);
  }

  function addCall(block: Json, when: unknown, of: string | undefined): void {
    const id = wordOf(block.id);
    const answered = id === undefined ? undefined : results.get(id);
    const result = answered && { ok: answered.is_error !== true, text: resultText(answered.content) };
    thread.call(when, { id, name: wordOf(block.name) ?? 'tool', args: argsOf(block.input), result }, of);
  }

  function resultText(content: unknown): string {
    if (typeof content === 'string') return content;
    const texts = recordsOf(listOf(content)).map(part => {
      if (part.type === 'image') tally.add('generated-image', 'tool_result');
      return textOf(part.text) ?? '';
    });
    return texts.filter(Boolean).join('\n');
  }

  function partOf(block: Json): readonly ImportedPart[] {
    const source = recordOf(block.source);
    if (block.type === 'text') return textParts(textOf(block.text));
    if (block.type === 'tool_result') return [];
    if (block.type === 'document') tally.add('attachment', wordOf(block.title) ?? textOf(source?.media_type));
    else if (block.type === 'image' && source?.type === 'base64') return pictures.ofBase64(textOf(source.data) ?? '', 'image');
    else if (block.type === 'image') tally.add('missing-image', textOf(source?.url));
    else tally.add('unknown-record', textOf(block.type));
    return [];
  }
}
