import type { ViewHost } from '@atelier/kernel/ui';

/** An element, or what loads it when it is first shown. */
type Shown = CustomElementConstructor | (() => Promise<CustomElementConstructor>);

/** What the ui module of a plugin exports. */
export interface UiModule {
  readonly elements?: Readonly<Record<string, Shown>>;
  /** Commands that run in the window, by their ids. */
  readonly commands?: Readonly<Record<string, (view: ViewHost, args: unknown) => unknown>>;
}

// What the first screen is made of comes with the page, and stands in its first frame.
const first = import.meta.glob<UiModule>('../../plugins/{workbench,conversations,quick-actions,throughput,updates}/ui/index.ts', {
  eager: true,
});
// Each of the others becomes a chunk of its own, which is loaded when something of its plugin is shown.
const modules = import.meta.glob<UiModule>([
  '../../plugins/*/ui/index.ts',
  '!../../plugins/{workbench,conversations,quick-actions,throughput,updates}/ui/index.ts',
]);

/** Defines what a module has. Answers whether it has an element of that name: at once, unless that one has to be loaded first. */
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

/** The ui module of a plugin that comes with the program; undefined where this build has none of it. */
export function loadBundled(id: string): UiModule | Promise<UiModule> | undefined {
  const path = `../../plugins/${id.slice(id.indexOf('/') + 1)}/ui/index.ts`;
  return first[path] ?? modules[path]?.();
}
