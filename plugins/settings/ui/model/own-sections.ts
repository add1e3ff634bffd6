import type { SettingValue } from '../../contract/index.ts';
import type { SettingStore, ShownSection } from './setting.ts';

/** A setting of this plugin's own sections; its titles, and those of the values of a choice, are in the texts. */
export interface OwnSetting {
  readonly id: string;
  readonly store: SettingStore;
  readonly kind: 'boolean' | 'choice' | 'text';
  readonly defaultValue: SettingValue;
  readonly values?: readonly string[];
  readonly isSegmented?: true;
  readonly isNumber?: true;
}

export interface OwnSection extends Pick<ShownSection, 'id' | 'icon' | 'order'> {
  readonly group: 'app' | 'work';
  readonly settings?: readonly OwnSetting[];
  readonly part?: string;
  /** The section is hidden if this extension is off. */
  readonly needs?: string;
}

const conversations = '@atelier/conversations';
const onOff = (id: string, store: SettingStore): OwnSetting => ({ id, store, kind: 'boolean', defaultValue: true });
const choice = (id: string, store: SettingStore, ...values: readonly [string, ...string[]]): OwnSetting => ({
  id,
  store,
  kind: 'choice',
  values,
  defaultValue: values[0],
  isSegmented: true,
});

/** The sections of this plugin itself. The default of a choice is its first value unless given. */
export const ownSections: readonly OwnSection[] = [
  {
    id: 'general',
    icon: 'sliders-horizontal',
    order: 10,
    group: 'app',
    settings: [
      choice('appearance', 'workbench', 'system', 'light', 'dark'),
      choice('contrast', 'workbench', 'system', 'normal', 'more'),
      { ...choice('size', 'workbench', '90', '100', '110', '125'), defaultValue: '100', isNumber: true },
      choice('start', 'workbench', 'new', 'last'),
    ],
  },
  {
    id: 'audio',
    icon: 'volume-2',
    order: 20,
    group: 'app',
    needs: conversations,
    settings: [onOff('chime', 'conversations')],
    part: 'settings-audio',
  },
  {
    id: 'notifications',
    icon: 'bell',
    order: 25,
    group: 'app',
    needs: conversations,
    settings: [onOff('notifyDone', 'conversations'), onOff('notifyNeedsYou', 'conversations'), onOff('notifyFailed', 'conversations')],
  },
  {
    id: 'sidebar',
    icon: 'panel-left',
    order: 40,
    group: 'app',
    settings: [
      choice('organize', 'list', 'project', 'time'),
      choice('sort', 'list', 'created', 'updated'),
      choice('show', 'list', 'all', 'relevant'),
    ],
  },
  { id: 'language', icon: 'languages', order: 50, group: 'app', settings: [choice('locale', 'settings', 'fr', 'en')] },
  { id: 'shortcuts', icon: 'keyboard', order: 52, group: 'app', part: 'settings-shortcuts' },
  {
    id: 'behaviors',
    icon: 'wand-sparkles',
    order: 54,
    group: 'work',
    settings: [
      onOff('promptOn', 'settings'),
      { id: 'prompt', store: 'settings', kind: 'text', defaultValue: '' },
      choice('titles', 'conversations', 'ai', 'words'),
      { ...choice('density', 'conversations', 'compact', 'lines', 'open'), defaultValue: 'lines' },
      onOff('showThinking', 'conversations'),
    ],
  },
  { id: 'rules', icon: 'shield-check', order: 65, group: 'work', needs: conversations, part: 'settings-rules' },
  { id: 'sessions', icon: 'history', order: 70, group: 'work', part: 'settings-sessions' },
  { id: 'storage', icon: 'database', order: 85, group: 'app', part: 'settings-storage' },
  { id: 'privacy', icon: 'lock', order: 88, group: 'app', part: 'settings-privacy' },
];

/** The extension that a store needs; it may be off. */
export const extensionOf: Readonly<Record<SettingStore, string | undefined>> = {
  workbench: '@atelier/workbench',
  conversations,
  list: conversations,
  settings: undefined,
};
