/** The focused element, across shadow roots; undefined where there is none. */
export function focusedElement(): HTMLElement | undefined {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active instanceof HTMLElement && active !== document.body ? active : undefined;
}

/**
 * Keeps the focus inside the open dialog until the signal aborts. The focus of a click into a frame arrives asynchronously, possibly
 * after the click has opened the dialog; then every key would go to the frame, Escape too.
 */
export function holdFocus(inside: () => HTMLElement | null, signal: AbortSignal): void {
  const bringBack = () => {
    if (!signal.aborted && focusedElement() instanceof HTMLIFrameElement) inside()?.focus();
  };
  // `blur` fires before the newly focused element is known.
  addEventListener('blur', () => setTimeout(bringBack), { signal });
}
