import { defineChannel, defineHook, definePoint, defineToken } from '@atelier/kernel';
import type { Action, Badge, Finder, Preferences, WorkbenchShape } from './generated.ts';

export type { Action, Badge, Finder, Preferences } from './generated.ts';

/** The person's preferences for all windows, and requests to show a view. */
export const WorkbenchChannel = defineChannel<WorkbenchShape>('workbench');

/** Commands at the top of the sidebar and on the first screen. */
export const Actions = definePoint<Action>('@atelier/workbench:actions@1');

/** Words and numbers beside the sidebar's entries. */
export const Badges = definePoint<Badge>('@atelier/workbench:badges@1');

/** Commands that the palette calls for results while the person types. */
export const Finders = definePoint<Finder>('@atelier/workbench:finders@1');

/** The person's choice of a theme for all windows. */
export type Appearance = NonNullable<Preferences['appearance']>;

/** The person has chosen a theme. */
export const appearanceChosen = defineHook.notify<{ readonly appearance: Appearance }>('@atelier/workbench:appearanceChosen@1');

/** One result of a finder. */
export interface Finding {
  readonly title: string;
  readonly meta?: string;
  readonly icon?: string;
  /** The name of a state, shown instead of an icon. */
  readonly state?: string;
  /** Text at the end of the row, such as a time. */
  readonly end?: string;
  readonly command: string;
  readonly args?: Record<string, unknown>;
}

/** Whether a command that an extension returned may run as the person: only one of its own, or one that is open to everybody. */
export function mayRunFrom(
  commands: readonly { readonly from: string; readonly value: { readonly id: string; readonly access?: unknown } }[],
  from: string,
  command: string,
): boolean {
  const found = commands.find(({ value }) => value.id === command);
  return found !== undefined && (found.from === from || found.value.access === 'everybody');
}

/** Lets main sides show views in a window. */
export interface WorkbenchService {
  /** Asks the windows to show a view. */
  show(view: string, params?: Readonly<Record<string, unknown>>): Promise<void>;
  /** The language that the person chose. */
  locale(): Promise<'fr' | 'en'>;
  /** The theme that the person chose; undefined if they never did. */
  appearance(): Promise<Appearance | undefined>;
  /** Takes over a theme that the person chose elsewhere. */
  setAppearance(appearance: Appearance): Promise<void>;
}

export const Workbench = defineToken<WorkbenchService>('@atelier/workbench:Workbench@1', {
  show: 'everybody',
  locale: 'everybody',
  appearance: 'bundled',
  setAppearance: 'bundled',
});
