import type { Field, SettingValue } from '../../contract/index.ts';

/** Where a setting is stored: in the preferences of another plugin, in the view of the conversation list, or in this plugin. */
export type SettingStore = 'workbench' | 'conversations' | 'list' | 'settings';

/** One setting as the page shows it, in the person's language. */
export interface Setting {
  /** The ids of its section and of itself; unique on the page. */
  readonly key: string;
  readonly id: string;
  readonly section: string;
  readonly from: string;
  readonly store: SettingStore;
  readonly kind: Field['kind'];
  readonly title: string;
  readonly about: string;
  readonly keywords: readonly string[];
  readonly defaultValue: SettingValue;
  readonly choices: readonly { readonly value: string; readonly title: string }[];
  /** Shown as a segmented control, for few choices. */
  readonly isSegmented: boolean;
  /** A choice that is stored as a number. */
  readonly isNumber: boolean;
  /** Folded below the others of its section. */
  readonly isExpert: boolean;
  readonly field: Omit<Field, 'title'>;
}

/** Something inside a section that only the search shows: a setting of a view, or a command that may get keys. */
export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly keywords: readonly string[];
}

export interface ShownSection {
  readonly id: string;
  readonly from: string;
  readonly title: string;
  readonly about: string;
  readonly icon: string;
  readonly order: number;
  readonly group: 'app' | 'work' | 'extensions';
  readonly keywords: readonly string[];
  readonly settings: readonly Setting[];
  readonly entries: readonly Entry[];
  /** An element of this plugin, for content that a form cannot express. */
  readonly part?: string;
  /** A view of slot `settings`. */
  readonly view?: string;
  /** Sections that are shown below this one's settings and have no entry in the list. */
  readonly inside: readonly ShownSection[];
}
