import { defineChannel, definePoint, defineToken } from '@atelier/kernel';
import type { Action, Badge, Finder, WorkbenchShape } from './generated.ts';

export type { Action, Badge, Finder, Preferences } from './generated.ts';

/** What the person chose for every window, and what windows are asked to show. */
export const WorkbenchChannel = defineChannel<WorkbenchShape>('workbench');

/** Commands at the top of the sidebar and on the first screen. */
export const Actions = definePoint<Action>('@atelier/workbench:actions@1');

/** Words and numbers beside the sidebar's entries. */
export const Badges = definePoint<Badge>('@atelier/workbench:badges@1');

/** What the palette asks while one types. */
export const Finders = definePoint<Finder>('@atelier/workbench:finders@1');

/** One thing that a finder found. */
export interface Finding {
  readonly title: string;
  readonly meta?: string;
  readonly icon?: string;
  /** A state mark instead of an icon. */
  readonly state?: string;
  /** What stands at the end of its row: a time, a key. */
  readonly end?: string;
  readonly command: string;
  readonly args?: Record<string, unknown>;
}

/** For main sides that want a window to show something. */
export interface WorkbenchService {
  /** Asks the windows to show a view. */
  show(view: string, params?: Readonly<Record<string, unknown>>): Promise<void>;
  /** The language that the person chose, for what a main side says to them. */
  locale(): Promise<'fr' | 'en'>;
}

export const Workbench = defineToken<WorkbenchService>('@atelier/workbench:Workbench@1', {
  show: 'everybody',
  locale: 'everybody',
});
