import type { LitElement } from 'lit';

/** Goes to the commands that need no question, in the form of a rule. */
export async function focusCommands(rule: LitElement): Promise<void> {
  let shown: LitElement | null = rule;
  for (const name of ['automation-fields', 'automation-how', 'ui-textarea']) {
    await shown?.updateComplete;
    shown = shown?.renderRoot.querySelector<LitElement>(name) ?? null;
  }
  await shown?.updateComplete;
  shown?.focus();
}
