import type { AppError } from '@atelier/kernel';
import type { ViewHost } from '@atelier/kernel/ui';
import type { ReactiveControllerHost } from 'lit';
import type { Feed } from './feed.ts';
import type { ThreadTexts } from './toasts.ts';

/** The members of the kit's transcript element that are used here. */
export interface Transcript extends HTMLElement {
  readonly isAtEnd: boolean;
  readonly keysInView: readonly string[];
  readonly keysToComeBackTo: readonly string[];
  scrollToKey(key: string): boolean;
  scrollToEnd(): void;
  announce(text: string, isLast?: boolean): void;
  readonly updateComplete: Promise<boolean>;
}

/** The transcript element as its parts see it. */
export interface OpenThread extends ReactiveControllerHost, HTMLElement {
  readonly view: ViewHost;
  readonly text: ThreadTexts;
  /** The conversation that is shown; undefined before the first. */
  readonly shown: string | undefined;
  readonly feed: Feed | undefined;
  readonly transcript: Transcript | null;
  /** Renders again after something was folded or unfolded. */
  redraw(): void;
  drawnAll(): Promise<unknown>;
  /** Asks whether to go on without pictures that the model would not get; `goOn` does so. */
  askAboutPictures(why: AppError, goOn: () => Promise<boolean>): void;
}
