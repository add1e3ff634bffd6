import type { AgentService, Entry, Image } from '@atelier/agent/contract';
import { errors } from '../errors.ts';
import { beginConversation, type SendingParts } from './send.ts';

export interface BranchParts extends SendingParts {
  /** One entry, and the message of the person's that it answers, as the transcript has them. */
  readonly entryOf: (conversation: string, entry: string) => Promise<{ readonly entry: Entry; readonly asked: Entry } | undefined>;
}

/** A conversation of its own with everything up to an entry; it works where the first one does. */
export async function fork(parts: BranchParts, from: string, entry: string): Promise<string> {
  const { records, agent } = parts;
  const source = records.get(from);
  const { title, titleSource, project, model, thinkingLevel, accessMode } = source;
  const record = beginConversation(parts, {
    title,
    titleSource,
    project,
    model,
    thinkingLevel,
    accessMode,
    forkedFrom: from,
    forkedAtEntry: entry,
  });
  try {
    await agent.fork(from, entry, record.id);
  } catch (error) {
    records.forget(record.id);
    parts.changed(record.id, true);
    throw error;
  }
  return record.id;
}

/** Goes back to before a message and sends another one in its place, with the pictures it had. */
export async function resend(parts: BranchParts, conversation: string, entry: string, text: string): Promise<void> {
  const found = await messageAt(parts, conversation, entry);
  const { leaf } = await parts.agent.rewind(conversation, found.asked.id);
  await promptOrGoBack(parts.agent, conversation, leaf, text, found.asked);
}

/** Goes back to before an answer and asks for another one; the question stays the one it was. */
export async function regenerate(parts: BranchParts, conversation: string, entry: string, model: string | undefined): Promise<void> {
  const { agent } = parts;
  const { asked, entry: answer } = await messageAt(parts, conversation, entry);
  // A question that got no answer is asked as it stands.
  const { leaf } = await agent.rewind(conversation, answer.id);
  try {
    if (model !== undefined) await agent.configure(conversation, { model });
    if (answer.id === asked.id) await agent.prompt(conversation, textOf(asked), { images: picturesOf(asked) });
    else await agent.resume(conversation);
  } catch (error) {
    await agent.redo(conversation, leaf).catch(reason => parts.log.warn(String(reason)));
    throw error;
  }
}

async function messageAt(parts: BranchParts, conversation: string, entry: string) {
  parts.records.get(conversation);
  const found = await parts.entryOf(conversation, entry);
  if (found === undefined) throw errors['conversations/entry-missing']({});
  return found;
}

/** What cannot be sent leaves the conversation as it was. */
async function promptOrGoBack(agent: AgentService, conversation: string, leaf: string, text: string, asked: Entry): Promise<void> {
  try {
    await agent.prompt(conversation, text, { images: picturesOf(asked) });
  } catch (error) {
    await agent.redo(conversation, leaf);
    throw error;
  }
}

function picturesOf({ parts = [] }: Entry): readonly Image[] {
  return parts.flatMap(part =>
    part.kind === 'image' && part.data !== undefined ? [{ mimeType: part.mimeType as Image['mimeType'], data: part.data }] : [],
  );
}

function textOf({ parts = [] }: Entry): string {
  return parts.flatMap(part => (part.kind === 'text' ? [part.text ?? ''] : [])).join('\n');
}
