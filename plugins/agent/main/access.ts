import type { Database, ExtensionContext, Handlers, Locale } from '@atelier/kernel';
import { type AgentChannel, type AgentEvent, beforeToolCall } from '../contract/index.ts';
import { type Approvals, createApprovals } from './access/approvals.ts';
import { createDecide } from './access/decide.ts';
import { openRules, type Rules } from './access/rules.ts';
import type { Budgets } from './budgets/budgets.ts';
import { agentErrors } from './errors.ts';

type Calls = Handlers<NonNullable<(typeof AgentChannel)['shape']>>;

export interface AccessOptions {
  readonly db: Database;
  readonly ctx: Pick<ExtensionContext, 'run'>;
  readonly forbidden: readonly string[];
  readonly locale: () => Locale;
  readonly tell: (conversation: string, event: Partial<AgentEvent> & Pick<AgentEvent, 'kind'>) => void;
  readonly setNetwork: (conversation: string, allowed: boolean) => Promise<void>;
}

/** Rules, open questions and decisions, put together. */
export function openAccess({ db, ctx, forbidden, locale, tell, setNetwork }: AccessOptions) {
  const rules = openRules(db);
  const approvals = createApprovals({
    asked: request => tell(request.conversation, { kind: 'asked', request }),
    answered: (conversation, answered) => tell(conversation, { kind: 'answered', answered }),
  });
  /** Calls for which the network was allowed once. */
  const once = new Set<string>();
  const decide = createDecide({
    rules,
    approvals,
    policy: call => ctx.run(beforeToolCall, call),
    async allowNetwork(conversation, tool, isOnce) {
      if (isOnce) once.add(`${conversation} ${tool}`);
      await setNetwork(conversation, true);
    },
    forbidden,
    locale,
  });
  return {
    rules,
    approvals,
    decide,
    toolEnded(conversation: string, tool: string): void {
      if (once.delete(`${conversation} ${tool}`)) void setNetwork(conversation, false);
    },
  };
}

/** The calls of the channel `agent` that are about questions, rules and budgets. */
export function accessCalls(
  { rules, approvals }: { readonly rules: Rules; readonly approvals: Approvals },
  budgets: Budgets,
): Pick<Calls, 'answer' | 'listRequests' | 'listRules' | 'saveRule' | 'removeRule' | 'listBudgets' | 'saveBudget' | 'removeBudget'> {
  return {
    async answer({ request, answer }) {
      if (!approvals.answer(request, answer)) throw agentErrors['agent/request-gone']({});
      return null;
    },
    listRequests: async () => [...approvals.list()],
    listRules: async () => [...rules.all()],
    async saveRule(rule) {
      rules.save(rule);
      return null;
    },
    async removeRule({ id }) {
      rules.remove(id);
      return null;
    },
    listBudgets: async () => [...budgets.all()],
    async saveBudget(budget) {
      budgets.save(budget);
      return null;
    },
    async removeBudget({ id }) {
      budgets.remove(id);
      return null;
    },
  };
}
