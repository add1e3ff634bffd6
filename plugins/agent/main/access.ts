import type { ExtensionContext, Handlers, OwnDatabase } from '@atelier/kernel';
import { type AgentChannel, beforeToolCall } from '../contract/index.ts';
import { realFolder } from '../engine/runnable-content.ts';
import { type Approvals, createApprovals } from './access/approvals.ts';
import { type Call, createDecide, type Decided, lineReader } from './access/decide.ts';
import { type DecidedCalls, openDecidedCalls } from './access/replay/decided-calls.ts';
import { simulate } from './access/replay/simulate.ts';
import { openRules, type Rules } from './access/rules.ts';
import type { Budgets } from './budgets/budgets.ts';
import type { EngineSetup } from './engine-setup.ts';
import { agentErrors } from './errors.ts';
import type { AgentPublisher, ConversationEvents } from './events.ts';
import type { OutsideSources } from './outside/sources.ts';
import type { OfferedTools } from './tools/offered-tools.ts';

type Calls = Handlers<NonNullable<(typeof AgentChannel)['shape']>>;

export interface AccessParts {
  readonly ctx: Pick<ExtensionContext, 'run' | 'paths'>;
  readonly db: OwnDatabase;
  readonly setup: EngineSetup;
  readonly events: ConversationEvents;
  readonly publisher: AgentPublisher;
  readonly outside: OutsideSources;
  readonly tools: Pick<OfferedTools, 'senderOf'>;
}

/** The person's rules, the questions that wait for them, and the decision on each call of a tool. */
export interface AccessControl {
  readonly rules: Rules;
  readonly approvals: Approvals;
  readonly calls: DecidedCalls;
  decide(call: Call, signal?: AbortSignal): Promise<Decided>;
}

export function openAccess({ ctx, db, setup, events, publisher, outside, tools }: AccessParts): AccessControl {
  const rules = openRules(db, () => publisher.emit('rulesChanged', null), db.state !== 'newer');
  const approvals = createApprovals({
    asked: request => events.emit(request.conversation, { kind: 'asked', request }),
    answered: (conversation, answered) => events.emit(conversation, { kind: 'answered', answered }),
  });
  const calls = openDecidedCalls(db, Date.now, ctx.paths.profile('profile'));
  const decide = createDecide({
    record: calls.record,
    rules,
    approvals,
    policy: call => ctx.run(beforeToolCall, call),
    outside,
    senderOf: name => tools.senderOf(name),
    forbidden: setup.places.forbidden,
    opened: setup.places.opened,
    readable: setup.places.readable,
    locale: () => setup.language,
  });
  return { rules, approvals, calls, decide };
}

/** The calls of the channel `agent` that are about questions, rules and budgets. */
export function accessCalls(
  { rules, approvals, calls }: AccessControl,
  budgets: Budgets,
): Pick<
  Calls,
  | 'answer'
  | 'listRequests'
  | 'listRules'
  | 'saveRule'
  | 'simulateRule'
  | 'listKeptRules'
  | 'removeRules'
  | 'restoreRules'
  | 'listBudgets'
  | 'saveBudget'
  | 'removeBudget'
> {
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
    async simulateRule({ rule, weeks }) {
      const of = rule.scope === 'project' && rule.of !== undefined ? realFolder(rule.of) : rule.of;
      const parts = { since: calls.since, readLine: await lineReader(), rules: rules.all, now: Date.now };
      return await simulate(parts, { ...rule, ...(of !== undefined && { of }) }, weeks);
    },
    listKeptRules: async () => [...rules.kept()],
    async removeRules({ ids }) {
      rules.remove(ids);
      return null;
    },
    async restoreRules({ ids }) {
      rules.restore(ids);
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
