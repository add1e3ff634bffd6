import type { ViewHost } from '@atelier/kernel/ui';

/** An element class, or a function that loads it when it is first shown. */
type Shown = CustomElementConstructor | (() => Promise<CustomElementConstructor>);

/** The exports of a plugin's ui module. */
export interface UiModule {
  readonly elements?: Readonly<Record<string, Shown>>;
  /** Handlers of commands that run in the window, by command id. */
  readonly commands?: Readonly<Record<string, (view: ViewHost, args: unknown) => unknown>>;
}

// The plugins of the first screen are part of the page's script, so that its first paint shows them.
const first = import.meta.glob<UiModule>('./{workbench,conversations,quick-actions,throughput,updates}/ui/index.ts', {
  base: '../../plugins',
  eager: true,
});
// Each other plugin is a chunk of its own, loaded when one of its views is shown.
const modules = import.meta.glob<UiModule>(
  ['./*/ui/index.ts', '!./{workbench,conversations,quick-actions,throughput,updates}/ui/index.ts'],
  { base: '../../plugins' },
);

/** Defines a module's elements. Returns whether it has an element of that name; a promise if that element has to be loaded first. */
export function defineOf({ elements = {} }: UiModule, tag: string): boolean | Promise<boolean> {
  for (const [name, shown] of Object.entries(elements)) if (isElement(shown)) define(name, shown);
  const found = Object.hasOwn(elements, tag) ? elements[tag] : undefined;
  if (found === undefined || isElement(found)) return found !== undefined;
  return found().then(element => define(tag, element));
}

function define(tag: string, element: CustomElementConstructor): true {
  if (customElements.get(tag) === undefined) customElements.define(tag, element);
  return true;
}

function isElement(shown: Shown): shown is CustomElementConstructor {
  return shown.prototype instanceof HTMLElement;
}

/** The ui module of a bundled plugin; undefined if this build has none. */
export function loadBundled(id: string): UiModule | Promise<UiModule> | undefined {
  const path = `./${id.slice(id.indexOf('/') + 1)}/ui/index.ts`;
  return first[path] ?? modules[path]?.();
}
