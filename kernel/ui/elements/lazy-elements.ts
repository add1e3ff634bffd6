import { UiAlert } from './ui-alert.ts';
import { UiBadge } from './ui-badge.ts';
import { UiCard } from './ui-card.ts';
import { UiCheckbox } from './ui-checkbox.ts';
import { UiChip } from './ui-chip.ts';
import { UiDialog } from './ui-dialog.ts';
import { UiDiff } from './ui-diff.ts';
import { UiEmpty } from './ui-empty.ts';
import { UiField } from './ui-field.ts';
import { UiHeader } from './ui-header.ts';
import { UiInput } from './ui-input.ts';
import { UiList } from './ui-list.ts';
import { UiMenu } from './ui-menu.ts';
import { UiMenuItem } from './ui-menu-item.ts';
import { UiPopover } from './ui-popover.ts';
import { UiProgress } from './ui-progress.ts';
import { UiRadioGroup } from './ui-radio-group.ts';
import { UiRow } from './ui-row.ts';
import { UiSearch } from './ui-search.ts';
import { UiSection } from './ui-section.ts';
import { UiSelect } from './ui-select.ts';
import { UiSheet } from './ui-sheet.ts';
import { UiSkeleton } from './ui-skeleton.ts';
import { UiSwitch } from './ui-switch.ts';
import { UiTabs } from './ui-tabs.ts';
import { UiTextarea } from './ui-textarea.ts';
import { UiToast } from './ui-toast.ts';
import { UiToasts } from './ui-toasts.ts';
import { UiTooltip } from './ui-tooltip.ts';

/** What no first paint needs: menus, lists, forms, dialogs, changes and toasts. */
export const lazyElements = {
  'ui-badge': UiBadge,
  'ui-chip': UiChip,
  'ui-input': UiInput,
  'ui-menu': UiMenu,
  'ui-menu-item': UiMenuItem,
  'ui-progress': UiProgress,
  'ui-row': UiRow,
  'ui-search': UiSearch,
  'ui-section': UiSection,
  'ui-skeleton': UiSkeleton,
  'ui-tooltip': UiTooltip,
  'ui-alert': UiAlert,
  'ui-card': UiCard,
  'ui-checkbox': UiCheckbox,
  'ui-dialog': UiDialog,
  'ui-diff': UiDiff,
  'ui-empty': UiEmpty,
  'ui-field': UiField,
  'ui-header': UiHeader,
  'ui-list': UiList,
  'ui-popover': UiPopover,
  'ui-radio-group': UiRadioGroup,
  'ui-select': UiSelect,
  'ui-sheet': UiSheet,
  'ui-switch': UiSwitch,
  'ui-tabs': UiTabs,
  'ui-textarea': UiTextarea,
  'ui-toast': UiToast,
  'ui-toasts': UiToasts,
} as const satisfies Readonly<Record<string, CustomElementConstructor>>;
