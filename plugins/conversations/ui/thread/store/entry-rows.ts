import type { Entry, Part, ToolOutcome } from '@atelier/agent/contract';
import { splitAttached } from '../../../contract/index.ts';
import { type LiveMessage, type LiveParts, partsOf } from './live.ts';
import type { Look } from './look.ts';
import type { FileRow, Row, ToolCall, ToolRow } from './rows.ts';

export interface RowParts {
  readonly live: LiveParts;
  readonly look: Look;
  /** Whether a turn is running; then a call without an outcome is running. */
  readonly isRunning: boolean;
  /** The prefix of an entry's row keys. */
  keyOf(entry: string): string;
}

/** The rows of one entry, in order. */
export function entryRows(entry: Entry, parts: RowParts): readonly Row[] {
  const base = parts.keyOf(entry.id);
  if (entry.kind === 'user') return [userRow(entry, base, parts.look)];
  if (entry.kind === 'compaction') {
    const { text = '', undoable = false } = entry;
    return [{ kind: 'fold', key: base, entry: entry.id, text, undoable, isOpen: parts.look.isOpen(base, false), isRunning: false }];
  }
  if (entry.kind === 'notice')
    return [
      {
        ...{ kind: 'notice', key: base, entry: entry.id, text: entry.text ?? '', reason: undefined, canGoOn: false },
        ...{ problem: entry.problem, from: entry.from },
      },
    ];
  const rows = (entry.parts ?? []).flatMap((part, index) => partRows(entry, part, index, base, parts));
  const { stopped, problem } = entry;
  // A call that was cut says so itself.
  const isCut = stopped === 'cut' && entry.parts?.some(({ kind }) => kind === 'tool') !== true;
  if (stopped === 'stopped' || stopped === 'length' || isCut)
    rows.push({ kind: 'notice', key: `${base} end`, entry: entry.id, text: undefined, reason: stopped, canGoOn: false });
  if (problem !== undefined) rows.push({ kind: 'problem', key: `${base} end`, entry: entry.id, problem, isCut: false, isLast: false });
  return rows;
}

/** The rows of a message that is still being written. */
export function liveRows(message: LiveMessage, parts: RowParts): readonly Row[] {
  if (message.role === 'user') return [];
  const entry: Entry = { id: message.id, kind: 'assistant', at: message.at, ...(message.model !== undefined && { model: message.model }) };
  const written = partsOf(message);
  const last = written.at(-1)?.index;
  const rows = written.flatMap(part =>
    partRows(entry, part, part.index, message.id, parts, part.index === last && message.tools.length === 0),
  );
  const tools = message.tools.map(tool => toolRow({ kind: 'tool', tool }, undefined, parts));
  return [...rows, ...tools];
}

function userRow({ id, at, sentBy, parts = [] }: Entry, key: string, look: Look): Row {
  const written = parts.flatMap(part => (part.kind === 'text' ? [part.text ?? ''] : [])).join('\n');
  const { text, attached } = splitAttached(written);
  const pictures = parts.flatMap((part, index) =>
    part.kind === 'image' ? [{ part: index, mimeType: part.mimeType, data: part.data }] : [],
  );
  return {
    kind: 'user',
    key,
    entry: id,
    sentBy,
    text,
    attached,
    pictures,
    at,
    isEditing: look.editing === key,
    isMarked: look.marked === id,
    isWhole: look.isOpen(`${key} whole`, false),
    versions: look.versions.get(id),
  };
}

function partRows(entry: Entry, part: Part, index: number, base: string, parts: RowParts, isLive = false): Row[] {
  const key = `${base} ${index}`;
  const { look, live } = parts;
  if (part.kind === 'tool') {
    const row = toolRow(part, entry.id, parts);
    return [row, ...fileRows(row)];
  }
  const { text = '' } = part;
  if (text.trim() === '') return [];
  if (part.kind === 'thinking') {
    if (!look.showThinking && !isLive) return [];
    const milliseconds = live.thought.get(`${entry.id} ${index}`);
    return [{ kind: 'thought', key, entry: entry.id, text, isLive, isOpen: look.isOpen(key, isLive), milliseconds }];
  }
  if (part.kind === 'image') return [];
  const { at, model, usage } = entry;
  return [
    {
      kind: 'say',
      key,
      entry: entry.id,
      text,
      at,
      isLive,
      isMarked: look.marked === entry.id,
      model,
      usage,
      isEnd: !isLive && isLastText(entry, index),
    },
  ];
}

/** Whether this is the last text of an answer. */
function isLastText({ parts = [], stopped }: Entry, index: number): boolean {
  return stopped !== undefined && stopped !== 'tool' && parts.findLastIndex(({ kind }) => kind === 'text') === index;
}

function toolRow(part: Part, entry: string | undefined, parts: RowParts): ToolRow {
  const { look, live, isRunning } = parts;
  const { tool = '' } = part;
  const known = live.tools.get(tool);
  const outcome = part.outcome ?? known?.outcome;
  const state = outcome !== undefined ? endOf(outcome) : isRunning ? 'running' : 'cut';
  const call: ToolCall = {
    tool,
    name: part.name ?? known?.name ?? '',
    args: part.args ?? known?.args ?? {},
    state,
    outcome,
    output: outcome === undefined ? (known?.output ?? '') : '',
    startedAt: known?.startedAt,
  };
  const key = `tool ${tool}`;
  const seconds = state === 'running' && known !== undefined ? Math.max(0, Math.round((look.now - known.startedAt) / 1000)) : undefined;
  const isMarked = entry !== undefined && look.marked === entry;
  const isOpen = look.isOpen(key, look.density === 'open' || (look.density !== 'compact' && (state === 'failed' || state === 'refused')));
  return { kind: 'tool', key, entry, call, isOpen, isMarked, isWhole: look.isOpen(`${key} whole`, false), seconds };
}

function endOf({ ok, decided, stopped }: ToolOutcome): ToolCall['state'] {
  if (ok) return 'done';
  if (stopped === true) return 'stopped';
  return decided?.allowed === false ? 'refused' : 'failed';
}

/** The files that a call changed besides the file that its own row names. */
function fileRows({ key, entry, call }: ToolRow): readonly FileRow[] {
  const files = call.outcome?.files ?? [];
  const isOwn = call.name === 'edit' || call.name === 'write';
  return files
    .filter(({ path }, at) => !(isOwn && (path === call.args.path || (at === 0 && files.length === 1))))
    .map(file => ({ kind: 'file', key: `${key} ${file.path}`, entry, file }));
}
