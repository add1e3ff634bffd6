import { allowedAs, type Draft, isAllowedSame, isAllowedWithin, isSameWork, type Rule } from '../../contract/index.ts';
import { withTitle } from '../rule/blank.ts';
import { isWhole } from '../words.ts';

/** The place of a rule that is not saved yet among those that are. */
export const unsaved = 'new';

/** What the person changed of a rule and has not saved. */
export interface Edit {
  /** The sentence in its box. */
  readonly text: string;
  /** The text that the draft was read from; another one than `text` is not read yet. Left out where fields were changed. */
  readonly read?: string;
  readonly draft?: Draft;
  /** Chosen by the person, so that no sentence changes it. */
  readonly title?: string;
  /** The draft to which the person gave more since the change began: that is for what this one does, and for nothing else. */
  readonly approvedFor?: Draft;
  /** The draft from which the person took something since. */
  readonly narrowed?: Draft;
  /** What the rule did when the change began. */
  readonly base?: Draft;
}

/** What the view keeps while its window is open. */
export interface Kept {
  readonly selected?: string;
  readonly edits?: Readonly<Record<string, Edit>>;
}

const most = 8;

/** The edits with one more, or without it. Only the newest ones are kept: a view may keep little. */
export function withEdit(edits: Readonly<Record<string, Edit>>, id: string, edit: Edit | undefined): Readonly<Record<string, Edit>> {
  const others = Object.entries(edits).filter(([of]) => of !== id);
  return Object.fromEntries([...others, ...(edit === undefined ? [] : [[id, edit] as const])].slice(-most));
}

/** The rule that is gone with words of the person on it, where they can become those of a new one. */
export function orphanOf(edits: Kept['edits'] & object, rules: readonly Pick<Rule, 'id'>[]): string | undefined {
  if (unsaved in edits) return undefined;
  return Object.keys(edits).find(id => rules.every(rule => rule.id !== id));
}

/** The words on a rule that is gone as those of a new one, for which nothing was allowed. */
export function asNew(edits: Readonly<Record<string, Edit>>, gone: string): Readonly<Record<string, Edit>> {
  const { [gone]: { text, draft, ...edit } = { text: '' }, ...others } = edits;
  const { read, title }: Partial<Edit> = edit;
  const words = { text, ...(read !== undefined && { read }), ...(title !== undefined && { title }) };
  return { ...others, [unsaved]: { ...words, ...(draft && { draft: allowedAs(draft) }) } };
}

/** The draft that a changed sentence means: what no sentence says is kept from the rule as it was. */
export function mergedDraft(understood: Draft, before: Draft | undefined, title: string | undefined): Draft {
  const { trigger, action } = understood;
  const [was, due] = [before?.action, before?.trigger];
  const isSameInterval = trigger.kind === 'every' && due?.kind === 'every' && due.everyMs === trigger.everyMs;
  return {
    ...understood,
    title: title ?? understood.title,
    ...(before?.to !== undefined && understood.to === undefined && { to: before.to }),
    // The same interval goes on from where it began.
    trigger: isSameInterval ? due : trigger,
    action: action.kind === 'instruction' && was?.kind === 'instruction' ? withUnsaid(action, was) : action,
  };
}

const mostCommands = 20;

/** The change that lets a rule run these commands without a question; undefined where a rule gives none. It counts once it is saved. */
export function withCommands(edit: Edit | undefined, rule: Rule, commands: readonly string[]): Edit | undefined {
  const draft = edit?.draft ?? rule.draft;
  if (draft === undefined || !givesCommands(draft)) return undefined;
  const { sentence = '', action, ...rest } = draft;
  const all = [...new Set([...(action.commands ?? []), ...commands])].slice(0, mostCommands);
  const { read: _read, ...before } = edit ?? { text: sentence, ...(rule.draft && { base: rule.draft }) };
  const allowing: Draft = { ...rest, action: { ...action, commands: all } };
  return { ...before, approvedFor: allowing, draft: allowing };
}

/** Whether a run of it may be given commands that need no question. */
export function givesCommands(draft: Draft | undefined): draft is Draft & { readonly action: Instruction } {
  return draft?.action.kind === 'instruction' && draft.action.where === 'visible';
}

/** The first of the drafts with something that its sentence may not be able to say: what it waits for, whether it runs, or what it does. */
export function unsaidIn(drafts: readonly (Draft | undefined)[]): Draft | undefined {
  const has = ({ conditions = [], trigger, action }: Draft) =>
    conditions.length > 0 || trigger.kind === 'extension' || (action.kind !== 'instruction' && action.kind !== 'notify');
  const found = drafts.find(draft => draft !== undefined && has(draft));
  return found && (isWhole(withTitle(found)) ? withTitle(found) : undefined);
}

type Instruction = Extract<Draft['action'], { kind: 'instruction' }>;

function withUnsaid(said: Instruction, was: Instruction): Instruction {
  const { where, conversation, kind: _kind, instruction: _instruction, ...rest } = was;
  const goesOn = where === 'continued' && said.where === 'hidden';
  return { ...rest, ...said, ...(goesOn && { where }), ...(goesOn && conversation !== undefined && { conversation }) };
}

type Chosen = Pick<Edit, 'approvedFor' | 'narrowed' | 'base'>;

/** Whether the person has chosen what the draft is allowed for what it does now. */
export const isApproved = ({ approvedFor, draft }: Edit): boolean =>
  approvedFor !== undefined && draft !== undefined && isSameWork(approvedFor, draft);

/** The draft as it is allowed: what was allowed is of the action that it was given for, by the person since or before the change began. */
export function withAllowed(draft: Draft, { approvedFor, narrowed, base }: Chosen): Draft {
  // Of one that is not saved yet, what was chosen since counts just as well.
  if ((base ?? approvedFor ?? narrowed) === undefined) return draft;
  const given = [approvedFor, narrowed, base].find(one => one !== undefined && isSameWork(one, draft));
  const allowed = allowedAs(draft, given);
  // As it was written, where it says the same.
  return isAllowedSame(allowed, draft) ? draft : allowed;
}

/** What the person has chosen with a change in the fields: only where it does the same as before, and only more is a choice to be asked for. */
function chosenIn(filled: Draft, was: Draft | undefined, edit: Edit | undefined): Omit<Chosen, 'base'> {
  const { approvedFor, narrowed } = edit ?? {};
  const before = { ...(approvedFor && { approvedFor }), ...(narrowed && { narrowed }) };
  if (was === undefined || isAllowedSame(was, filled) || !isSameWork(was, filled)) return before;
  const isOfApproved = approvedFor !== undefined && isSameWork(approvedFor, filled);
  return { ...before, ...(isOfApproved || !isAllowedWithin(filled, was) ? { approvedFor: filled } : { narrowed: filled }) };
}

interface Before extends Pick<Edit, 'base'> {
  readonly was: Draft | undefined;
  /** The sentence in its box. */
  readonly text: string;
  readonly edit: Edit | undefined;
}

/** What the person has changed in the fields. The sentence follows them; a new name changes no word of it. */
export function filledEdit(filled: Draft, { was, text, edit, base }: Before): Edit {
  const chosen = chosenIn(filled, was, edit);
  const draft = withAllowed(filled, { ...chosen, ...(base !== undefined && { base }) });
  const { title } = draft;
  const { sentence: _sentence, ...rest } = draft;
  const isNamed = edit?.title !== undefined || (was !== undefined && was.title !== title);
  const isOnlyName = was !== undefined && JSON.stringify({ ...was, title }) === JSON.stringify(draft);
  const isRead = isOnlyName && (edit === undefined || edit.read === edit.text);
  return {
    ...{ text, ...(base !== undefined && { base }), ...chosen, ...(isNamed && title !== '' && { title }) },
    ...(isRead ? { read: text, draft } : { draft: rest }),
  };
}
