import { visibleText } from '@atelier/kernel';
import type { ToolCall } from '../store/rows.ts';
import type { ThreadTexts } from '../toasts.ts';
import { isEdit, kindOf } from './tool-kinds.ts';

type Outcome = NonNullable<ToolCall['outcome']>;

/** Tools of memories: their words say whether it was done, since an answer may say so anyway. */
const ofMemory = [
  ...(['memory_search', 'memory_get', 'memory_list', 'memory_stats', 'memory_mark_used'] as const),
  ...(['memory_upsert', 'memory_update', 'memory_delete'] as const),
];
/** Tools of Atelier that are no work on files: what each does, whatever came of it. */
const owns = ['delegate', 'update_tasks', 'get_access_mode', ...ofMemory] as const;

/** What a call does or came to, in one or two words. */
export function verbOf(call: ToolCall, text: ThreadTexts): string {
  const { name, state } = call;
  const kind = kindOf(name);
  if (state === 'waiting' || state === 'refused' || state === 'stopped' || state === 'cut') return text.of(`threadTool.${state}`);
  const unmade = state === 'failed' ? ofMemory.find(one => one === name) : undefined;
  if (unmade !== undefined) return text.of(`threadTool.unmade.${unmade}`);
  if (kind === 'other') return nameOf(name, text);
  if (state === 'running') return text.of(`threadTool.now.${kind}`);
  // A command that ran and failed has a code that says so.
  if (state === 'failed' && (kind !== 'run' || call.outcome?.exitCode === undefined)) return text.of(`threadTool.failed.${kind}`);
  return kind === 'edit' ? text.of(`threadFile.${changeOf(call)}`) : text.of(`threadTool.then.${kind}`);
}

/** What a tool is called: in words, if it is one of Atelier's. */
export function nameOf(name: string, text: ThreadTexts): string {
  const own = owns.find(one => one === name);
  return own === undefined ? visibleText(name, 'code') : text.of(`threadTool.own.${own}`);
}

/** What an edit made of its file. */
function changeOf({ args, outcome }: ToolCall): 'added' | 'modified' | 'removed' | 'same' {
  const own = ownFile(args, outcome);
  if (own !== undefined) return own.kind;
  if (outcome?.created === true) return 'added';
  return outcome?.added === 0 && outcome.removed === 0 ? 'same' : 'modified';
}

/** The file that an edit is about, among those that it changed. */
export function ownFile(args: ToolCall['args'], outcome: ToolCall['outcome']) {
  return outcome?.files?.find(({ path }) => path === args.path) ?? outcome?.files?.[0];
}

/** The lines that an edit added and removed; undefined if nothing is known of them. */
export function countsOf({ name, args, outcome, state }: ToolCall): { readonly added: number; readonly removed: number } | undefined {
  if (!isEdit(name) || state !== 'done') return undefined;
  const { added, removed } = ownFile(args, outcome) ?? outcome ?? {};
  return added === undefined && removed === undefined ? undefined : { added: added ?? 0, removed: removed ?? 0 };
}

/** Who decided about a call. Of an outcome that was stored without it, the words of then. */
export function decisionText({ decided, rule }: Outcome, text: ThreadTexts): string | undefined {
  if (decided === undefined) return rule;
  const { allowed, by, scope = 'once', extension = '', said } = decided;
  if (by === 'rule') return decided.rule === undefined ? rule : ruleText(decided.rule, text);
  if (by === 'person' && allowed) return text.of(`threadAllowed.${scope}`);
  const why = text.of(`threadDecided.${by}`, { extension: visibleText(extension, 'name') });
  return said === undefined ? why : text.of('threadDecidedSaid', { why, said: visibleText(said, 'prose') });
}

function ruleText({ decision, tool, pattern, scope }: NonNullable<NonNullable<Outcome['decided']>['rule']>, text: ThreadTexts): string {
  const anything = text.of('threadRule.anything');
  return text.of('threadDecided.rule', {
    decision: text.of(`threadRule.${decision}`),
    tool: tool === '*' ? anything : tool,
    pattern: pattern ?? anything,
    scope: text.of(`threadRule.${scope}`),
  });
}

/** Why a call failed; undefined if only its output says so. */
export function failureText({ failure }: Outcome, text: ThreadTexts): string | undefined {
  if (failure === undefined) return undefined;
  const { code, count = 0 } = failure;
  return text.of(`threadFailure.${code}`, { count });
}

const unrun = new Set(['folderMissing', 'toolMissing', 'argumentsWrong', 'argumentsCut', 'changed']);

/** Whether a command was never run, so that nothing in its outcome was printed by it. */
export function isUnrun({ failure, exitCode }: Partial<Outcome> = {}): boolean {
  return failure !== undefined && exitCode === undefined && unrun.has(failure.code);
}

/** What a command printed, without the line that the engine adds for the model: the row says that already. */
export function printed(text: string): string {
  return text
    .replace(/(?<!\n)\n*Command (?:exited with code \d+|timed out after [\d.]+ seconds|aborted|terminated without an exit code)\s*$/, '')
    .replace(/(?<!\n)\n+$/, '');
}
