import { chordsOf, type Failing, isChord } from './protocol.ts';

type Send = (member: string, params: object) => void;

/** Reports chords, which may be bound in the window. The default action of a bound chord is prevented. */
export function reportKeys(bound: ReadonlySet<string>, send: Send): void {
  addEventListener(
    'keydown',
    event => {
      // AltGr is Ctrl and Alt at once on some systems, and types characters.
      if (event.isComposing || event.getModifierState('AltGraph') || !isChord(event)) return;
      const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (chordsOf(event).some(chord => bound.has(chord))) event.preventDefault();
      send('key', { key, code, ctrlKey, metaKey, altKey, shiftKey });
    },
    { capture: true },
  );
}

export function reportFocus(send: Send): void {
  addEventListener('focus', () => send('focus', {}));
  if (document.hasFocus()) send('focus', {});
}

/** Reports the natural size of the body's content, whenever it changes. */
export function reportSize(send: Send): void {
  let lastSent = '';
  const report = () => {
    const { scrollWidth, scrollHeight } = document.body;
    const { width, height } = document.body.getBoundingClientRect();
    const size = { width: Math.ceil(Math.max(width, scrollWidth)), height: Math.ceil(Math.max(height, scrollHeight)) };
    if (JSON.stringify(size) === lastSent) return;
    lastSent = JSON.stringify(size);
    send('size', size);
  };
  const observer = new ResizeObserver(report);
  observer.observe(document.body);
  const watchChildren = () => {
    for (const child of document.body.children) observer.observe(child);
  };
  new MutationObserver(watchChildren).observe(document.body, { childList: true });
  watchChildren();
}

/** A click on a link never navigates the frame: the window is asked to open an external address, any other is ignored. */
export function reportLinks(open: (url: string) => Promise<unknown>): void {
  const onClick = (event: MouseEvent) => {
    const link = event.composedPath().find(node => node instanceof HTMLAnchorElement || node instanceof SVGAElement);
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
 * A sandboxed frame may not submit forms, and the browser then fires no event. Views listen to `submit` and never
 * navigate, so the event is dispatched here instead.
 */
export function letFormsSubmit(): void {
  addEventListener('click', event => {
    const button = event.composedPath().find(node => node instanceof HTMLButtonElement || node instanceof HTMLInputElement);
    if (event.defaultPrevented || button?.form == null || !['submit', 'image'].includes(button.type)) return;
    event.preventDefault();
    submit(button.form, button);
  });
  addEventListener('keydown', event => {
    const [field] = event.composedPath();
    if (event.key !== 'Enter' || event.isComposing || event.defaultPrevented || !(field instanceof HTMLInputElement)) return;
    // If the form has a submit button, the browser clicks it.
    if (field.form !== null && field.form.querySelector('button:not([type]), [type="submit"], [type="image"]') === null) submit(field.form);
  });
}

function submit(form: HTMLFormElement, submitter?: HTMLElement): void {
  const novalidate = form.noValidate || submitter?.hasAttribute('formnovalidate') === true;
  if (!novalidate && !form.reportValidity()) return;
  form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: submitter ?? null }));
}

/** Reports uncaught errors: as the failure of the view where `isFatal` says so, otherwise for the window's console. */
export function reportErrors(send: Send, isFatal: (error: unknown) => Promise<boolean>): void {
  const report = async (error: unknown) => {
    if (await isFatal(error)) fail(send, 'threw', error);
    else send('error', { reason: reasonOf(error) });
  };
  addEventListener('error', event => void report(event.error ?? event.message));
  addEventListener('unhandledrejection', event => void report(event.reason));
}

const maxViolations = 10;

/** Reports violations of the frame's policy, so that the window's console names the extension and not an address. */
export function reportViolations(send: Send): void {
  let count = 0;
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    if (count < maxViolations) send('error', { reason: `refused by its policy: ${effectiveDirective} ${blockedURI}` });
    count += 1;
  });
}

export function fail(send: Send, kind: Failing, error: unknown): void {
  send('failed', { kind, reason: reasonOf(error) });
}

function reasonOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  const place = placeOf(error);
  return `${words.slice(0, 250)}${place === undefined ? '' : ` (${place})`}`.slice(0, 300);
}

/** Where in the package an error was thrown, such as `ui/view.js:4:11`. */
function placeOf(error: unknown): string | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const own = `${location.origin}/`;
  for (const line of stack.split('\n')) {
    const at = line.indexOf(own);
    const place = at < 0 ? undefined : /^(?!__atelier\/)[^()\s]+?:\d+:\d+/.exec(line.slice(at + own.length))?.[0];
    if (place !== undefined) return place;
  }
  return undefined;
}
