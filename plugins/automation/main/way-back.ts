import type { AgentService } from '@atelier/agent/contract';
import { type Locale, visibleText } from '@atelier/kernel';
import type { Automation } from './automation.ts';

/** Of the end of a conversation, so many messages have their way back to a rule. */
const mostRead = 400;

interface Begun {
  /** The message with which a run began. */
  readonly entry: string;
  readonly rule: string;
}

/** The messages of a conversation with which rules began, each with its rule. */
export async function begunIn(automation: Automation, agent: Pick<AgentService, 'transcript'>, conversation: string): Promise<Begun[]> {
  const runs = automation.receipts.runsIn(conversation);
  if (runs.length === 0) return [];
  const { entries } = await agent.transcript(conversation, { limit: mostRead });
  const passedOn = entries.filter(({ kind, sentBy }) => kind === 'user' && sentBy !== undefined);
  return runs.flatMap(({ rule, began, ended }) => {
    const first = passedOn.find(({ at }) => at >= began && at <= (ended ?? Number.POSITIVE_INFINITY));
    return first === undefined ? [] : [{ entry: first.id, rule }];
  });
}

/** What those messages say of their rules, each a link to it. */
export function labelsOf({ rules }: Pick<Automation, 'rules'>, begun: readonly Begun[], locale: Locale) {
  const words = { en: 'Automation', fr: 'Automatisation' }[locale];
  return begun.map(({ entry, rule }) => ({ entry, text: `${words}${colon[locale]}${visibleText(rules.get(rule).title, 'name')}` }));
}

const colon = { en: ': ', fr: '\u00a0: ' } as const;
