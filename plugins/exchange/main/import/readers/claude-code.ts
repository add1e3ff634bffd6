import { basename } from 'node:path';
import type { ImportedPart } from '@atelier/agent/contract';
import type { Reading, Step } from '../found.ts';
import { openTally } from '../losses.ts';
import { aside, type Draft, foundOf, openDraft } from '../parts/draft.ts';
import { recordsIn } from '../parts/lines.ts';
import { textParts } from '../parts/thread.ts';
import { argsOf, type Json, listOf, nonEmptyTextOf, recordOf, recordsOf, textOf } from '../parts/values.ts';

/** Internal records of the program, which are not messages. */
const internalTypes = new Set([
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
const titleFields = new Map([
  ['summary', 'summary'],
  ['ai-title', 'aiTitle'],
  ['custom-title', 'customTitle'],
]);

export function isClaudeCode(first: Json): boolean {
  const type = textOf(first.type) ?? '';
  if (
    nonEmptyTextOf(first.sessionId) !== undefined &&
    (type === 'user' || type === 'assistant' || internalTypes.has(type) || titleFields.has(type))
  )
    return true;
  return (type === 'summary' && 'leafUuid' in first) || (type === 'file-history-snapshot' && 'messageId' in first);
}

interface Session {
  readonly messages: Json[];
  readonly results: Map<string, Json>;
  title?: string;
  id?: string;
  folder?: string;
}

/** The session file of one Claude Code conversation: the branch of its tree that ends with the last message. */
export async function* readClaudeCode(path: string, reading: Reading): AsyncGenerator<Step> {
  const losses = openTally();
  const session: Session = { messages: [], results: new Map() };
  const sidechain = openTally();
  for await (const line of recordsIn(path, reading, losses)) {
    const type = textOf(line.type) ?? '?';
    const title = nonEmptyTextOf(line[titleFields.get(type) ?? '']);
    // Other titles take precedence over a generated summary, in any order.
    if (title !== undefined && (session.title === undefined || type !== 'summary')) session.title = title;
    else if (type === 'user' || type === 'assistant') {
      if (line.isSidechain === true) sidechain.add('sidechain', nonEmptyTextOf(line.agentId) ?? firstTextOf(line));
      else addMessageLine(line, session);
    } else if (!internalTypes.has(type) && !titleFields.has(type)) losses.add('unknown-record', type);
  }
  if (session.messages.length === 0) {
    if (sidechain.list().length === 0) losses.add('empty-conversation', basename(path));
    return yield aside([...sidechain.list(), ...losses.list()]);
  }
  // A resumed session may repeat lines of the previous one, so the file name takes precedence over the ids in the lines.
  const name = basename(path, '.jsonl');
  const sourceId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(name) ? name : session.id || name;
  if (!reading.wanted(sourceId)) return;

  const draft = openDraft(reading, session.messages[0]?.timestamp);
  draft.tally.addAll([...sidechain.list(), ...losses.list()]);
  const branch = branchOf(session.messages);
  const otherBranches = session.messages.filter(
    record => !branch.has(record) && !isToolResult(record) && firstTextOf(record) !== undefined,
  );
  draft.tally.add('branch', firstTextOf(otherBranches[0]), otherBranches.length);
  let answer: string | undefined;
  for (const record of session.messages) {
    if (!branch.has(record)) continue;
    if (answerId(record) !== answer && record.type === 'assistant') draft.thread.endAnswer();
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

function addMessageLine(line: Json, session: Session): void {
  session.id ||= nonEmptyTextOf(line.sessionId) ?? '';
  session.folder ||= nonEmptyTextOf(line.cwd) ?? '';
  session.messages.push(line);
  for (const block of blocksOf(line)) {
    const id = nonEmptyTextOf(block.tool_use_id);
    if (block.type === 'tool_result' && id !== undefined) session.results.set(id, block);
  }
}

/** Results of parallel calls and parts of one answer are siblings in the tree; all of them belong to the branch. */
function branchOf(messages: readonly Json[]): ReadonlySet<Json> {
  const byId = new Map(messages.map(record => [textOf(record.uuid), record]));
  const branch = new Set<Json>();
  let at = messages.findLast(record => !isToolResult(record)) ?? messages.at(-1);
  // A compaction starts a new root, which names its logical parent.
  while (at !== undefined && !branch.has(at)) {
    branch.add(at);
    const parent = byId.get(textOf(at.parentUuid)) ?? byId.get(textOf(at.logicalParentUuid));
    at = parent ?? (textOf(at.parentUuid) === undefined ? undefined : beforeIn(messages, at));
  }
  const answers = new Set([...branch].map(answerId).filter(Boolean));
  for (const record of messages) if (answers.has(answerId(record))) branch.add(record);
  return branch;
}

/** If the parent is not a message or its line is broken: the previous message in the file. */
function beforeIn(messages: readonly Json[], record: Json): Json | undefined {
  return messages[messages.indexOf(record) - 1];
}

const answerId = (record: Json): string | undefined =>
  record.type === 'assistant' ? nonEmptyTextOf(recordOf(record.message)?.id) : undefined;
const contentOf = (record: Json): unknown => recordOf(record.message)?.content;
const blocksOf = (record: Json): readonly Json[] => recordsOf(contentOf(record));
const isToolResult = (record: Json): boolean => {
  const blocks = blocksOf(record);
  return blocks.length > 0 && blocks.every(({ type }) => type === 'tool_result');
};

function firstTextOf(record: Json | undefined): string | undefined {
  if (record === undefined) return undefined;
  return (
    nonEmptyTextOf(contentOf(record)) ??
    blocksOf(record)
      .map(({ text }) => nonEmptyTextOf(text))
      .find(Boolean)
  );
}

/** Text that the program added to the person's messages when a command was run. */
const injectedText =
  /^\s*<(?:local-command-[a-z]+|command-(?:name|message|args)|bash-(?:input|stdout|stderr)|system-reminder|user-memory-input)>/;

function addRecord(record: Json, results: ReadonlyMap<string, Json>, draft: Draft): void {
  const { tally, thread, pictures } = draft;
  const at = record.timestamp;
  const text = textOf(contentOf(record));
  if (record.isCompactSummary === true) return tally.add('compaction', text);
  if (record.type === 'user') {
    if (record.isMeta === true) return tally.add('hidden', firstTextOf(record));
    const parts = text === undefined ? blocksOf(record).flatMap(partOf) : textParts(text);
    return thread.user(
      at,
      parts.filter(part => {
        const isInjected = part.kind === 'text' && injectedText.test(part.text ?? '');
        if (isInjected) tally.add('hidden', part.text);
        return !isInjected;
      }),
    );
  }
  const name = nonEmptyTextOf(recordOf(record.message)?.model);
  const model = name === undefined || name.startsWith('<') ? undefined : `anthropic/${name}`;
  thread.assistant(at, textParts(text), model);
  for (const block of blocksOf(record)) {
    if (block.type === 'thinking' && nonEmptyTextOf(block.thinking) === undefined) tally.add('sealed-thinking');
    else if (block.type === 'redacted_thinking') tally.add('sealed-thinking');
    else if (block.type === 'thinking') thread.assistant(at, textParts(textOf(block.thinking), 'thinking'), model);
    else if (block.type === 'tool_use' || block.type === 'server_tool_use') addCall(block, at, model);
    else thread.assistant(at, partOf(block), model);
  }

  function addCall(block: Json, when: unknown, of: string | undefined): void {
    const id = nonEmptyTextOf(block.id);
    const answered = id === undefined ? undefined : results.get(id);
    const result = answered && { ok: answered.is_error !== true, text: resultText(answered.content) };
    thread.call(when, { id, name: nonEmptyTextOf(block.name) ?? 'tool', args: argsOf(block.input), result }, of);
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
    if (block.type === 'document') tally.add('attachment', nonEmptyTextOf(block.title) ?? textOf(source?.media_type));
    else if (block.type === 'image' && source?.type === 'base64') return pictures.ofBase64(textOf(source.data) ?? '', 'image');
    else if (block.type === 'image') tally.add('missing-image', textOf(source?.url));
    else tally.add('unknown-record', textOf(block.type));
    return [];
  }
}
