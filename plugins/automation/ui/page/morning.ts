import type { CardContent, CardRow } from '@atelier/dashboard/contract';
import { moneyText, type ViewHost } from '@atelier/kernel/ui';
import { AutomationChannel, type Rule } from '../../contract/index.ts';
import { stateOf } from '../rule-state.ts';
import { isProposed, receiptTitle, type Words } from '../words.ts';
import { wordsOf } from './words-of.ts';

export { card } from './card.ts';

/** The card of the morning: what ran since yesterday, what it cost, and the rules that need the person, each with its answers. */
export async function morning(view: ViewHost): Promise<CardContent> {
  const client = view.connect(AutomationChannel);
  const text = wordsOf(view);
  const since = new Date().setHours(-24, 0, 0, 0);
  const [{ rules, paused }, { today }] = await Promise.all([client.call('list', {}), client.call('summary', { since })]);
  const counts = [
    ...(['done', 'failed', 'skipped'] as const).flatMap(what => {
      const count = today[what === 'done' ? 'ran' : what];
      return count === 0 ? [] : [text.count(`sum.${what}`, count)];
    }),
    ...(today.cost > 0 ? [text.of('costInAll', { cost: moneyText(text.locale, today.cost) })] : []),
  ];
  // Who has no rules is told of them by their own card.
  if (rules.length === 0 && counts.length === 0) return { rows: [] };
  return {
    rows: [
      ...(paused ? [pausedRow(text)] : []),
      ...rowsOf(
        text,
        rules.filter(rule => needsPerson(rule, since)),
      ),
    ],
    empty: text.of('morningCalm'),
    note: counts.length === 0 ? text.of('morningQuiet') : counts.join(', '),
  };
}

/** A rule as the card has shown it. */
export interface Seen {
  readonly rule: string;
  readonly version: number;
}

/** Runs a rule once more, or all of these, until its end: the card that asks for it is read again then. */
export async function runAgain(
  view: ViewHost,
  { rule, version, rules = [{ rule, version }] }: Seen & { readonly rules?: readonly Seen[] },
) {
  const done = await Promise.allSettled(rules.map(one => runOneAgain(view, one)));
  const failed = done.find(one => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

async function runOneAgain(view: ViewHost, { rule: id, version }: Seen): Promise<void> {
  const client = view.connect(AutomationChannel);
  const ended = Promise.withResolvers<void>();
  const look = async () => {
    const { status } = await client.call('receipt', { id: (await begun).id });
    if (status !== 'running') ended.resolve();
  };
  const hears = client.on('receiptsChanged', ({ rule }) => {
    if (rule === id) void look().catch(ended.reject);
  });
  const begun = client.call('runNow', { id, version });
  try {
    await begun;
    void look().catch(ended.reject);
    await ended.promise;
  } finally {
    await hears.dispose();
  }
}

export function turn(view: ViewHost, { rule, version, on }: Seen & { readonly on: boolean }): Promise<unknown> {
  return view.connect(AutomationChannel).call('setOn', { id: rule, version, on });
}

/** Dismisses what an extension has proposed and the card has shown. */
export function dismiss(view: ViewHost, { by, rules }: { readonly by: string; readonly rules: readonly Seen[] }): Promise<unknown> {
  return view.connect(AutomationChannel).call('dismissProposals', { by, seen: [...rules] });
}

/** Lets all rules run again. */
export function resume(view: ViewHost): Promise<unknown> {
  return view.connect(AutomationChannel).call('resumeAll', {});
}

/**
 * It fails, was switched off because it does, also if it ran well since, or waits to be switched on by the person. One that the person switched
 * off, or left off, is answered.
 */
function needsPerson(rule: Rule, since: number): boolean {
  const { on, failures, problem } = rule;
  return on ? failures > 0 || wasRefused(rule, since) : problem !== undefined || isProposed(rule);
}

/** Its newest run went on without what nobody answered. */
const wasRefused = ({ last }: Rule, since: number): boolean => last?.refused !== undefined && (last.ended ?? last.due) >= since;

const pausedRow = (text: Words): CardRow => ({
  ...{ title: text.of('pausedNow'), icon: 'circle-pause', command: 'automation.open' },
  actions: [{ title: text.of('resumeAll'), command: 'automation.resume' }],
});

/** From so many on, rules that fail for the same reason share a row, and so do those that one extension proposes. */
const fewest = 3;

/** What an extension proposes stands below what needs the person, however much it is. */
function rowsOf(text: Words, rules: readonly Rule[]): CardRow[] {
  const why = (rule: Rule) => {
    const { on, running, last, by } = rule;
    return isProposed(rule) ? `/${by}` : on && running === undefined ? last?.problem?.message : undefined;
  };
  const together = Map.groupBy(rules, why);
  const inOrder = rules.toSorted((a, b) => Number(isProposed(a)) - Number(isProposed(b)));
  return inOrder.flatMap(rule => {
    const its = why(rule) === undefined ? [] : (together.get(why(rule)) ?? []);
    if (its.length < fewest) return [rowOf(text, rule)];
    return its[0] === rule ? [sharedRow(text, its, rule)] : [];
  });
}

function sharedRow(text: Words, rules: readonly Rule[], first: Rule): CardRow {
  const { id, version, last, by = '' } = first;
  const opens = { command: 'automation.open', args: { rule: id } };
  const open = { title: text.of('open'), ...opens };
  const args = { rule: id, version, rules: rules.map(one => ({ rule: one.id, version: one.version })) };
  const more = isProposed(first)
    ? {
        ...{ state: 'off', meta: text.of('byExtension', { by }) },
        actions: [open, { title: text.of('dismissAll'), command: 'automation.dismiss', args: { by, rules: args.rules } }],
      }
    : {
        ...{ state: 'failed', meta: last?.problem?.message ?? '' },
        actions: [{ title: text.of('runAllAgain'), command: 'automation.runAgain', args }, open],
      };
  const reason = rules.map(({ title }) => title).join(', ');
  return { title: `${text.count('rules', rules.length)}${text.of('because', { reason })}`, ...opens, ...more };
}

function rowOf(text: Words, rule: Rule): CardRow {
  const { id, version, title, on, by = '', failures, last, problem, running } = rule;
  const args = { rule: id };
  const open = { title: text.of('open'), command: 'automation.open', args };
  const again = { title: text.of('runAgain'), command: 'automation.runAgain', args: { rule: id, version } };
  const turn = { title: text.of(on ? 'switchOff' : 'switchOn'), command: 'automation.turn', args: { rule: id, version, on: !on } };
  const about = { title, state: stateOf(rule), command: 'automation.open', args };
  if (isProposed(rule)) return { ...about, meta: text.of('byExtension', { by }), actions: [open] };
  if (failures === 0 && last?.refused !== undefined && running === undefined) {
    const allow = { title: text.of('allowInRule'), command: 'automation.open', args: { rule: id, allow: true } };
    return { ...about, meta: text.of('refused', { what: last.refused.join(', ') }), actions: [allow, again, turn] };
  }
  const leave = { title: text.of('leaveOff'), command: 'automation.turn', args: { rule: id, version, on: false } };
  if (!on && running === undefined && failures === 0 && problem?.code === 'automation/switched-off')
    return { ...about, meta: text.of('ranStillOff'), actions: [turn, leave, open] };
  const failed = failures > 1 ? text.of('failedTimes', { count: failures }) : last === undefined ? '' : receiptTitle(text, last);
  return {
    ...about,
    ...(running === undefined && { state: 'failed' }),
    meta: problem?.message ?? last?.problem?.message ?? failed,
    actions: running === undefined ? [again, turn, on ? open : leave] : [open],
  };
}
