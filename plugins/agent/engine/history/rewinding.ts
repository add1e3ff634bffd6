import type { AgentSession } from '@earendil-works/pi-coding-agent';
import { errors } from '../errors.ts';
import type { DroppedCall, EngineCalls } from '../protocol.ts';
import { branchOf, isCut, omittedIn, placeOf, resultsOf } from './branch.ts';
import { type EntrySummary, fieldsOf } from './entry-summary.ts';
import { type History, type IndexedEntry, readEntries, readHistory } from './history.ts';
import { appendEntries, type NewEntry } from './write.ts';

/** The type of the entry that a rewind or redo appends, because the last entry of a file decides which branch is opened. */
export const rewoundMark = 'atelier.rewound';

type Rewound = EngineCalls['rewind']['result'];

/** Takes a conversation back to before an entry: in its open `session`, or else only in its file. */
export async function rewind({ sessionFile, entry }: EngineCalls['rewind']['params'], session: AgentSession | undefined): Promise<Rewound> {
  const history = await writable(sessionFile);
  const leaf = history.entries.at(-1);
  const { kept, dropped } = splitBefore(history, entry);
  if (leaf === undefined) throw errors['agent/entry-missing']({ file: sessionFile, entry });
  const tools = await callsIn(history, dropped);
  goTo(history, kept, session, { from: leaf.id, before: entry });
  return { leaf: leaf.id, tools, cut: isCut(kept) };
}

/** Goes to an entry of the file on any branch. */
export async function redo(
  { sessionFile, leaf }: EngineCalls['redo']['params'],
  session: AgentSession | undefined,
): Promise<EngineCalls['redo']['result']> {
  const history = await writable(sessionFile);
  const found = history.byId.get(leaf);
  if (found === undefined) throw errors['agent/entry-missing']({ file: sessionFile, entry: leaf });
  const { entries } = branchOf(history, found);
  goTo(history, entries, session, { from: history.entries.at(-1)?.id, to: leaf });
  return { cut: isCut(entries) };
}

/** The tool calls that a rewind would take back. */
export async function callsAfter({ sessionFile, entry }: EngineCalls['callsAfter']['params']): Promise<readonly DroppedCall[]> {
  const history = await readHistory(sessionFile);
  return await callsIn(history, splitBefore(history, entry).dropped);
}

/** Splits the branch before a message of the person, or before the whole answer that a message of the model belongs to. */
function splitBefore(
  history: History,
  entry: string,
): { readonly kept: readonly IndexedEntry[]; readonly dropped: readonly IndexedEntry[] } {
  const { entries } = branchOf(history);
  const place = placeOf(entries, entry, history.file);
  const role = entries[place]?.role;
  if (role !== 'user' && role !== 'assistant') throw errors['agent/no-rewind-here']({ entry });
  const lastPrompt = entries.slice(0, place).findLastIndex(message => message.role === 'user');
  const from = role === 'user' ? place : entries.findIndex((message, at) => at > lastPrompt && message.role === 'assistant');
  return { kept: entries.slice(0, from), dropped: entries.slice(from) };
}

async function callsIn({ file }: History, branch: readonly IndexedEntry[]): Promise<readonly DroppedCall[]> {
  const omitted = omittedIn(branch);
  const calling = branch.flatMap((entry, place) => (entry.calls && !omitted.has(entry.id) ? [{ entry, place }] : []));
  const found: DroppedCall[] = [];
  for (const { entry, place } of calling) {
    const results = resultsOf(branch, place);
    const [whole] = await readEntries<Record<string, unknown>>(file, [entry]);
    const { content } = fieldsOf(whole?.message);
    for (const part of Array.isArray(content) ? content : []) {
      const { type, id: tool, name, arguments: args } = fieldsOf(part);
      if (type !== 'toolCall' || typeof tool !== 'string') continue;
      const ok = results.find(({ answers }) => answers === tool)?.ok;
      found.push({ tool, name: String(name), args: fieldsOf(args), ...(ok !== undefined && { ok }) });
    }
  }
  return found;
}

function goTo(history: History, kept: readonly IndexedEntry[], session: AgentSession | undefined, data: object): void {
  const target = kept.at(-1)?.id;
  const now = settingsOf(branchOf(history).entries);
  const then = settingsOf(kept);
  if (session === undefined) {
    appendEntries(history, target, [{ type: 'custom', customType: rewoundMark, data }, ...changes(then, now)]);
    return;
  }
  const { sessionManager } = session;
  if (target === undefined) sessionManager.resetLeaf();
  else sessionManager.branch(target);
  sessionManager.appendCustomEntry(rewoundMark, data);
  for (const change of changes(then, now)) {
    if (change.type === 'model_change') sessionManager.appendModelChange(String(change.provider), String(change.modelId));
    else sessionManager.appendThinkingLevelChange(String(change.thinkingLevel));
  }
  session.refreshContext();
}

interface Settings {
  readonly model: string | undefined;
  readonly thinkingLevel: string | undefined;
}

/** Reads the settings out of a branch in the same way as the engine. */
function settingsOf(branch: readonly EntrySummary[]): Settings {
  return {
    model: branch.findLast(({ model }) => model !== undefined)?.model,
    thinkingLevel: branch.findLast(({ thinkingLevel }) => thinkingLevel !== undefined)?.thinkingLevel,
  };
}

/** The entries that keep the person's present settings after going to another branch. */
function changes(then: Settings, { model, thinkingLevel }: Settings): readonly NewEntry[] {
  const slash = model?.indexOf('/') ?? -1;
  return [
    ...(model !== undefined && model !== then.model
      ? [{ type: 'model_change' as const, provider: model.slice(0, slash), modelId: model.slice(slash + 1) }]
      : []),
    ...(thinkingLevel !== undefined && thinkingLevel !== then.thinkingLevel
      ? [{ type: 'thinking_level_change' as const, thinkingLevel }]
      : []),
  ];
}

async function writable(file: string): Promise<History> {
  const history = await readHistory(file);
  if (history.isNewer) throw errors['agent/session-newer']({ file });
  return history;
}
