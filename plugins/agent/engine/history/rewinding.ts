import type { AgentSession } from '@earendil-works/pi-coding-agent';
import { errors } from '../errors.ts';
import type { DroppedCall, EngineCalls } from '../protocol.ts';
import { branchOf, isCut, omittedIn, placeOf, resultsOf } from './branch.ts';
import { type History, type Placed, readEntries, readHistory } from './history.ts';
import { fieldsOf, type Light } from './light.ts';
import { appendEntries, type Written } from './write.ts';

/** Stands where a conversation went back, or forward again, because the last entry of a file decides which branch is opened. */
export const rewoundMark = 'atelier.rewound';

type Rewound = EngineCalls['rewind']['result'];

/** Takes a conversation back to before an entry. `session` is its runtime where there is one; else only the file is written to. */
export async function rewind({ sessionFile, entry }: EngineCalls['rewind']['params'], session: AgentSession | undefined): Promise<Rewound> {
  const history = await writable(sessionFile);
  const leaf = history.entries.at(-1);
  const { kept, dropped } = parted(history, entry);
  if (leaf === undefined) throw errors['agent/entry-missing']({ file: sessionFile, entry });
  const tools = await callsIn(history, dropped);
  goTo(history, kept, session, { from: leaf.id, before: entry });
  return { leaf: leaf.id, tools, cut: isCut(kept) };
}

/** Goes to an entry of the file, on whichever branch it is. */
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

/** The calls of tools that a rewind would take back. */
export async function callsAfter({ sessionFile, entry }: EngineCalls['callsAfter']['params']): Promise<readonly DroppedCall[]> {
  const history = await readHistory(sessionFile);
  return await callsIn(history, parted(history, entry).dropped);
}

/** The branch up to a message of the person's, or up to the answer that a message of the model's is part of, and the rest. */
function parted(history: History, entry: string): { readonly kept: readonly Placed[]; readonly dropped: readonly Placed[] } {
  const { entries } = branchOf(history);
  const place = placeOf(entries, entry, history.file);
  const role = entries[place]?.role;
  if (role !== 'user' && role !== 'assistant') throw errors['agent/no-rewind-here']({ entry });
  const asked = entries.slice(0, place).findLastIndex(one => one.role === 'user');
  const from = role === 'user' ? place : entries.findIndex((one, at) => at > asked && one.role === 'assistant');
  return { kept: entries.slice(0, from), dropped: entries.slice(from) };
}

async function callsIn({ file }: History, branch: readonly Placed[]): Promise<readonly DroppedCall[]> {
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

function goTo(history: History, kept: readonly Placed[], session: AgentSession | undefined, data: object): void {
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

/** As the engine reads them out of a branch. */
function settingsOf(branch: readonly Light[]): Settings {
  return {
    model: branch.findLast(({ model }) => model !== undefined)?.model,
    thinkingLevel: branch.findLast(({ thinkingLevel }) => thinkingLevel !== undefined)?.thinkingLevel,
  };
}

/** What the person has set stays as it is, wherever the conversation goes. */
function changes(then: Settings, { model, thinkingLevel }: Settings): readonly Written[] {
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
