import type { Client } from '@atelier/kernel';
import type { AutomationShape, Rule } from '../../contract/index.ts';
import { failureOf, isProposed } from '../words.ts';

/** Brings a rule back that was removed. One that was removed too long ago is saved anew, except a proposal: that would be the person's own. */
export async function bringBack(client: Client<AutomationShape>, rule: Rule): Promise<unknown> {
  const { id, draft, on } = rule;
  try {
    return await client.call('restore', { id });
  } catch (error) {
    if (failureOf(error).code !== 'automation/unknown' || draft === undefined || isProposed(rule)) throw error;
    return await client.call('save', { draft, on });
  }
}
