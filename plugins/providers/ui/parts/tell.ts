/** What parts tell the page around them. */
export interface PartEvents {
  /** A provider can be talked to now, as far as anybody knows. */
  readonly 'providers-connected': { readonly provider: string };
  /** A real request has come back. */
  readonly 'providers-tested': { readonly model: string; readonly ok: boolean };
}

/** Tells the page around; it leaves every shadow on its way. */
export function tell<K extends keyof PartEvents>(element: HTMLElement, name: K, detail: PartEvents[K]): void {
  element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
}
