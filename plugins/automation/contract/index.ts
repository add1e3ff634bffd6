import { defineChannel, defineHook, definePoint, defineToken } from '@atelier/kernel';
import type {
  AutomationShape,
  Draft,
  EventFields,
  Ran,
  Receipt,
  ReceiptPage,
  Rule,
  RuleAction,
  RuleCondition,
  RuleTrigger,
  Summary,
} from './generated.ts';

export { allowedAs, fitting, isAllowedSame, isAllowedWithin, isSameWork } from './approvals.ts';
/** Whether something has the form that a call asks for. */
export { validators as automationForms } from './automation.channel.validate.js';
export type {
  Action,
  AutomationShape,
  Deliver,
  Delivery,
  Described,
  Draft,
  DryRun,
  EventFields,
  EventName,
  Language,
  Limits,
  Missed,
  Need,
  Offer,
  PartName,
  Place,
  Preflight,
  Problem,
  Ran,
  Reason,
  Receipt,
  ReceiptPage,
  Rule,
  RuleAction,
  RuleCondition,
  RuleTrigger,
  State,
  Status,
  Step,
  Summary,
  Template,
  Test,
  Trigger,
  Understood,
  Webhook,
} from './generated.ts';

/** The rights that this plugin defines; their sentences are in its manifest. */
export const rights = { read: '@atelier/automation:read', write: '@atelier/automation:write' } as const;

/** Rules that run by themselves, for views. */
export const AutomationChannel = defineChannel<AutomationShape>('automation');

/** What can set off a rule, by other extensions. */
export const RuleTriggers = definePoint<RuleTrigger>('@atelier/automation:triggers@1');
/** Conditions that other extensions decide. */
export const RuleConditions = definePoint<RuleCondition>('@atelier/automation:conditions@1');
/** What other extensions do for a rule. */
export const RuleActions = definePoint<RuleAction>('@atelier/automation:actions@1');

/** A run of a rule has ended. */
export const ruleRan = defineHook.notify<Ran>('@atelier/automation:ruleRan@1');

/** Rules for other plugins. */
export interface AutomationService {
  /** All rules, by title. */
  list(): Promise<readonly Rule[]>;
  /** One rule. */
  get(id: string): Promise<Rule>;
  /** Receipts, the newest first, a page at a time. */
  receipts(query: AutomationShape['calls']['receipts']['params']): Promise<ReceiptPage>;
  /** One receipt. */
  receipt(id: string): Promise<Receipt>;
  /** How the rules are doing. */
  summary(): Promise<Summary>;
  /**
   * Creates a rule, or changes one that the same extension has saved and the person has neither saved nor switched on since. It is off until the
   * person switches it on, and names its extension. An extension has 20 such proposals and 100 rules at most.
   */
  save(rule: { readonly id?: string; readonly version?: number; readonly draft: Draft }): Promise<Rule>;
  /** Removes a rule that the same extension has saved and the person has neither saved nor switched on since. */
  remove(id: string): Promise<void>;
  /** Says that a trigger of the caller's own has happened; the fields are text from outside for whatever runs. */
  fire(trigger: string, event: EventFields): Promise<void>;
}

export const Automation = defineToken<AutomationService>('@atelier/automation:Automation@1', {
  list: { rights: [rights.read] },
  get: { rights: [rights.read] },
  receipts: { rights: [rights.read] },
  receipt: { rights: [rights.read] },
  summary: { rights: [rights.read] },
  save: { rights: [rights.write] },
  remove: { rights: [rights.write] },
  fire: 'everybody',
});
