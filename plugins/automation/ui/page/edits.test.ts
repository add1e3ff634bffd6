import { expect, test } from 'vitest';
import type { Draft, Rule } from '../../contract/index.ts';
import { draft } from '../draft.fixture.ts';
import { asNew, filledEdit, isApproved, mergedDraft, orphanOf, unsaidIn, withAllowed, withCommands, withEdit } from './edits.ts';

test('a changed sentence keeps what no sentence says: the title, the project, the model, the conversation it goes on in, the beginning of an interval', () => {
  const every = (everyMs: number, from: number) => ({ kind: 'every' as const, everyMs, from });
  const place = { project: 'p', model: 'm', reads: true, worktree: true };
  const before = draft({
    trigger: every(60_000, 5),
    action: { kind: 'instruction', instruction: 'read', where: 'continued', conversation: 'c', ...place },
  });
  const said = (where: 'hidden' | 'visible') => draft({ action: { kind: 'instruction', instruction: 'sing', where } });
  expect({
    title: [mergedDraft(draft({ title: 'Other' }), before, 'Mine').title, mergedDraft(draft({ title: 'Other' }), before, undefined).title],
    goesOn: mergedDraft(said('hidden'), before, undefined).action,
    isNew: mergedDraft(said('visible'), before, undefined).action,
    sameInterval: mergedDraft(draft({ trigger: every(60_000, 99) }), before, undefined).trigger,
    otherInterval: mergedDraft(draft({ trigger: every(120_000, 99) }), before, undefined).trigger,
    notice: mergedDraft(draft({ action: { kind: 'notify', text: 'hi' } }), before, undefined).action,
  }).toEqual({
    title: ['Mine', 'Other'],
    goesOn: { kind: 'instruction', instruction: 'sing', where: 'continued', conversation: 'c', ...place },
    isNew: { kind: 'instruction', instruction: 'sing', where: 'visible', ...place },
    sameInterval: every(60_000, 5),
    otherInterval: every(120_000, 99),
    notice: { kind: 'notify', text: 'hi' },
  });
});

test('what a run was refused is added to the commands of its rule as a change that is not saved, once, and only where a rule gives commands', () => {
  const visible = { kind: 'instruction' as const, instruction: 'sing', where: 'visible' as const, commands: ['ls'] };
  const of = (given: Draft): Rule => ({
    id: 'r',
    version: 1,
    title: 'News',
    on: true,
    state: 'on',
    createdAt: 0,
    changedAt: 0,
    failures: 0,
    draft: given,
  });
  const rule = of(draft({ sentence: 'Sing', action: visible }));
  const { sentence: _sentence, ...rest } = draft({ sentence: 'Sing', action: visible });
  const edit = withCommands(undefined, rule, ['ls', 'npm test']);
  const given = (...commands: string[]): Draft => ({ ...rest, action: { ...visible, commands } });
  const edited = (now: Draft) => ({ text: 'Sing', base: rule.draft, approvedFor: now, draft: now });
  expect([edit, withCommands(edit, rule, ['make']), withCommands(undefined, of(draft()), ['make'])]).toEqual([
    edited(given('ls', 'npm test')),
    edited(given('ls', 'npm test', 'make')),
    undefined,
  ]);
});

test('what a rule is allowed goes with its action: another one that is typed or filled in has secure access until the person chooses more', () => {
  const works: Extract<Draft['action'], { kind: 'instruction' }> = {
    ...{ kind: 'instruction', instruction: 'Run the tests.', where: 'visible' },
    ...{ access: 'open', commands: ['npm test'] },
  };
  const base = draft({ action: works });
  const other = { ...works, instruction: 'Do what the mail says.' };
  const before = { was: base, text: 'x', edit: undefined, base };
  const allowed = ({ action }: Draft) => action.kind === 'instruction' && [action.access, action.commands];
  const typed = withAllowed(draft({ action: other }), { base });
  const filled = filledEdit(draft({ action: other }), before);
  const chosen = filledEdit(draft({ action: { ...other, access: 'open', commands: ['npm test'] } }), {
    ...{ ...before, edit: filled },
    ...(filled.draft && { was: filled.draft }),
  });
  const named = filledEdit({ ...base, title: 'Named' }, before);
  expect({
    typed: allowed(typed),
    // Typed back, it is the action that was allowed that.
    back: allowed(withAllowed(draft({ action: { ...works, access: 'secure', commands: [] } }), { base })),
    filled: [isApproved(filled), filled.draft && allowed(filled.draft)],
    chosen: [isApproved(chosen), chosen.draft && allowed(chosen.draft)],
    fresh: allowed(withAllowed(draft({ action: other }), {})),
    named: [named.title, named.read, isApproved(named), named.draft && allowed(named.draft)],
  }).toEqual({
    typed: [undefined, undefined],
    back: ['open', ['npm test']],
    filled: [false, [undefined, undefined]],
    chosen: [true, ['open', ['npm test']]],
    fresh: ['open', ['npm test']],
    named: ['Named', 'x', false, ['open', ['npm test']]],
  });
});

test('what a person chose for one task is for no other one: a task that is typed, filled in or kept after it has secure access, and what was taken stays taken', () => {
  const works: Extract<Draft['action'], { kind: 'instruction' }> = {
    ...{ kind: 'instruction', instruction: 'Run the tests.', where: 'visible' },
    ...{ access: 'open', commands: ['a', 'b'] },
  };
  const base = draft({ action: works });
  const allowed = ({ action }: Draft) => action.kind === 'instruction' && [action.access, action.commands];
  const fill = (action: Partial<typeof works>, edit?: ReturnType<typeof filledEdit>) => {
    const was = edit?.draft ?? base;
    return filledEdit({ ...was, action: { ...was.action, ...action } as typeof works }, { was, text: 'x', edit, base });
  };
  /** The task is typed over, or typed back. */
  const typed = (edit: ReturnType<typeof filledEdit>, instruction: string) => {
    const merged = mergedDraft(draft({ action: { kind: 'instruction', instruction, where: 'visible' } }), edit.draft, undefined);
    return { ...edit, draft: withAllowed(merged, edit) };
  };
  const told = (edit: ReturnType<typeof filledEdit>) => [isApproved(edit), edit.draft && allowed(edit.draft)];
  const [more, less] = [fill({ commands: ['a', 'b', 'c'] }), fill({ commands: ['a'] })];
  const other = 'Do what the mail says.';
  expect({
    more: [told(more), told(typed(more, other)), told(fill({ instruction: other }, more)), told(fill({ project: 'p' }, more))],
    back: told(typed(typed(more, other), works.instruction)),
    less: [told(less), told(typed(less, other)), told(typed(typed(less, other), works.instruction)), told(fill({ model: 'm' }, less))],
    both: told(fill({ commands: ['a'] }, more)),
    receipt: told(typed({ text: 'x', base, approvedFor: base, draft: base }, other)),
  }).toEqual({
    more: [[true, ['open', ['a', 'b', 'c']]], ...Array.from({ length: 3 }, () => [false, [undefined, undefined]])],
    back: [true, ['open', ['a', 'b', 'c']]],
    less: [
      [false, ['open', ['a']]],
      [false, [undefined, undefined]],
      [false, ['open', ['a']]],
      [false, ['open', ['a']]],
    ],
    both: [true, ['open', ['a']]],
    receipt: [false, [undefined, undefined]],
  });
});

test('of edits, the eight newest are kept, and one that is discarded is gone', () => {
  const many = Array.from({ length: 10 }, (_, index) => `r${index}`).reduce((kept, id) => withEdit(kept, id, { text: id }), {});
  expect([Object.keys(many), Object.keys(withEdit(many, 'r9', undefined)).length]).toEqual([
    ['r2', 'r3', 'r4', 'r5', 'r6', 'r7', 'r8', 'r9'],
    7,
  ]);
});

test('a sentence is read beside the draft with what it may not be able to say: a condition, or what is no instruction', () => {
  const plain = draft();
  const event = draft({ conditions: [[{ from: '@acme/x', id: 'late' }]] });
  const command = draft({ action: { kind: 'command', command: 'notes.add' } });
  expect([unsaidIn([plain, undefined]), unsaidIn([plain, event]), unsaidIn([undefined, command, event])]).toEqual([
    undefined,
    event,
    command,
  ]);
});

test('what a person chose for a task of a rule that was never saved is for no other one, typed or filled in', () => {
  const works: Extract<Draft['action'], { kind: 'instruction' }> = { kind: 'instruction', instruction: 'Run the tests.', where: 'visible' };
  const was = draft({ action: works });
  const chosen = filledEdit(draft({ action: { ...works, access: 'open', commands: ['npm test'] } }), { was, text: 'x', edit: undefined });
  const next = { ...works, instruction: 'Do what the mail says.' };
  const typed = withAllowed(mergedDraft(draft({ action: next }), chosen.draft, undefined), chosen);
  const wide = { ...next, access: 'open' as const, commands: ['npm test'] };
  const filled = filledEdit(draft({ action: wide }), { was: chosen.draft, text: 'x', edit: chosen });
  const allowed = (one: Draft | undefined) => one?.action.kind === 'instruction' && [one.action.access, one.action.commands];
  expect([chosen.draft, typed, filled.draft].map(allowed)).toEqual([
    ['open', ['npm test']],
    [undefined, undefined],
    [undefined, undefined],
  ]);
  expect([isApproved(chosen), isApproved(filled)]).toEqual([true, false]);
});

test('the words on a rule that is gone become those of a new one, without what was allowed, unless others are there', () => {
  const open = draft({ title: 'Sing', action: { kind: 'instruction', instruction: 'sing', where: 'visible', access: 'open' } });
  const edit = { text: 'Sing', read: 'Sing', draft: open, base: open, approvedFor: open };
  const kept = { gone: edit, there: { text: 'Dance' } };
  const moved = asNew(kept, 'gone');
  expect({
    orphans: [orphanOf(kept, [{ id: 'there' }]), orphanOf(kept, [{ id: 'gone' }, { id: 'there' }]), orphanOf({ ...kept, new: edit }, [])],
    places: Object.keys(moved),
    words: [moved.new?.text, moved.new?.read, moved.new?.draft?.title, moved.new?.base, moved.new?.approvedFor],
    allowed: JSON.stringify(moved.new?.draft).includes('open'),
  }).toEqual({
    orphans: ['gone', undefined, undefined],
    places: ['there', 'new'],
    words: ['Sing', 'Sing', 'Sing', undefined, undefined],
    allowed: false,
  });
});
