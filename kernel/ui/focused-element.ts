/** The focused element, across shadow roots; undefined where there is none. */
export function focusedElement(): (Element & HTMLOrSVGElement) | undefined {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active === document.body ? undefined : ((active as (Element & HTMLOrSVGElement) | null) ?? undefined);
}
