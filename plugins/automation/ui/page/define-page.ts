import { AutomationConditions } from '../fields/automation-conditions.ts';
import { AutomationFields } from '../fields/automation-fields.ts';
import { AutomationHow } from '../fields/automation-how.ts';
import { AutomationList } from '../list/automation-list.ts';
import { AutomationReceipts } from '../receipts/automation-receipts.ts';
import { AutomationSaid } from '../receipts/automation-said.ts';
import { AutomationRule } from '../rule/automation-rule.ts';
import { AutomationSentence } from '../rule/automation-sentence.ts';
import { AutomationWebhook } from '../rule/automation-webhook.ts';
import { AutomationBrowser } from './automation-browser.ts';
import { AutomationRan } from './automation-ran.ts';

const elements = {
  'automation-browser': AutomationBrowser,
  'automation-list': AutomationList,
  'automation-rule': AutomationRule,
  'automation-sentence': AutomationSentence,
  'automation-webhook': AutomationWebhook,
  'automation-fields': AutomationFields,
  'automation-conditions': AutomationConditions,
  'automation-how': AutomationHow,
  'automation-receipts': AutomationReceipts,
  'automation-ran': AutomationRan,
  'automation-said': AutomationSaid,
};

for (const [tag, element] of Object.entries(elements)) if (customElements.get(tag) === undefined) customElements.define(tag, element);
