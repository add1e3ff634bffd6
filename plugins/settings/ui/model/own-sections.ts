import type { SettingValue } from '../../contract/index.ts';
import type { Keeper, ShownSection } from './setting.ts';

/** One setting of ours; its words are texts, and the values of a choice too. */
export interface OwnSetting {
  readonly id: string;
  readonly keeper: Keeper;
  readonly kind: 'boolean' | 'choice' | 'text';
  readonly usual: SettingValue;
  readonly values?: readonly string[];
  readonly isSegmented?: true;
  readonly isNumber?: true;
}

export interface OwnSection extends Pick<ShownSection, 'id' | 'icon' | 'order'> {
  readonly group: 'app' | 'work';
  readonly settings?: readonly OwnSetting[];
  readonly part?: string;
  /** Without this extension there is nothing to set. */
  readonly needs?: string;
}

const conversations = '@atelier/conversations';
const onOff = (id: string, keeper: Keeper): OwnSetting => ({ id, keeper, kind: 'boolean', usual: true });
const choice = (id: string, keeper: Keeper, ...values: readonly [string, ...string[]]): OwnSetting => ({
  id,
  keeper,
  kind: 'choice',
  values,
  usual: values[0],
  isSegmented: true,
});

/** The sections that this plugin brings itself. The usual value of a choice is its first, where nothing else is said. */
export const ownSections: readonly OwnSection[] = [
  {
    id: 'general',
    icon: 'sliders-horizontal',
    order: 10,
    group: 'app',
    settings: [
      choice('appearance', 'workbench', 'system', 'light', 'dark'),
      choice('contrast', 'workbench', 'system', 'normal', 'more'),
      { ...choice('size', 'workbench', '90', '100', '110', '125'), usual: '100', isNumber: true },
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
  { id: 'language', icon: 'languages', order: 50, group: 'app', settings: [choice('locale', 'kept', 'fr', 'en')] },
  { id: 'shortcuts', icon: 'keyboard', order: 52, group: 'app', part: 'settings-shortcuts' },
  {
    id: 'behaviors',
    icon: 'wand-sparkles',
    order: 54,
    group: 'work',
    settings: [
      onOff('promptOn', 'kept'),
      { id: 'prompt', keeper: 'kept', kind: 'text', usual: '' },
      choice('titles', 'conversations', 'ai', 'words'),
      { ...choice('density', 'conversations', 'compact', 'lines', 'open'), usual: 'lines' },
      onOff('showThinking', 'conversations'),
    ],
  },
  { id: 'sessions', icon: 'history', order: 70, group: 'work', part: 'settings-sessions' },
  { id: 'storage', icon: 'database', order: 85, group: 'app', part: 'settings-storage' },
  { id: 'privacy', icon: 'lock', order: 88, group: 'app', part: 'settings-privacy' },
];

/** Whose setting it is, where it is not a bundled plugin's but one that may be off. */
export const keeperOf: Readonly<Record<Keeper, string | undefined>> = {
  workbench: '@atelier/workbench',
  conversations,
  list: conversations,
  kept: undefined,
};
