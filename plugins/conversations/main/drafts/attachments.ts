import type { Image } from '@atelier/agent/contract';
import type { AttachedText } from '../../contract/index.ts';

/** Files that stand beside a draft, and later belong to a conversation. */
export interface Attachments {
  /** What the agent is sent of them. */
  prepare(ids: readonly string[]): Promise<{ readonly images: readonly Image[]; readonly attached: readonly AttachedText[] }>;
  /** The draft's files belong to the conversation from now on. */
  sent(of: string, conversation: string): void;
  /** Everything of a conversation or a draft that is gone. */
  forget(of: string): void;
}
