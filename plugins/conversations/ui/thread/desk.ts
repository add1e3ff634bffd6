import type { AskedRequest } from '@atelier/agent/contract';
import type { Texts, ViewHost } from '@atelier/kernel/ui';
import type { Model } from '@atelier/providers/contract';
import type { MessageAction } from '../../contract/index.ts';
import type { ThreadActions } from './actions.ts';
import type { texts } from './texts.ts';

export type ThreadTexts = Texts<(typeof texts)['fr']>;

/** What a row needs to draw itself and to do what it offers. */
export interface Desk {
  readonly text: ThreadTexts;
  readonly view: ViewHost;
  readonly act: ThreadActions;
  readonly models: readonly Model[];
  readonly actions: readonly MessageAction[];
  /** Whether a turn is under way, which much has to wait for. */
  readonly isBusy: boolean;
  /** Whether somebody has said that this can be done. */
  can(command: string): boolean;
  setOpen(key: string, open: boolean): void;
  edit(key: string | undefined): void;
  /** Loads a gap that comes near. */
  need(first: number, count: number): void;
  /** A picture of a message as an address, once it is here. */
  picture(entry: string, part: number, mimeType: string | undefined, data: string | undefined): Promise<string>;
  answer(request: AskedRequest, answer: RequestAnswer): void;
  /** Asks again what an entry was the answer to, or what was asked last. */
  askAgain(entry: string | undefined, model?: string): void;
  modelName(id: string): string;
}

export interface RequestAnswer {
  readonly allow?: boolean;
  readonly scope?: 'once' | 'conversation' | 'project' | 'always';
  readonly text?: string;
  readonly choice?: string;
  readonly cancelled?: boolean;
}
