/** Calls one method of a service in another process. */
export type CallMethod = (method: string, args: readonly unknown[]) => Promise<unknown>;

/**
 * A service whose every method is a call to another process. It refuses `then`, so that handing it through a promise does
 * not call it, and it cannot be changed.
 */
export function serviceClient<T extends object>(call: CallMethod): T {
  const methods = new Map<string, (...args: unknown[]) => Promise<unknown>>();
  return new Proxy(Object.freeze(Object.create(null)), {
    get(_, name) {
      if (typeof name !== 'string' || name === 'then' || name === 'toJSON' || name === '__proto__') return undefined;
      let method = methods.get(name);
      if (!method) {
        method = (...args) => call(name, trimmed(args));
        methods.set(name, method);
      }
      return method;
    },
    has: (_, name) => typeof name === 'string' && name !== 'then',
  });
}

/** JSON would make `null` of a trailing argument that was left out, and default values would then not apply. */
function trimmed(args: readonly unknown[]): readonly unknown[] {
  let end = args.length;
  while (end > 0 && args[end - 1] === undefined) end -= 1;
  return end === args.length ? args : args.slice(0, end);
}
