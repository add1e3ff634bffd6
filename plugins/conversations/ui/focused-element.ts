/** The focused element, across shadow roots; undefined where there is none. */
export function focusedElement(): Element | undefined {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active === null || active === document.body ? undefined : active;
}
