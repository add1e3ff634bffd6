/** What has the focus, however deep it is; undefined where nothing has it. */
export function focusedElement(): HTMLElement | undefined {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active instanceof HTMLElement && active !== document.body ? active : undefined;
}

/**
 * Keeps the focus in what is open above everything, until the signal. A click into a frame brings the focus there on a way of
 * its own, which may end after the click itself has opened something; then every key would go to the frame, Escape too.
 */
export function holdFocus(inside: () => HTMLElement | null, signal: AbortSignal): void {
  const bringBack = () => {
    if (!signal.aborted && focusedElement() instanceof HTMLIFrameElement) inside()?.focus();
  };
  // The page is told that it lost the focus before it knows to whom.
  addEventListener('blur', () => setTimeout(bringBack), { signal });
}
