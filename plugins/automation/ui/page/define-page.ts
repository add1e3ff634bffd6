import { AutomationFields } from '../fields/automation-fields.ts';
import { AutomationList } from '../list/automation-list.ts';
import { AutomationReceipts } from '../receipts/automation-receipts.ts';
import { AutomationRule } from '../rule/automation-rule.ts';
import { AutomationSentence } from '../rule/automation-sentence.ts';
import { AutomationWebhook } from '../rule/automation-webhook.ts';
import { AutomationBrowser } from './automation-browser.ts';

const elements = {
  'automation-browser': AutomationBrowser,
  'automation-list': AutomationList,
  'automation-rule': AutomationRule,
  'automation-sentence': AutomationSentence,
  'automation-webhook': AutomationWebhook,
  'automation-fields': AutomationFields,
  'automation-receipts': AutomationReceipts,
};

for (const [tag, element] of Object.entries(elements)) if (customElements.get(tag) === undefined) customElements.define(tag, element);
