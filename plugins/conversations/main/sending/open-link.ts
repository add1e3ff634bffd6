import type { ConversationRecords } from '../records/conversations.ts';

/** Shows what `atelier://conversation/<id>/<entry>` names. */
export function openLink(records: ConversationRecords, show: (view: string, params: Record<string, unknown>) => Promise<void>) {
  return async (args: unknown): Promise<null> => {
    const { rest = [] } = args as { rest?: readonly string[] };
    const [conversation = '', entry] = rest;
    records.get(conversation);
    await show('conversations.thread', { conversation, ...(entry !== undefined && { entry }) });
    return null;
  };
}
