import type { AccessMode, Entry, ImportedMessage, ThinkingLevel } from '@atelier/agent/contract';
import { defineChannel, defineHook, definePoint, defineToken } from '@atelier/kernel';
import type { Conversation, ConversationAction, ConversationsShape, MessageAction, Row, SlashCommand } from './generated.ts';

export * from './attached.ts';
export type {
  Attachment,
  Conversation,
  ConversationAction,
  Density,
  Draft,
  Hit,
  IndexState,
  MessageAction,
  Page,
  Preferences,
  Problem,
  Project,
  Row,
  SlashCommand,
  State,
  Task,
  View,
} from './generated.ts';

/** Projects and conversations as the person has them. */
export const ConversationsChannel = defineChannel<ConversationsShape>('conversations');

/** An entry of a page: the agent's, with its place in the conversation. */
export interface PlacedEntry extends Entry {
  readonly position: number;
}

/** What one can do with a message, in its menu; the command is run with {conversation, entry}. */
export const MessageActions = definePoint<MessageAction>('@atelier/conversations:messageActions@1');

/** What one can do with a conversation, in its menu; the command is run with {conversation}. */
export const ConversationActions = definePoint<ConversationAction>('@atelier/conversations:conversationActions@1');

/** What one can write after a / in the composer; the command is run with {conversation, text}. */
export const SlashCommands = definePoint<SlashCommand>('@atelier/conversations:slashCommands@1');

/** Something happened to a conversation that others may want to follow. */
export const conversationCreated = defineHook.notify<{ readonly conversation: string; readonly project?: string }>(
  '@atelier/conversations:conversationCreated@1',
);
export const conversationArchived = defineHook.notify<{ readonly conversation: string }>('@atelier/conversations:conversationArchived@1');
export const conversationRemoved = defineHook.notify<{ readonly conversation: string }>('@atelier/conversations:conversationRemoved@1');
export const messageReceived = defineHook.notify<{ readonly conversation: string; readonly text: string }>(
  '@atelier/conversations:messageReceived@1',
);
export const projectCreated = defineHook.notify<{ readonly project: string; readonly folder: string }>(
  '@atelier/conversations:projectCreated@1',
);

/** A conversation that comes from elsewhere: its messages, or a session file of the engine's own. */
export interface ImportedConversation {
  readonly title: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The folder it was about; becomes its project where there is one for it. */
  readonly folder?: string;
  readonly source: string;
  readonly sourceId: string;
  readonly messages?: readonly ImportedMessage[];
  readonly sessionFile?: string;
  readonly archived?: boolean;
  readonly pinned?: boolean;
}

/** Conversations for other plugins. */
export interface ConversationsService {
  create(begin: {
    readonly title?: string;
    readonly project?: string;
    readonly channel?: string;
    readonly model?: string;
    readonly thinkingLevel?: ThinkingLevel;
    readonly accessMode?: AccessMode;
  }): Promise<string>;
  /** Takes one over whole or not at all; the same source and id twice is the same conversation. */
  adopt(imported: ImportedConversation): Promise<{ readonly conversation: string; readonly was: 'created' | 'there' }>;
  /** Whether one with this source and id was taken over before. */
  adopted(source: string, sourceIds: readonly string[]): Promise<readonly string[]>;
  describe(conversation: string): Promise<Conversation>;
  recent(limit: number): Promise<readonly Row[]>;
  /** The project's folder of a conversation; undefined where it has none. */
  projectFolder(conversation: string): Promise<string | undefined>;
  /** Where the conversation works instead of its project's folder; undefined ends that. */
  setWorktree(conversation: string, path: string | undefined): Promise<void>;
  /** Puts a text into a draft that is empty, or after what stands there. */
  prefill(conversation: string, text: string): Promise<void>;
}

export const Conversations = defineToken<ConversationsService>('@atelier/conversations:Conversations@1');
