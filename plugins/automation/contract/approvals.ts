import type { Draft } from './generated.ts';

const allowed = ({ action }: Draft) => (action.kind === 'instruction' ? { access: action.access, commands: action.commands } : {});

/** Whether two drafts are allowed the same: their access, and the commands that need no question. */
export function isAllowedSame(a: Draft, b: Draft): boolean {
  const of = (draft: Draft) => {
    const { access = 'secure', commands = [] } = allowed(draft);
    return JSON.stringify([access, commands]);
  };
  return of(a) === of(b);
}

/** Whether a draft is allowed no more than the other one. */
export function isAllowedWithin(a: Draft, b: Draft): boolean {
  const [{ access, commands = [] }, other] = [allowed(a), allowed(b)];
  return (access !== 'open' || other.access === 'open') && commands.every(command => other.commands?.includes(command));
}

/** What a draft does, in which place, what sets it off, and where its result goes. */
const work = 'trigger action to kind event from id instruction where project conversation folder channel thread'.split(' ');

/** Whether two drafts do the same, in the same place, set off by the same kind of thing, with a result that goes to the same place. */
export function isSameWork(a: Draft, b: Draft): boolean {
  return JSON.stringify(a, work) === JSON.stringify(b, work);
}

/** The draft with what another one is allowed, or with nothing. */
export function allowedAs(draft: Draft, other?: Draft): Draft {
  if (draft.action.kind !== 'instruction') return draft;
  const { access: _access, commands: _commands, ...action } = draft.action;
  const { access, commands } = other === undefined ? {} : allowed(other);
  return { ...draft, action: { ...action, ...(access && { access }), ...(commands && { commands }) } };
}

/** The draft without what a run cannot use where it works: nothing of it comes back later, when it works elsewhere. */
export function fitting(draft: Draft): Draft {
  if (draft.action.kind !== 'instruction') return draft;
  const { reads, worktree, access, commands, tools, conversation, ...action } = draft.action;
  const { where } = action;
  const [isHidden, isVisible, goesOn] = (['hidden', 'visible', 'continued'] as const).map(one => one === where);
  return {
    ...draft,
    action: {
      ...action,
      ...(isHidden && reads !== undefined && { reads }),
      ...(isVisible && worktree !== undefined && { worktree }),
      ...(isVisible && access !== undefined && { access }),
      ...(isVisible && commands !== undefined && { commands }),
      ...(!isHidden && tools !== undefined && { tools }),
      ...(goesOn && conversation !== undefined && { conversation }),
    },
  };
}
