import type { AgentService } from '@atelier/agent/contract';
import type { Handlers, Log } from '@atelier/kernel';
import { type AttachedText, type ConversationsChannel, withAttached } from '../../contract/index.ts';
import type { Attachments } from '../drafts/attachments.ts';
import type { Drafts } from '../drafts/drafts.ts';
import { errors } from '../errors.ts';
import type { Choices } from '../records/choices.ts';
import type { ConversationRecord, ConversationRecords } from '../records/conversations.ts';
import { newId } from '../records/new-id.ts';
import type { ProjectRecords } from '../records/projects.ts';
import { titleFromWords } from './titles.ts';

type Calls = Handlers<NonNullable<(typeof ConversationsChannel)['shape']>>;
type SendParams = Parameters<Calls['send']>[0];

export interface SendingParts {
  readonly records: ConversationRecords;
  readonly projects: ProjectRecords;
  readonly drafts: Drafts;
  readonly attachments: Attachments;
  readonly choices: Choices;
  readonly agent: AgentService;
  readonly placeholder: () => string;
  readonly changed: (conversation: string, reordered: boolean) => void;
  readonly draftChanged: (of: string) => void;
  readonly created: (record: ConversationRecord) => void;
  readonly received: (conversation: string, text: string) => void;
  readonly now: () => number;
  readonly log: Log;
}

export type NewConversation = Partial<
  Pick<
    ConversationRecord,
    | 'id'
    | 'title'
    | 'titleSource'
    | 'project'
    | 'model'
    | 'thinkingLevel'
    | 'accessMode'
    | 'channel'
    | 'forkedFrom'
    | 'forkedAtEntry'
    | 'source'
    | 'sourceId'
    | 'createdAt'
    | 'updatedAt'
    | 'lastMessageAt'
    | 'pinned'
    | 'archivedAt'
  >
>;

/** Makes the record of a conversation; its runtime comes with its first message. */
export function beginConversation(
  parts: Pick<SendingParts, 'records' | 'placeholder' | 'created' | 'now'>,
  begin: NewConversation,
): ConversationRecord {
  const now = parts.now();
  const record: ConversationRecord = {
    id: newId(now),
    project: undefined,
    title: parts.placeholder(),
    titleSource: 'placeholder',
    createdAt: now,
    updatedAt: now,
    lastMessageAt: undefined,
    unread: false,
    pinned: false,
    archivedAt: undefined,
    hidden: false,
    state: 'idle',
    model: undefined,
    thinkingLevel: undefined,
    accessMode: 'secure',
    worktreePath: undefined,
    harnessCandidate: undefined,
    channel: undefined,
    forkedFrom: undefined,
    forkedAtEntry: undefined,
    location: 'local',
    source: undefined,
    sourceId: undefined,
    errorCode: undefined,
    errorMessage: undefined,
    tasks: undefined,
    ...begin,
  };
  parts.records.add(record);
  parts.created(record);
  return record;
}

/** Sends a message; a conversation that is not there yet begins with it. */
export async function send(parts: SendingParts, params: SendParams): ReturnType<Calls['send']> {
  const { records, drafts, attachments, choices, agent, changed, draftChanged, received, now } = parts;
  const { text, attachments: ids = [], how, draft, project } = params;
  if (text.trim() === '' && ids.length === 0) throw errors['conversations/nothing-to-send']({});
  const kept = draft === undefined ? undefined : drafts.read(draft);
  const model = params.model ?? kept?.model ?? (params.conversation === undefined ? choices.lastModel() : undefined);
  const thinkingLevel = params.thinkingLevel ?? kept?.thinkingLevel;
  const accessMode = params.accessMode ?? kept?.accessMode;
  const known = params.conversation === undefined ? undefined : records.get(params.conversation);
  if (project !== undefined && project !== '') parts.projects.get(project);
  const { images, attached } = await attachments.prepare(ids, known?.accessMode ?? accessMode ?? 'secure');
  const record =
    known ??
    beginConversation(parts, { project: project === '' ? undefined : project, accessMode: accessMode ?? 'secure', model, thinkingLevel });
  const conversation = record.id;
  if (known === undefined) await agent.configure(conversation, defined({ model, thinkingLevel, accessMode }));
  titled(parts, record, text, attached);
  let answer: Awaited<ReturnType<AgentService['prompt']>>;
  try {
    answer = await agent.prompt(conversation, withAttached(text, attached), { images, ...(how !== undefined && { how }) });
  } catch (error) {
    // The person's words stay where they wrote them; a conversation in which nothing was said is none.
    if (known === undefined && (await agent.sessionFile(conversation)) === undefined) {
      records.forget(conversation);
      changed(conversation, true);
    }
    throw error;
  }
  if (model !== undefined) choices.keepLastModel(model);
  if (draft !== undefined) {
    drafts.forget(draft);
    attachments.sent(draft, conversation);
    draftChanged(draft);
  }
  records.change(conversation, { updatedAt: now(), lastMessageAt: now() });
  changed(conversation, true);
  received(conversation, text);
  return { conversation, ...answer };
}

/** The first words are the title until there is a better one. */
function titled({ records }: SendingParts, record: ConversationRecord, text: string, attached: readonly AttachedText[]): void {
  if (record.titleSource !== 'placeholder') return;
  const title = titleFromWords(text) ?? attached[0]?.name;
  if (title !== undefined) records.change(record.id, { title, titleSource: 'words' });
}

function defined<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
