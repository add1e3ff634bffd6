import type { Draft } from '../../contract/index.ts';

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

/** The draft that a changed sentence means: what no sentence says is kept from the rule as it was. */
export function mergedDraft(understood: Draft, before: Draft | undefined, title: string | undefined): Draft {
  const { trigger, action } = understood;
  const [was, due] = [before?.action, before?.trigger];
  const isSameInterval = trigger.kind === 'every' && due?.kind === 'every' && due.everyMs === trigger.everyMs;
  return {
    ...understood,
    title: title ?? understood.title,
    ...(before?.to !== undefined && { to: before.to }),
    // The same interval goes on from where it began.
    trigger: isSameInterval ? due : trigger,
    action: action.kind === 'instruction' && was?.kind === 'instruction' ? { ...action, ...unsaid(was, action.where) } : action,
  };
}

type Instruction = Extract<Draft['action'], { kind: 'instruction' }>;

function unsaid({ project, model, reads, where, worktree, conversation }: Instruction, said: Instruction['where']): Partial<Instruction> {
  const goesOn = where === 'continued' && said === 'hidden';
  return {
    ...(project !== undefined && { project }),
    ...(model !== undefined && { model }),
    ...(reads !== undefined && { reads }),
    ...(worktree !== undefined && { worktree }),
    ...(goesOn && { where }),
    ...(goesOn && conversation !== undefined && { conversation }),
  };
}
