import { UiButton } from './ui-button.ts';
import { UiIcon } from './ui-icon.ts';
import { UiIconButton } from './ui-icon-button.ts';
import { UiKbd } from './ui-kbd.ts';
import { UiSegmented } from './ui-segmented.ts';
import { UiSplit } from './ui-split.ts';
import { UiState } from './ui-state.ts';

export { HeaderInside } from './header-inside.ts';
export { Tip } from './tip.ts';
export { toast, type UiToastOptions } from './toast.ts';
export type { UiDialog } from './ui-dialog.ts';
export type { UiDiff, UiDiffHunk, UiDiffLine } from './ui-diff.ts';
export { keysOf } from './ui-kbd.ts';
export type { UiList, UiListChoice, UiListState } from './ui-list.ts';
export type { UiMenu } from './ui-menu.ts';
export type { UiChoice } from './ui-select.ts';
export type { UiSheet } from './ui-sheet.ts';
export type { UiStateName } from './ui-state.ts';
export type { UiTab } from './ui-tabs.ts';
export type { UiToasts } from './ui-toasts.ts';

/** The tags of the whole kit with their classes. */
export type KitElements = typeof kitElements & typeof import('./lazy-elements.ts').lazyElements;

/** The elements of the first paint, by their tags. */
export const kitElements = {
  'ui-button': UiButton,
  'ui-icon': UiIcon,
  'ui-icon-button': UiIconButton,
  'ui-kbd': UiKbd,
  'ui-segmented': UiSegmented,
  'ui-split': UiSplit,
  'ui-state': UiState,
} as const satisfies Readonly<Record<string, CustomElementConstructor>>;

/**
 * Defines the kit's tags in this document; a tag that is defined already stays as it is. What no first paint needs is loaded once
 * `painted` resolves, or at once where it is omitted, and upgrades with the properties set meanwhile; text and transcripts are loaded
 * when the page is idle. Resolves when all tags are defined.
 */
export async function defineKit(painted?: Promise<void>): Promise<void> {
  define(kitElements);
  await painted;
  const { lazyElements } = await import('./lazy-elements.ts');
  define(lazyElements);
  await new Promise<void>(resolve => requestIdleCallback(() => resolve()));
  const { loadMarkdown, markdownElements } = await import('../markdown/index.ts');
  const { transcriptElements } = await import('../transcript/index.ts');
  // First what draws a text: one that was shown without would jump. If it cannot be loaded, texts are shown as they are written.
  await loadMarkdown().catch(() => undefined);
  define(markdownElements);
  define(transcriptElements);
}

function define(elements: Readonly<Record<string, CustomElementConstructor>>): void {
  for (const [tag, element] of Object.entries(elements)) {
    if (customElements.get(tag) === undefined) customElements.define(tag, element);
  }
}
