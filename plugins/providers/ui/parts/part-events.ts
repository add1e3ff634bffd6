/** Events that parts dispatch for their page. */
export interface PartEvents {
  /** A provider was set up; `isReady`: it was asked, and works. */
  readonly 'providers-connected': { readonly provider: string; readonly isReady?: boolean };
  /** A test request has ended. */
  readonly 'providers-tested': { readonly model: string; readonly ok: boolean };
}

/** Dispatches an event that leaves every shadow root on its way to the page. */
export function dispatch<K extends keyof PartEvents>(element: HTMLElement, name: K, detail: PartEvents[K]): void {
  element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
}
