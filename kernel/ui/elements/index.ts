import { UiButton } from './ui-button.ts';
import { UiIcon } from './ui-icon.ts';
import { UiIconButton } from './ui-icon-button.ts';
import { UiKbd } from './ui-kbd.ts';
import { UiSegmented } from './ui-segmented.ts';
import { UiSplit } from './ui-split.ts';
import { UiState } from './ui-state.ts';

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
export type KitElements = typeof kitElements & typeof import('./later.ts').laterElements;

/** The elements that are there at the first paint, by their tags. */
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
 * Makes the kit's tags work in this document; a tag that is there already stays as it is. What no first paint needs comes once
 * `painted` resolves, at once where it is left out, and finds what was set on its elements meanwhile; text and transcripts come when the page is idle. The promise tells when all is there.
 */
export async function defineKit(painted?: Promise<void>): Promise<void> {
  define(kitElements);
  await painted;
  const { laterElements } = await import('./later.ts');
  define(laterElements);
  await new Promise<void>(resolve => requestIdleCallback(() => resolve()));
  const { loadMarkdown, markdownElements } = await import('../markdown/index.ts');
  const { transcriptElements } = await import('../transcript/index.ts');
  define(markdownElements);
  define(transcriptElements);
  // Read a first time when nobody waits for it.
  await loadMarkdown();
}

function define(elements: Readonly<Record<string, CustomElementConstructor>>): void {
  for (const [tag, element] of Object.entries(elements)) {
    if (customElements.get(tag) === undefined) customElements.define(tag, element);
  }
}
