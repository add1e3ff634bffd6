import type { ViewHost } from '@atelier/kernel/ui';

/** What the ui module of a plugin exports. */
export interface UiModule {
  readonly elements?: Readonly<Record<string, CustomElementConstructor>>;
  /** Commands that run in the window, by their ids. */
  readonly commands?: Readonly<Record<string, (view: ViewHost, args: unknown) => unknown>>;
}

// Each becomes a chunk of its own, which is loaded when something of its plugin is shown.
const modules = import.meta.glob<UiModule>('../../plugins/*/ui/index.ts');

/** The ui module of a plugin that comes with the program; undefined where this build has none of it. */
export function loadBundled(id: string): Promise<UiModule> | undefined {
  const folder = id.slice(id.indexOf('/') + 1);
  return modules[`../../plugins/${folder}/ui/index.ts`]?.();
}
