/** The names of an object's methods, its class's included; never `then`, so that handing it through a promise does not call it. */
export function methodsOf(service: object): readonly string[] {
  const names = new Set<string>();
  for (let level: object | null = service; level && level !== Object.prototype; level = Object.getPrototypeOf(level) as object | null) {
    for (const name of Object.getOwnPropertyNames(level)) {
      if (name !== 'constructor' && name !== 'then' && typeof (service as Record<string, unknown>)[name] === 'function') names.add(name);
    }
  }
  return [...names];
}
