/** Names with a meaning in the language itself; awaiting a service, for example, would call `then`. */
const excludedMethods: readonly string[] = ['constructor', 'then', '__proto__'];

/** The names of an object's methods, including those of its class. */
export function methodsOf(service: object): readonly string[] {
  const names = new Set<string>();
  for (let level: object | null = service; level && level !== Object.prototype; level = Object.getPrototypeOf(level) as object | null) {
    for (const name of Object.getOwnPropertyNames(level)) {
      if (!excludedMethods.includes(name) && typeof (service as Record<string, unknown>)[name] === 'function') names.add(name);
    }
  }
  return [...names];
}
