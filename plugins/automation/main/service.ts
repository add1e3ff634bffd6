import type { AutomationService } from '../contract/index.ts';
import { type CallParts, type Calls, demandOwn, save } from './calls.ts';
import { errors } from './errors.ts';
import { fieldsOf } from './events/event.ts';
import { demandForm } from './form.ts';

const never = new AbortController().signal;
/** Rules for other plugins; `asker` is who calls, or for whom. */
export function automationService(parts: CallParts, calls: Calls, asker: () => string): AutomationService {
  const { automation, offers } = parts;
  return {
    list: async () => (await calls.list({}, never)).rules,
    get: async id => await calls.get({ id }, never),
    receipts: async query => await calls.receipts(query, never),
    receipt: async id => await calls.receipt({ id }, never),
    summary: async () => await calls.summary({}, never),
    async save(rule) {
      const by = asker();
      // Services take what an extension gives as it is.
      demandForm(rule, by);
      if (rule.draft.action.kind === 'command') throw errors['automation/not-for-extensions']({ id: by });
      // Where files are written, only the person says.
      const { to } = rule.draft;
      if (to !== undefined)
        throw to.kind === 'file'
          ? errors['automation/not-chosen']({ folder: to.folder })
          : errors['automation/place-not-chosen']({ id: by });
      if (rule.id !== undefined) demandOwn(parts, rule.id, by);
      return await calls.get({ id: save(parts, rule, by) }, never);
    },
    async remove(id) {
      demandOwn(parts, id, asker());
      automation.remove(id, false);
    },
    async fire(trigger, event) {
      const from = asker();
      if (!offers.triggers.items.some(item => item.from === from && item.value.id === trigger))
        throw errors['automation/unknown-trigger']({ id: from, trigger });
      const fields = fieldsOf(event);
      automation.events.happened({ from, id: trigger }, async () => ({ fields, sources: [{ kind: 'declared', name: from }] }));
    },
  };
}
