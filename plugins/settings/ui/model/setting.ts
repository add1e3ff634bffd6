import type { Field, SettingValue } from '../../contract/index.ts';

/** Who keeps a setting. What a plugin keeps already stays with it. */
export type Keeper = 'workbench' | 'conversations' | 'list' | 'kept';

/** One setting as the page shows it, in the person's language. */
export interface Setting {
  /** Of its section, then its own: the only one of its name on the page. */
  readonly key: string;
  readonly id: string;
  readonly section: string;
  readonly from: string;
  readonly keeper: Keeper;
  readonly kind: Field['kind'];
  readonly title: string;
  readonly about: string;
  readonly keywords: readonly string[];
  readonly usual: SettingValue;
  readonly choices: readonly { readonly value: string; readonly title: string }[];
  /** Few choices stand side by side. */
  readonly isSegmented: boolean;
  /** A choice whose keeper wants a number. */
  readonly isNumber: boolean;
  readonly field: Omit<Field, 'title'>;
}

/** Something inside a section that only the search knows: a setting of a view, a command that may get keys. */
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
  /** An element of this plugin that draws what no form can. */
  readonly part?: string;
  /** A view of slot `settings`. */
  readonly view?: string;
  /** Sections that have no entry in the list, and stand below this one's own settings. */
  readonly inside: readonly ShownSection[];
}
