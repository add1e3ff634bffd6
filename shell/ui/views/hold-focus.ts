import { focusedElement } from '@atelier/kernel/ui';

/**
 * Keeps the focus inside the open dialog until the signal aborts. A click into a frame focuses it asynchronously, possibly after the
 * click has opened the dialog; then every key would go to the frame, Escape too.
 */
export function holdFocus(target: () => HTMLElement | null, signal: AbortSignal): void {
  const restore = () => {
    if (!signal.aborted && focusedElement() instanceof HTMLIFrameElement) target()?.focus();
  };
  // During `blur` the newly focused element is not known yet.
  addEventListener('blur', () => setTimeout(restore), { signal });
}
