import { type Locale, visibleText } from '@atelier/kernel';
import type { Receipt, Rule, State, Summary } from '../contract/index.ts';
import type { Automation } from './automation.ts';
import { errors } from './errors.ts';
import { backOff } from './failing.ts';
import { problemOf, toldIn } from './problems.ts';
import type { StoredRule } from './store/rules.ts';
import { withTrueSentence } from './words/same-rule.ts';

/** A title with nothing hidden in it. */
export const shownTitle = (title: string): string => visibleText(title, 'name').slice(0, 120);

/** A rule as it is shown. */
export function ruleView(automation: Automation, rule: StoredRule, locale: Locale): Rule {
  const { id, version, title, draft, on, by, createdAt, changedAt, offSince, failures, backOffUntil } = rule;
  const problem = rule.isDamaged ? problemOf(errors['automation/unreadable']({ title: shownTitle(title) })) : rule.problem;
  const nextAt = automation.scheduler.firstOf(rule);
  const [running, last] = [automation.receipts.running(id, locale), automation.receipts.newest(id, locale)];
  return {
    ...{ id, version, title: shownTitle(title), on, state: stateOf(automation, rule), createdAt, changedAt, failures },
    ...(draft && { draft: by === undefined ? draft : withTrueSentence(draft, changedAt) }),
    ...(by !== undefined && { by }),
    ...(offSince !== undefined && !rule.proposed && { offSince }),
    ...(nextAt !== undefined && { nextAt }),
    ...(backOffUntil !== undefined && { backOffUntil }),
    ...(problem && { problem: toldIn(locale, problem) }),
    ...(running && { running }),
    ...(last && { last }),
  };
}

function stateOf({ pause }: Automation, { on, proposed, failures }: StoredRule): State {
  if (proposed) return 'proposed';
  if (!on) return 'off';
  if (pause.get()) return 'paused';
  return failures >= backOff.from ? 'failing' : 'on';
}

export function rulesView(automation: Automation, locale: Locale): Rule[] {
  const { compare } = new Intl.Collator(locale);
  return [...automation.rules.all()]
    .sort((a, b) => compare(a.title, b.title) || compare(a.id, b.id))
    .map(rule => ruleView(automation, rule, locale));
}

/** The rules that fail, and those that were switched off because they do and that nobody has answered, as the card of the morning has them. */
export function failingCount({ rules }: Pick<Automation, 'rules'>): number {
  const isFailing = ({ on, failures, problem }: StoredRule) => (on ? failures > 0 : problem !== undefined);
  return [...rules.all()].filter(isFailing).length;
}

const mostFailures = 5;

export function summaryView(automation: Automation, midnight: number, locale: Locale): Summary {
  const { rules, receipts, runner, pause, scheduler } = automation;
  const all = [...rules.all()];
  const next = all
    .map(rule => ({ id: rule.id, title: shownTitle(rule.title), at: scheduler.firstOf(rule) ?? Number.POSITIVE_INFINITY }))
    .reduce((first, rule) => (rule.at < first.at ? rule : first), { id: '', title: '', at: Number.POSITIVE_INFINITY });
  const sums = receipts.sums(midnight);
  const count = (status: Receipt['status']) => sums.find(sum => sum.status === status)?.count ?? 0;
  return {
    rules: all.length,
    on: all.filter(({ on }) => on).length,
    failing: all.filter(rule => stateOf(automation, rule) === 'failing').length,
    running: runner.runningCount,
    paused: pause.get(),
    today: {
      ...{ ran: count('ran'), failed: count('failed'), skipped: count('skipped') },
      cost: sums.reduce((sum, { cost }) => sum + cost, 0),
    },
    ...(next.at < Number.POSITIVE_INFINITY && { next }),
    failures: [...receipts.page({ statuses: ['failed'], limit: mostFailures }, locale).receipts],
  };
}
