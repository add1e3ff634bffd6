import { UiAlert } from './ui-alert.ts';
import { UiCard } from './ui-card.ts';
import { UiCheckbox } from './ui-checkbox.ts';
import { UiDialog } from './ui-dialog.ts';
import { UiDiff } from './ui-diff.ts';
import { UiEmpty } from './ui-empty.ts';
import { UiField } from './ui-field.ts';
import { UiList } from './ui-list.ts';
import { UiPopover } from './ui-popover.ts';
import { UiRadioGroup } from './ui-radio-group.ts';
import { UiSelect } from './ui-select.ts';
import { UiSheet } from './ui-sheet.ts';
import { UiSwitch } from './ui-switch.ts';
import { UiTabs } from './ui-tabs.ts';
import { UiTextarea } from './ui-textarea.ts';
import { UiToast } from './ui-toast.ts';
import { UiToasts } from './ui-toasts.ts';

/** What no first paint needs: long lists, forms, dialogs, changes and toasts. */
export const laterElements = {
  'ui-alert': UiAlert,
  'ui-card': UiCard,
  'ui-checkbox': UiCheckbox,
  'ui-dialog': UiDialog,
  'ui-diff': UiDiff,
  'ui-empty': UiEmpty,
  'ui-field': UiField,
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
