import { AsyncLocalStorage } from 'node:async_hooks';

const none: readonly string[] = [];
const store = new AsyncLocalStorage<readonly string[]>();

/** The installed extensions that the running code acts for, the one that asked first at the beginning; empty if it acts for itself. */
export function actingFor(): readonly string[] {
  return store.getStore() ?? none;
}

/** Runs a call of an installed extension; everything that is called in its course acts for that extension too. */
export function actFor<T>(id: string, run: () => T): T {
  const askers = actingFor();
  return askers.at(-1) === id ? run() : store.run([...askers, id], run);
}

/** Continues for the extensions that a call acted for, where the call went through another process. */
export function actForAll<T>(askers: readonly string[], run: () => T): T {
  return askers === actingFor() ? run() : store.run(askers, run);
}

/** Runs what an extension does of its own accord, whoever caused it: a start, or its tap of a hook. */
export function actForNobody<T>(run: () => T): T {
  return actingFor().length === 0 ? run() : store.run(none, run);
}
