import { defineKit } from './kit.ts';
import { type OpenFrame, openFrame } from './open-frame.ts';
import { fail, reportErrors } from './reports.ts';

type ViewElement = HTMLElement & { view?: unknown; readonly updateComplete?: Promise<unknown> };

/** Fetches the extension's module while the port is on its way; the address of this page names it. None of it runs yet. */
function fetchEarly(): void {
  const [, ui] = decodeURIComponent(location.hash.slice(1)).split(' ', 2);
  if (ui !== undefined) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: inPackage(ui) }));
}

/** Loads the extension's module, makes its element and shows it. */
async function show({ start, host, tell }: OpenFrame): Promise<void> {
  const { element: name = '', ui = '' } = start.view;
  const shown: { element?: ViewElement } = {};
  reportErrors(tell, error => isOfRendering(shown.element, error));
  defineKit();
  const module = await import(/* @vite-ignore */ inPackage(ui)).catch(error => fail(tell, 'load', error));
  if (module === undefined) return;
  try {
    for (const [tag, element] of Object.entries((module as { elements?: object }).elements ?? {})) customElements.define(tag, element);
  } catch (error) {
    return fail(tell, 'load', error);
  }
  if (customElements.get(name) === undefined) return fail(tell, 'element', name);
  try {
    const element: ViewElement = document.createElement(name);
    element.view = host;
    document.body.append(element);
    await element.updateComplete;
    shown.element = element;
    tell('shown', {});
  } catch (error) {
    fail(tell, 'threw', error);
  }
}

/** `./dist/ui.js` of the package, each step as the file is called. */
function inPackage(file: string): string {
  const path = file.replace(/^\.\//, '').split('/').map(encodeURIComponent).join('/');
  return new URL(`/${path}`, location.href).href;
}

/** Whether an error comes from drawing the element: its last update was refused with the same one. */
async function isOfRendering(element: ViewElement | undefined, error: unknown): Promise<boolean> {
  if (element === undefined) return true;
  try {
    await element.updateComplete;
    return false;
  } catch (thrown) {
    return thrown === error;
  }
}

fetchEarly();
void show(await openFrame());
