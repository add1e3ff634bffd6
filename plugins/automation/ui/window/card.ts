import type { CardContent } from '@atelier/dashboard/contract';
import { dateText, type Locale, spacedText, type ViewHost } from '@atelier/kernel/ui';
import { AutomationChannel } from '../../contract/index.ts';
import { rank, stateOf } from './rule-state.ts';
import { texts } from './texts.ts';

const most = 5;

/** The card of the dashboard: the rules that run now, then those that are due next. */
export async function card(view: ViewHost): Promise<CardContent> {
  const locale = view.slices.get('locale');
  const { rules, paused } = await view.connect(AutomationChannel).call('list', {});
  const text = (key: keyof typeof texts.en) => spacedText(locale, texts[locale][key]);
  const shown = rules.filter(({ on }) => on).toSorted((a, b) => rank(a) - rank(b));
  return {
    rows: shown.slice(0, most).map(rule => ({
      title: rule.title,
      state: stateOf(rule),
      ...(paused && { meta: text('paused') }),
      ...(rule.nextAt !== undefined && { end: shortMoment(locale, rule.nextAt) }),
      command: 'automation.open',
      args: { rule: rule.id },
    })),
    empty: text(rules.length === 0 ? 'none' : 'allOff'),
  };
}

/** Today its time, in this week its day and time, then its date. */
function shortMoment(locale: Locale, at: number, now = Date.now()): string {
  const time = dateText(locale, at, { timeStyle: 'short' });
  if (new Date(at).toDateString() === new Date(now).toDateString()) return time;
  if (at - now < 6 * 86_400_000) return `${dateText(locale, at, { weekday: 'short' })} ${time}`;
  return dateText(locale, at, { day: 'numeric', month: 'short' });
}
