import type { AccessMode, Image } from '@atelier/agent/contract';
import type { Locale } from '@atelier/kernel';
import type { AttachedText, Attachment } from '../../contract/index.ts';

/** A file that a page is about to send in pieces. */
export interface Upload {
  readonly of: string;
  readonly name: string;
  readonly size: number;
  readonly mimeType: string | undefined;
  /** The attachment of which this is the smaller picture. */
  readonly resizedOf: string | undefined;
}

/** The settings of a draft that decide how its files are sent and described. */
export interface DraftPlace {
  readonly mode: AccessMode;
  readonly locale: Locale;
}

/** The files that are attached to a draft, and belong to the conversation once they are sent. */
export interface Attachments {
  /** Prepares files for the agent; rejects if one of them may not be sent in this mode. */
  prepare(
    ids: readonly string[],
    mode: AccessMode,
  ): Promise<{ readonly images: readonly Image[]; readonly attached: readonly AttachedText[] }>;
  begin(upload: Upload, place: DraftPlace): Promise<string>;
  piece(upload: string, data: Buffer): Promise<void>;
  end(upload: string, place: (of: string) => DraftPlace): Promise<Attachment>;
  /** The files of a draft. */
  list(of: string, place: DraftPlace): readonly Attachment[];
  detach(of: string, id: string): void;
  /** The content of a file, for display. */
  content(id: string): Promise<{ readonly mimeType: string; readonly data: Buffer }>;
  /** Moves the draft's files to the conversation. */
  sent(of: string, conversation: string): void;
  /** Deletes all files of a conversation or a draft. */
  forget(of: string): void;
  /** Drops all running uploads. */
  close(): Promise<void>;
}
