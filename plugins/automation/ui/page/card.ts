import type { CardContent } from '@atelier/dashboard/contract';
import type { ViewHost } from '@atelier/kernel/ui';
import { AutomationChannel } from '../../contract/index.ts';
import { rank, stateOf } from '../rule-state.ts';
import { lastText, shortMoment } from '../words.ts';
import { wordsOf } from './words-of.ts';

const most = 5;

/** The card of the dashboard: how many rules there are, those that run now, and then those that are due next. */
export async function card(view: ViewHost): Promise<CardContent> {
  const text = wordsOf(view);
  const { rules, paused } = await view.connect(AutomationChannel).call('list', {});
  const shown = rules.filter(({ on }) => on).toSorted((a, b) => rank(a) - rank(b));
  return {
    rows: shown.slice(0, most).map(rule => {
      const state = stateOf(rule);
      return {
        title: rule.title,
        // One that never ran has no mark of a run.
        ...(state === 'queued' ? { icon: 'calendar-clock' } : { state }),
        ...(paused && { meta: text.of('paused') }),
        end:
          rule.nextAt === undefined
            ? lastText(text, rule.running ?? rule.last, Date.now())
            : text.of('next', { when: shortMoment(text.locale, rule.nextAt) }),
        command: 'automation.open',
        args: { rule: rule.id },
      };
    }),
    ...(rules.length > 0 && { note: text.count('rules', rules.length) }),
    empty: text.of(rules.length === 0 ? 'cardNone' : 'cardOff'),
  };
}
