import type { AgentService, Entry, Image } from '@atelier/agent/contract';
import type { ExtensionContext, Handlers, Locale } from '@atelier/kernel';
import { type AttachedText, conversationCreated, messageReceived, withAttached } from '../../contract/index.ts';
import type { Core, Shape } from '../core.ts';
import type { Claim } from '../drafts/drafts.ts';
import { errors } from '../errors.ts';
import type { Messages } from '../messages/messages.ts';
import { beginConversation, type ConversationRecord, type ConversationRecords, type NewConversation } from '../records/conversations.ts';
import { numberedTitle, titleFromWords } from './titles.ts';

type Calls = Pick<Handlers<Shape>, 'send' | 'fork' | 'resend' | 'regenerate' | 'goTo'>;
type SendParams = Parameters<Calls['send']>[0];

const placeholders = { fr: 'Nouvelle conversation', en: 'New conversation' };

/** Creates conversations, and sends, resends and regenerates messages. */
export class Sending {
  readonly #ctx: ExtensionContext;
  readonly #core: Core;
  readonly #messages: Messages;
  #locale: Locale = 'fr';

  constructor(ctx: ExtensionContext, core: Core, messages: Messages) {
    this.#ctx = ctx;
    this.#core = core;
    this.#messages = messages;
  }

  readonly calls: Calls = {
    send: async ({ sends, by, at, ...params }) => {
      const { draft, text } = params;
      // Claimed before the first await, so that two windows cannot both send one draft.
      const claim = draft === undefined ? undefined : this.#core.drafts.claim(draft, sends, { text, by, at });
      try {
        this.#locale = await this.#core.locale().catch(() => this.#locale);
        return await this.#send(params, claim);
      } catch (error) {
        claim?.release();
        throw error;
      }
    },
    fork: async ({ conversation, entry }) => ({ conversation: await this.#fork(conversation, entry) }),
    resend: async ({ conversation, entry, text, withoutPictures = false }) => {
      const { agent } = this.#core;
      const { asked } = await this.#messageAt(conversation, entry);
      if (!withoutPictures) await this.#demandAll(conversation, await this.#modelOf(conversation), asked);
      const { leaf } = await agent.rewind(conversation, asked.id);
      await promptOrGoBack(agent, conversation, leaf, text, withoutPictures ? [] : picturesOf(asked));
      this.#core.drafts.forget(`edit:${conversation}:${entry}`);
      return null;
    },
    goTo: async ({ conversation, leaf }) => {
      this.#core.records.get(conversation);
      await this.#core.agent.redo(conversation, leaf);
      return null;
    },
    regenerate: async ({ conversation, entry, model, withoutPictures = false }) => {
      await this.#regenerate(conversation, entry, model, withoutPictures);
      return null;
    },
  };

  /** Creates the record of a conversation and notifies windows and hooks; without a title it gets a placeholder. */
  begin(begin: NewConversation): ConversationRecord {
    const { records, windows, now } = this.#core;
    const record = beginConversation(records, now(), { title: placeholders[this.#locale], ...begin });
    windows.changed(record.id, true);
    const { id: conversation, project } = record;
    this.#inBackground(this.#ctx.run(conversationCreated, { conversation, ...(project !== undefined && { project }) }));
    return record;
  }

  /** Sends a message; without a conversation, creates one. */
  async #send(params: SendParams, claim: Claim | undefined): ReturnType<Calls['send']> {
    const { records, projects, drafts, attachments, choices, agent, windows, now } = this.#core;
    const { text, attachments: ids = [], how, draft, project, withoutPictures = false } = params;
    // Before the message reaches the agent, which may be able to write.
    this.#core.demandWritable();
    if (text.trim() === '' && ids.length === 0) throw errors['conversations/nothing-to-send']({});
    const kept = draft === undefined ? undefined : drafts.read(draft);
    const model = params.model ?? kept?.model ?? (params.conversation === undefined ? await this.#core.lastModel() : undefined);
    const thinkingLevel = params.thinkingLevel ?? kept?.thinkingLevel;
    const accessMode = params.accessMode ?? kept?.accessMode;
    const known = params.conversation === undefined ? undefined : records.get(params.conversation);
    if (project !== undefined && project !== '') projects.get(project);
    const { images: pictures, attached } = await attachments.prepare(ids, known?.accessMode ?? accessMode ?? 'secure');
    const images = withoutPictures ? [] : pictures;
    if (text.trim() === '' && attached.length + images.length === 0) throw errors['conversations/nothing-to-send']({});
    await this.#demandReads(known === undefined ? model : await this.#modelOf(known.id), images);
    if (known !== undefined && !withoutPictures) await this.#demandSeen(known.id, await this.#modelOf(known.id));
    const record =
      known ??
      this.begin({
        project: project === '' ? undefined : project,
        accessMode: accessMode ?? 'secure',
        model,
        thinkingLevel,
        private: kept?.private === true,
      });
    const conversation = record.id;
    // Also on a disk that is full nothing is sent that cannot be noted: it would be refused in words, and be in the transcript.
    records.change(conversation, { updatedAt: record.updatedAt });
    setFirstTitle(records, record, text, attached);
    let answer: Awaited<ReturnType<AgentService['prompt']>>;
    try {
      if (known === undefined) await configure(agent, conversation, { model, thinkingLevel, accessMode });
      // A file that the person attaches need not be their own words.
      const outside = [...attached, ...images].map(({ name = '' }) => ({ kind: 'declared' as const, name }));
      answer = await agent.prompt(conversation, withAttached(text, attached), { images, outside, ...(how !== undefined && { how }) });
    } catch (error) {
      // The draft is kept; a new conversation without any message is deleted.
      if (known === undefined && (await agent.sessionFile(conversation)) === undefined) {
        records.forget(conversation);
        windows.changed(conversation, true);
      }
      throw error;
    }
    // The message has arrived: nothing from here on makes it one that was refused.
    this.#afterwards(() => {
      if (draft !== undefined) claim?.sent(now());
      if (draft !== undefined) attachments.sent(draft, conversation);
      records.change(conversation, { updatedAt: now(), lastMessageAt: now() });
      if (model !== undefined && this.#core.onBehalfOf() === undefined) choices.keepLastModel(model);
    });
    if (draft !== undefined) windows.emit('draftChanged', { of: draft });
    windows.changed(conversation, true);
    this.#inBackground(this.#ctx.run(messageReceived, { conversation, text }));
    return { conversation, ...answer };
  }

  /** The engine would leave pictures out in silence for a model that is not said to read any. */
  async #demandReads(model: string | undefined, images: readonly Image[]): Promise<void> {
    const found = images.length === 0 ? undefined : await this.#core.readsPictures(model);
    if (found?.reads === false) throw errors['conversations/pictures-unread']({ model: found.model });
  }

  /** Once a model has answered after the pictures of earlier messages, the person knows that it gets none. */
  async #demandSeen(conversation: string, model: string | undefined): Promise<void> {
    const found = await this.#core.readsPictures(model);
    if (found?.reads !== false || !(await this.#messages.hasNewPictures(conversation, model))) return;
    throw errors['conversations/earlier-pictures-unread']({ model: found.model });
  }

  /** What a message that is sent again needs of its model: that it reads the pictures of it and of those before it, or has answered after them. */
  async #demandAll(conversation: string, model: string | undefined, asked: Entry): Promise<void> {
    await this.#demandReads(model, picturesOf(asked));
    const isEarlier = await this.#messages.hasNewPictures(conversation, model, asked.id);
    if (isEarlier) await this.#demandSeen(conversation, model);
  }

  async #modelOf(conversation: string): Promise<string | undefined> {
    return (await this.#core.agent.state(conversation)).model ?? this.#core.records.get(conversation).model;
  }

  /** Creates a conversation for another plugin, with its settings or not at all. */
  async create(begin: NewConversation & Settings): Promise<string> {
    const { agent } = this.#core;
    const { id } = this.begin(begin);
    try {
      await configure(agent, id, begin);
    } catch (error) {
      this.#core.records.forget(id);
      this.#core.windows.changed(id, true);
      throw error;
    }
    return id;
  }

  /** Creates a conversation with everything up to an entry, in the same project. */
  async #fork(from: string, entry: string): Promise<string> {
    const { records, agent, windows } = this.#core;
    const { title, titleSource, project, model, thinkingLevel, accessMode, private: isPrivate } = records.get(from);
    const forked = { parentId: from, forkedFrom: from, forkedAtEntry: entry };
    const { id } = this.begin({
      title: numberedTitle(title, one => records.isTitle(one)),
      titleSource,
      project,
      model,
      thinkingLevel,
      accessMode,
      private: isPrivate,
      ...forked,
    });
    try {
      await agent.fork(from, entry, id);
    } catch (error) {
      records.forget(id);
      windows.changed(id, true);
      throw error;
    }
    return id;
  }

  /**
   * Rewinds to before the message that an answer is for, and sends it again: the model gets the person's words and no others. A message
   * that an extension sent stays where it is, because it would become the person's.
   */
  async #regenerate(conversation: string, entry: string, model: string | undefined, withoutPictures: boolean): Promise<void> {
    const { agent, log } = this.#core;
    const { asked, entry: answer } = await this.#messageAt(conversation, entry);
    if (!withoutPictures) await this.#demandAll(conversation, model ?? (await this.#modelOf(conversation)), asked);
    const images = withoutPictures ? [] : picturesOf(asked);
    const isOwn = asked.sentBy === undefined;
    const { leaf } = await agent.rewind(conversation, isOwn ? asked.id : answer.id);
    try {
      if (model !== undefined) await agent.configure(conversation, { model });
      if (isOwn || answer.id === asked.id) await agent.prompt(conversation, textOf(asked), { images });
      else await agent.resume(conversation);
    } catch (error) {
      await agent.redo(conversation, leaf).catch(reason => log.warn(String(reason)));
      throw error;
    }
  }

  async #messageAt(conversation: string, entry: string) {
    this.#core.records.get(conversation);
    const found = await this.#messages.entryOf(conversation, entry);
    if (found === undefined) throw errors['conversations/entry-missing']({});
    return found;
  }

  #afterwards(work: () => void): void {
    try {
      this.#core.together(work);
    } catch (error) {
      this.#core.log.warn(String(error));
    }
  }

  /** Runs in the background: handlers of hooks do not delay the caller. */
  #inBackground(work: Promise<unknown>): void {
    work.catch(error => this.#core.log.warn(String(error)));
  }
}

/** Sets the first words as the title of a conversation that has a placeholder. */
function setFirstTitle(records: ConversationRecords, record: ConversationRecord, text: string, attached: readonly AttachedText[]): void {
  if (record.titleSource !== 'placeholder') return;
  const title = titleFromWords(text) ?? attached[0]?.name;
  if (title !== undefined) records.change(record.id, { title, titleSource: 'words' });
}

function defined<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** Restores the conversation if the message cannot be sent. */
async function promptOrGoBack(
  agent: AgentService,
  conversation: string,
  leaf: string,
  text: string,
  images: readonly Image[],
): Promise<void> {
  try {
    await agent.prompt(conversation, text, { images });
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

type Settings = Pick<SendParams, 'model' | 'thinkingLevel' | 'accessMode'>;

/** Sets how a new conversation works. Open mode is the person's alone: the agent refuses it to a call for an extension. */
async function configure(agent: AgentService, conversation: string, { model, thinkingLevel, accessMode }: Settings): Promise<void> {
  if (accessMode === 'open') await agent.setAccess(conversation, { accessMode });
  await agent.configure(conversation, defined({ model, thinkingLevel }));
}
