import type { Database, ExtensionContext, Handlers } from '@atelier/kernel';
import { type AgentChannel, beforeToolCall } from '../contract/index.ts';
import { type Approvals, createApprovals } from './access/approvals.ts';
import { type Call, createDecide, type Decided } from './access/decide.ts';
import { openRules, type Rules } from './access/rules.ts';
import type { Budgets } from './budgets/budgets.ts';
import type { EngineSetup } from './engine-setup.ts';
import { agentErrors } from './errors.ts';
import type { ConversationEvents } from './events.ts';
import type { Conversations } from './runtime/conversations.ts';

type Calls = Handlers<NonNullable<(typeof AgentChannel)['shape']>>;

export interface AccessParts {
  readonly ctx: Pick<ExtensionContext, 'run'>;
  readonly db: Database;
  readonly setup: EngineSetup;
  readonly conversations: Conversations;
  readonly events: ConversationEvents;
}

/** The person's rules, the questions that wait for them, and the decision on each call of a tool. */
export interface AccessControl {
  readonly rules: Rules;
  readonly approvals: Approvals;
  decide(call: Call, signal?: AbortSignal): Promise<Decided>;
  /** Ends what was allowed for one call only. */
  toolEnded(conversation: string, tool: string): void;
}

export function openAccess({ ctx, db, setup, conversations, events }: AccessParts): AccessControl {
  const rules = openRules(db);
  const approvals = createApprovals({
    asked: request => events.emit(request.conversation, { kind: 'asked', request }),
    answered: (conversation, answered) => events.emit(conversation, { kind: 'answered', answered }),
  });
  const setNetwork = (conversation: string, allowed: boolean) => conversations.of(conversation).runtime.setNetwork(allowed);
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
    forbidden: setup.places.forbidden,
    opened: setup.places.opened,
    locale: () => setup.language,
  });
  return {
    rules,
    approvals,
    decide,
    toolEnded(conversation, tool) {
      if (once.delete(`${conversation} ${tool}`)) void setNetwork(conversation, false);
    },
  };
}

/** The calls of the channel `agent` that are about questions, rules and budgets. */
export function accessCalls(
  { rules, approvals }: AccessControl,
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
