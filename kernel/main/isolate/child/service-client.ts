/** Calls one method of a service in another process. */
export type CallMethod = (method: string, args: readonly unknown[]) => Promise<unknown>;

/** A frozen service whose methods are calls to another process. */
export function serviceClient<T extends object>(methods: readonly string[], call: CallMethod): T {
  const entries = methods.map(name => [name, (...args: unknown[]) => call(name, trimmed(args))]);
  return Object.freeze(Object.fromEntries(entries)) as T;
}

/** JSON would turn an omitted trailing argument into `null`, and default values would then not apply. */
export function trimmed(args: readonly unknown[]): readonly unknown[] {
  let end = args.length;
  while (end > 0 && args[end - 1] === undefined) end -= 1;
  return end === args.length ? args : args.slice(0, end);
}
