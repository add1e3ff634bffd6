import { UiBadge } from './ui-badge.ts';
import { UiButton } from './ui-button.ts';
import { UiCheckbox } from './ui-checkbox.ts';
import { UiChip } from './ui-chip.ts';
import { UiField } from './ui-field.ts';
import { UiIcon } from './ui-icon.ts';
import { UiIconButton } from './ui-icon-button.ts';
import { UiInput } from './ui-input.ts';
import { UiKbd } from './ui-kbd.ts';
import { UiMenu } from './ui-menu.ts';
import { UiMenuItem } from './ui-menu-item.ts';
import { UiPopover } from './ui-popover.ts';
import { UiProgress } from './ui-progress.ts';
import { UiRadioGroup } from './ui-radio-group.ts';
import { UiSearch } from './ui-search.ts';
import { UiSegmented } from './ui-segmented.ts';
import { UiSelect } from './ui-select.ts';
import { UiState } from './ui-state.ts';
import { UiSwitch } from './ui-switch.ts';
import { UiTextarea } from './ui-textarea.ts';
import { UiTooltip } from './ui-tooltip.ts';

export type { UiChoice } from './ui-select.ts';
export type { UiStateName } from './ui-state.ts';

/** Every element of the kit by its tag. */
export const kitElements = {
  'ui-badge': UiBadge,
  'ui-button': UiButton,
  'ui-checkbox': UiCheckbox,
  'ui-chip': UiChip,
  'ui-field': UiField,
  'ui-icon': UiIcon,
  'ui-icon-button': UiIconButton,
  'ui-input': UiInput,
  'ui-kbd': UiKbd,
  'ui-menu': UiMenu,
  'ui-menu-item': UiMenuItem,
  'ui-popover': UiPopover,
  'ui-progress': UiProgress,
  'ui-radio-group': UiRadioGroup,
  'ui-search': UiSearch,
  'ui-segmented': UiSegmented,
  'ui-select': UiSelect,
  'ui-state': UiState,
  'ui-switch': UiSwitch,
  'ui-textarea': UiTextarea,
  'ui-tooltip': UiTooltip,
} as const satisfies Readonly<Record<string, CustomElementConstructor>>;

/** Makes the kit's tags work in this document; a tag that is there already stays as it is. */
export function defineKit(): void {
  for (const [tag, element] of Object.entries(kitElements)) {
    if (customElements.get(tag) === undefined) customElements.define(tag, element);
  }
}
