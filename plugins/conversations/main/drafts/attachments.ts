import type { AccessMode, Image } from '@atelier/agent/contract';
import type { Locale } from '@atelier/kernel';
import type { AttachedText, Attachment } from '../../contract/index.ts';

/** A file that a page is about to send in pieces. */
export interface Upload {
  readonly of: string;
  readonly name: string;
  readonly size: number;
  readonly mimeType: string | undefined;
  /** The picture of which this is the smaller one. */
  readonly resizedOf: string | undefined;
}

/** How a draft stands, which decides what becomes of its files. */
export interface DraftPlace {
  readonly mode: AccessMode;
  readonly locale: Locale;
}

/** Files that stand beside a draft, and later belong to a conversation. */
export interface Attachments {
  /** What the agent is sent of them; refused where one of them may not be sent in this mode. */
  prepare(
    ids: readonly string[],
    mode: AccessMode,
  ): Promise<{ readonly images: readonly Image[]; readonly attached: readonly AttachedText[] }>;
  begin(upload: Upload, place: DraftPlace): Promise<string>;
  piece(upload: string, data: Buffer): Promise<void>;
  end(upload: string, place: (of: string) => DraftPlace): Promise<Attachment>;
  /** Those of a draft. */
  list(of: string, place: DraftPlace): readonly Attachment[];
  detach(of: string, id: string): void;
  /** What one holds, for showing it. */
  content(id: string): Promise<{ readonly mimeType: string; readonly data: Buffer }>;
  /** The draft's files belong to the conversation from now on. */
  sent(of: string, conversation: string): void;
  /** Everything of a conversation or a draft that is gone. */
  forget(of: string): void;
  /** Ends what is under way. */
  close(): Promise<void>;
}
