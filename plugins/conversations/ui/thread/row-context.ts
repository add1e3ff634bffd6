import type { AskedRequest } from '@atelier/agent/contract';
import type { ViewHost } from '@atelier/kernel/ui';
import type { Model } from '@atelier/providers/contract';
import type { Price } from '@atelier/usage/contract';
import type { FileAction, MessageAction } from '../../contract/index.ts';
import type { RequestAnswer, ThreadActions } from './actions.ts';
import type { Label } from './parts/labels.ts';
import type { ThreadTexts } from './toasts.ts';

/** What rows need to render and to run their actions. */
export interface RowContext {
  readonly text: ThreadTexts;
  readonly view: ViewHost;
  readonly act: ThreadActions;
  readonly models: readonly Model[];
  readonly actions: readonly MessageAction[];
  readonly fileActions: readonly FileAction[];
  /** What other plugins say of an answer. */
  labelsOf(entry: string | undefined): readonly Label[];
  /** Whether a turn is running; many actions are disabled then. */
  readonly isBusy: boolean;
  /** Whether a command is available. */
  can(command: string): boolean;
  setOpen(key: string, open: boolean): void;
  edit(key: string | undefined): void;
  /** Loads a gap that is near the view. */
  need(first: number, count: number): void;
  /** A picture of a message as a data URL. */
  picture(entry: string, part: number, mimeType: string | undefined, data: string | undefined): Promise<string>;
  answer(request: AskedRequest, answer: RequestAnswer): void;
  /** Regenerates the answer `entry`, or the answer to the last message. */
  askAgain(entry: string | undefined, model?: string): void;
  /** Empty until the models are known: the program's word for one is no name. */
  modelName(id: string): string;
  /** The price of a model as the person has corrected it. */
  priceOf(model: string): Price | undefined;
}
