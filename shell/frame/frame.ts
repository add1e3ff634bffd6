import { defineKit } from './kit.ts';
import { type OpenFrame, openFrame } from './open-frame.ts';
import { fail, reportErrors } from './reports.ts';

type ViewElement = HTMLElement & { view?: unknown; readonly updateComplete?: Promise<unknown> };

/** Creates the extension's element from its module, and shows it. */
async function show(frame: Promise<OpenFrame>, loading: Promise<object>): Promise<void> {
  const shown: { element?: ViewElement } = {};
  reportErrors(
    (member, params) => void frame.then(({ send }) => send(member, params)),
    error => isOfRendering(shown.element, error),
  );
  // A failure before the port arrives is reported below.
  loading.catch(() => undefined);
  const { start, host, send } = await frame;
  const { element: name = '' } = start.view;
  const module = await loading.catch(error => fail(send, 'load', error));
  if (module === undefined) return;
  try {
    for (const [tag, element] of Object.entries((module as { elements?: object }).elements ?? {})) customElements.define(tag, element);
  } catch (error) {
    return fail(send, 'load', error);
  }
  if (customElements.get(name) === undefined) return fail(send, 'element', name);
  try {
    const element: ViewElement = document.createElement(name);
    element.view = host;
    document.body.append(element);
    await element.updateComplete;
    shown.element = element;
    send('shown', {});
  } catch (error) {
    fail(send, 'threw', error);
  }
}

/** The extension's module, which the address of this page names: it is fetched and evaluated while the port is under way. */
function loadModule(): Promise<object> {
  const [, ui = ''] = decodeURIComponent(location.hash.slice(1)).split(' ', 2);
  return import(/* @vite-ignore */ inPackage(ui));
}

/** `./dist/ui.js` of the package, with each segment encoded. */
function inPackage(file: string): string {
  const path = file.replace(/^\.\//, '').split('/').map(encodeURIComponent).join('/');
  return new URL(`/${path}`, location.href).href;
}

/** Whether an error comes from rendering the element: its last update was rejected with the same one. */
async function isOfRendering(element: ViewElement | undefined, error: unknown): Promise<boolean> {
  if (element === undefined) return true;
  try {
    await element.updateComplete;
    return false;
  } catch (thrown) {
    return thrown === error;
  }
}

defineKit();
void show(openFrame(), loadModule());
