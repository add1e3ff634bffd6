import type { Client } from '@atelier/kernel';
import { toast } from '@atelier/kernel/kit';
import type { AutomationShape, Rule } from '../../contract/index.ts';
import type { Words } from '../words.ts';
import { bringBack } from './bring-back.ts';

const undoMs = 12_000;

/** Removes a rule and offers to bring it back. One that this version cannot write again is removed only when it is said twice: false until then. */
export async function removed(
  client: Client<AutomationShape>,
  rule: Rule,
  text: Words,
  attempt: (work: () => Promise<unknown>) => Promise<void>,
): Promise<boolean> {
  const { id, draft, title } = rule;
  const remove = () => client.call('remove', { id });
  if (draft === undefined) {
    toast({ text: text.of('removeForGood', { title }), action: { label: text.of('remove'), run: () => void attempt(remove) } });
    return false;
  }
  await remove();
  const back = () => void attempt(() => bringBack(client, rule));
  toast({ text: text.of('removed', { title }), milliseconds: undoMs, action: { label: text.of('undo'), run: back } });
  return true;
}
