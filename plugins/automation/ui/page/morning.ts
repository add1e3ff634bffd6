import type { CardContent, CardRow } from '@atelier/dashboard/contract';
import { moneyText, numberText, spacedText, type ViewHost } from '@atelier/kernel/ui';
import { AutomationChannel, type Rule } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { stateOf } from '../window/rule-state.ts';
import { receiptTitle, type Words } from '../words.ts';

/** The card of the morning: what ran since yesterday, what it cost, and the rules that need the person, each with its answers. */
export async function morning(view: ViewHost): Promise<CardContent> {
  const client = view.connect(AutomationChannel);
  const text = wordsOf(view);
  const since = new Date().setHours(-24, 0, 0, 0);
  const [{ rules }, { today }] = await Promise.all([client.call('list', {}), client.call('summary', { since })]);
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
    rows: rules.filter(rule => needsPerson(rule, since)).map(rule => rowOf(text, rule)),
    empty: text.of('morningCalm'),
    note: counts.length === 0 ? text.of('morningQuiet') : counts.join(', '),
  };
}

/** Runs a rule once more, until its end: the card that asks for it is read again then. */
export async function runAgain(view: ViewHost, id: string): Promise<void> {
  const client = view.connect(AutomationChannel);
  const ended = Promise.withResolvers<void>();
  const look = async () => {
    const { status } = await client.call('receipt', { id: (await begun).id });
    if (status !== 'running') ended.resolve();
  };
  const hears = client.on('receiptsChanged', ({ rule }) => {
    if (rule === id) void look().catch(ended.reject);
  });
  const begun = client.call('runNow', { id });
  try {
    await begun;
    void look().catch(ended.reject);
    await ended.promise;
  } finally {
    await hears.dispose();
  }
}

/** It fails, was switched off because it does, or waits to be switched on by the person. One that the person switched off is answered. */
function needsPerson(rule: Rule, since: number): boolean {
  const { on, failures, problem, offSince = 0 } = rule;
  return on ? failures > 0 : (problem !== undefined && offSince >= since) || isProposed(rule);
}

const isProposed = ({ by, on, last }: Rule): boolean => by !== undefined && !on && last === undefined;

function rowOf(text: Words, rule: Rule): CardRow {
  const { id, title, on, by = '', failures, last, problem, running } = rule;
  const args = { rule: id };
  const open = { title: text.of('open'), command: 'automation.open', args };
  const again = { title: text.of('runAgain'), command: 'automation.runAgain', args };
  const turn = { title: text.of(on ? 'switchOff' : 'switchOn'), command: 'automation.turn', args: { rule: id, on: !on } };
  const about = { title, state: stateOf(rule), command: 'automation.open', args };
  if (isProposed(rule)) return { ...about, meta: text.of('byExtension', { by }), actions: [open] };
  const failed = failures > 1 ? text.of('failedTimes', { count: failures }) : last === undefined ? '' : receiptTitle(text, last);
  return {
    ...about,
    ...(running === undefined && { state: 'failed' }),
    meta: problem?.message ?? last?.problem?.message ?? failed,
    actions: running === undefined ? [again, turn, open] : [open],
  };
}

/** The texts without an element that shows them. */
function wordsOf(view: ViewHost): Words {
  const locale = view.slices.get('locale');
  const plural = new Intl.PluralRules(locale);
  const of: Words['of'] = (key, values = {}) => {
    const shown = (name: string) => (typeof values[name] === 'number' ? numberText(locale, values[name]) : values[name]);
    return spacedText(
      locale,
      texts[locale][key].replaceAll(/\{(\w+)\}/g, (whole, name: string) => shown(name) ?? whole),
    );
  };
  const count: Words['count'] = (key, number, values = {}) =>
    of(`${key}.${plural.select(number) === 'one' ? 'one' : 'other'}` as Parameters<Words['of']>[0], { ...values, count: number });
  return { locale, of, count } as Words;
}
