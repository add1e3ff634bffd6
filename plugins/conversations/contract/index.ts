import { type AccessMode, type Entry, type ImportedMessage, rights, type ThinkingLevel } from '@atelier/agent/contract';
import { defineChannel, defineHook, definePoint, defineToken } from '@atelier/kernel';
import type { Conversation, ConversationAction, ConversationsShape, FileAction, MessageAction, Row, SlashCommand } from './generated.ts';

export * from './attached.ts';
export type {
  Attachment,
  Conversation,
  ConversationAction,
  Density,
  Draft,
  FileAction,
  Hit,
  IndexState,
  MessageAction,
  Page,
  Preferences,
  Problem,
  Project,
  ProjectStart,
  Row,
  SlashCommand,
  StartHint,
  State,
  Task,
  View,
} from './generated.ts';

/** The person's projects and conversations. */
export const ConversationsChannel = defineChannel<ConversationsShape>('conversations');

/** An entry of a page: the agent's entry with its position in the conversation. */
export interface PlacedEntry extends Entry {
  readonly position: number;
}

/** Actions in the menu of a message; the command is run with {conversation, entry}. */
export const MessageActions = definePoint<MessageAction>('@atelier/conversations:messageActions@1');

/** Actions in the menu of a conversation; the command is run with {conversation}. */
export const ConversationActions = definePoint<ConversationAction>('@atelier/conversations:conversationActions@1');

/** Actions on files of a conversation, and on its working folder; the command is run with {conversation, path?, line?, column?}. */
export const FileActions = definePoint<FileAction>('@atelier/conversations:fileActions@1');

/** What the person finds after typing a / in the composer: a command that is run with {conversation, text}, or a text to go on with. */
export const SlashCommands = definePoint<SlashCommand>('@atelier/conversations:slashCommands@1');

/** A conversation has begun. */
export const conversationCreated = defineHook.notify<{ readonly conversation: string; readonly project?: string }>(
  '@atelier/conversations:conversationCreated@1',
);
/** A conversation was archived. */
export const conversationArchived = defineHook.notify<{ readonly conversation: string }>('@atelier/conversations:conversationArchived@1');
/** A conversation was deleted for good, with its rows and its session file. */
export const conversationRemoved = defineHook.notify<{ readonly conversation: string }>('@atelier/conversations:conversationRemoved@1');
/** The person has sent a message. */
export const messageReceived = defineHook.notify<{ readonly conversation: string; readonly text: string }>(
  '@atelier/conversations:messageReceived@1',
);
/** A folder was added as a project. */
export const projectCreated = defineHook.notify<{ readonly project: string; readonly folder: string }>(
  '@atelier/conversations:projectCreated@1',
);

/** A conversation to import: its messages, or a session file of the engine. */
export interface ImportedConversation {
  readonly title: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The folder it worked in. If a project has this folder, the conversation is added to that project. */
  readonly folder?: string;
  readonly source: string;
  readonly sourceId: string;
  readonly messages?: readonly ImportedMessage[];
  readonly sessionFile?: string;
  readonly archived?: boolean;
  readonly pinned?: boolean;
  /** Nothing of it is remembered. */
  readonly private?: boolean;
}

/** What only Atelier's own plugins may say of a conversation. */
export interface Marks {
  /** Where it is worked on. */
  readonly location?: 'local' | 'cloud';
  /** The harness candidate that was active when it began. */
  readonly harnessCandidate?: string;
}

export interface NewMarks extends Marks {
  /** No list and no search shows it, and nobody is notified of it. */
  readonly hidden?: boolean;
  /** The conversation that has it begun. */
  readonly parent?: string;
  /** Nothing of it is remembered, from its beginning. */
  readonly private?: boolean;
}

/** A conversation that works in a folder of its own. */
export interface WorkingElsewhere {
  readonly folder: string;
  readonly conversation: string;
  readonly title: string;
  /** It was deleted, and can still be brought back. */
  readonly isDeleted: boolean;
}

/** Conversations for other plugins. */
export interface ConversationsService {
  /** Creates a conversation and returns its id. */
  create(begin: {
    readonly title?: string;
    readonly project?: string;
    readonly channel?: string;
    readonly model?: string;
    readonly thinkingLevel?: ThinkingLevel;
    readonly accessMode?: AccessMode;
  }): Promise<string>;
  /** The same, with what only Atelier's own plugins may say of it. */
  createMarked(begin: Parameters<ConversationsService['create']>[0], marks: NewMarks): Promise<string>;
  /** Says the same of a conversation that there is. */
  mark(conversation: string, marks: Marks): Promise<void>;
  /** Imports a conversation completely or not at all. A second call with the same source and id returns the same conversation. */
  adopt(imported: ImportedConversation): Promise<{ readonly conversation: string; readonly was: 'created' | 'there' }>;
  /** Returns those of the source's ids that were imported before. */
  adopted(source: string, sourceIds: readonly string[]): Promise<readonly string[]>;
  /** Returns a conversation with all its details. */
  describe(conversation: string): Promise<Conversation>;
  /** Returns the most recently used conversations, newest first. */
  recent(limit: number): Promise<readonly Row[]>;
  /** Returns the folder of the conversation's project; undefined without a project. */
  projectFolder(conversation: string): Promise<string | undefined>;
  /** Returns the folder of a project; undefined if there is no such project. */
  folderOfProject(project: string): Promise<string | undefined>;
  /** The projects, by the names that the person gave them. */
  projects(): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** Whether nothing of it is remembered and it is told nothing that was; `of` is a conversation, or the draft of one that begins. */
  isPrivate(of: string): Promise<boolean>;
  /** Makes it private, or ends that. One that is forked from it is private too. */
  setPrivate(of: string, isPrivate: boolean): Promise<void>;
  /** Sets the folder in which the conversation works instead of its project's folder; undefined removes it. */
  setWorktree(conversation: string, path: string | undefined): Promise<void>;
  /** The conversations that work in a folder of their own instead of their project's, also deleted ones that can be brought back. */
  worktrees(): Promise<readonly WorkingElsewhere[]>;
  /** Appends a text to the conversation's draft. */
  prefill(conversation: string, text: string): Promise<void>;
}

export const Conversations = defineToken<ConversationsService>('@atelier/conversations:Conversations@1', {
  create: { rights: [rights.write] },
  createMarked: 'bundled',
  mark: 'bundled',
  adopt: 'bundled',
  adopted: 'bundled',
  describe: { rights: [rights.read] },
  recent: { rights: [rights.read] },
  projectFolder: { rights: [rights.read] },
  folderOfProject: 'bundled',
  projects: 'bundled',
  isPrivate: 'bundled',
  setPrivate: 'bundled',
  setWorktree: 'bundled',
  worktrees: 'bundled',
  prefill: { rights: [rights.write] },
});
