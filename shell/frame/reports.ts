import { chordsOf, type Failing, isChord } from './protocol.ts';

type Tell = (member: string, params: object) => void;

/** Tells of chords, which may be the window's. Those that it says are bound do nothing else here. */
export function reportKeys(bound: ReadonlySet<string>, tell: Tell): void {
  addEventListener(
    'keydown',
    event => {
      // AltGr is Ctrl and Alt at once on some systems, and types characters.
      if (event.isComposing || event.getModifierState('AltGraph') || !isChord(event)) return;
      const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (chordsOf(event).some(chord => bound.has(chord))) event.preventDefault();
      tell('key', { key, code, ctrlKey, metaKey, altKey, shiftKey });
    },
    { capture: true },
  );
}

export function reportFocus(tell: Tell): void {
  addEventListener('focus', () => tell('focus', {}));
  if (document.hasFocus()) tell('focus', {});
}

/** Tells the natural size of what is in the body, whenever it changes. */
export function reportSize(tell: Tell): void {
  let told = '';
  const report = () => {
    const { scrollWidth, scrollHeight } = document.body;
    const { width, height } = document.body.getBoundingClientRect();
    const size = { width: Math.ceil(Math.max(width, scrollWidth)), height: Math.ceil(Math.max(height, scrollHeight)) };
    if (JSON.stringify(size) === told) return;
    told = JSON.stringify(size);
    tell('size', size);
  };
  const observer = new ResizeObserver(report);
  observer.observe(document.body);
  const watchChildren = () => {
    for (const child of document.body.children) observer.observe(child);
  };
  new MutationObserver(watchChildren).observe(document.body, { childList: true });
  watchChildren();
}

/** A click on a link never leads the frame away: an address outside is asked of the window, any other is ignored. */
export function reportLinks(open: (url: string) => Promise<unknown>): void {
  const onClick = (event: MouseEvent) => {
    const link = event.composedPath().find(one => one instanceof HTMLAnchorElement || one instanceof SVGAElement);
    if (event.defaultPrevented || link === undefined) return;
    const address = link instanceof SVGAElement ? link.href.baseVal : (link.getAttribute('href') ?? '#');
    if (address.startsWith('#')) return;
    event.preventDefault();
    const url = URL.parse(address, location.href);
    if (url !== null && /^(?:https?|mailto):$/.test(url.protocol) && url.host !== location.host) open(url.href).catch(reportError);
  };
  addEventListener('click', onClick);
  addEventListener('auxclick', onClick);
}

/**
 * A sandboxed frame may not submit forms, and the browser then does not even say that somebody tried. Views listen to `submit`
 * and never want to navigate, so they are told here instead.
 */
export function letFormsSubmit(): void {
  addEventListener('click', event => {
    const button = event.composedPath().find(one => one instanceof HTMLButtonElement || one instanceof HTMLInputElement);
    if (event.defaultPrevented || button?.form == null || !['submit', 'image'].includes(button.type)) return;
    event.preventDefault();
    submit(button.form, button);
  });
  addEventListener('keydown', event => {
    const [field] = event.composedPath();
    if (event.key !== 'Enter' || event.isComposing || event.defaultPrevented || !(field instanceof HTMLInputElement)) return;
    // With a button there, the browser clicks it.
    if (field.form !== null && field.form.querySelector('button:not([type]), [type="submit"], [type="image"]') === null) submit(field.form);
  });
}

function submit(form: HTMLFormElement, submitter?: HTMLElement): void {
  const novalidate = form.noValidate || submitter?.hasAttribute('formnovalidate') === true;
  if (!novalidate && !form.reportValidity()) return;
  form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: submitter ?? null }));
}

/** Tells of errors that nobody caught: before the view was shown they are its failure, later only what `isFatal` says. */
export function reportErrors(tell: Tell, isFatal: (error: unknown) => Promise<boolean>): void {
  const report = async (error: unknown) => {
    if (await isFatal(error)) fail(tell, 'threw', error);
    else tell('error', { reason: reasonOf(error) });
  };
  addEventListener('error', event => void report(event.error ?? event.message));
  addEventListener('unhandledrejection', event => void report(event.reason));
}

const mostViolations = 10;

/** Tells what its policy refused it, so that the window's console names the extension and not an address. */
export function reportViolations(tell: Tell): void {
  let told = 0;
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    if (told < mostViolations) tell('error', { reason: `refused by its policy: ${effectiveDirective} ${blockedURI}` });
    told += 1;
  });
}

export function fail(tell: Tell, kind: Failing, error: unknown): void {
  tell('failed', { kind, reason: reasonOf(error) });
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 300);
}
