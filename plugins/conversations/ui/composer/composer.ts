import type { AccessMode, ThinkingLevel } from '@atelier/agent/contract';
import type { ViewHost } from '@atelier/kernel/ui';
import type { ReactiveControllerHost } from 'lit';
import type { Models } from './choosing/models.ts';
import type { SetUp } from './choosing/set-up.ts';
import type { Draft } from './draft.ts';
import type { Runtime } from './runtime.ts';

/** Where the next message goes: a conversation, else a new one in a project or without one. */
export interface Place {
  readonly conversation?: string;
  readonly project?: string;
}

/** The composer as its parts see it: their shared state, and what only the whole composer can do. */
export interface Composer extends ReactiveControllerHost, HTMLElement {
  readonly view: ViewHost;
  readonly draft: Draft;
  readonly runtime: Runtime;
  readonly models: Models;
  readonly setUp: SetUp;
  readonly place: Place;
  /** The access mode that the window's conversation slice reports. */
  readonly toldAccessMode: AccessMode | undefined;
  /** Shows what went wrong; a text is shown as it is. */
  readonly fail: (error: unknown) => void;
  /** Shows why a message was not sent; its text is in the field again. */
  failUnsent(error: unknown): void;
  closeFailure(): void;
  /** The text field; null before the first render. */
  readonly field: HTMLTextAreaElement | null;
  focusField(): void;
  pickModel(model: string): Promise<void>;
  setThinking(level: ThinkingLevel): Promise<void>;
  showModels(): void;
}
