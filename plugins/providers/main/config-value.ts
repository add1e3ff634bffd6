/** The value in models.json for "needs no key". It is never run as a command, and never sent. */
export const keylessSentinel = '!';

// The engine reads keys and headers as templates: "!…" runs a command, "$NAME" is a variable, "$$" and "$!" are plain.
const reference = /^\$(?:[A-Za-z_][A-Za-z0-9_]*|\{[A-Za-z_][A-Za-z0-9_]*\})$/;

/** K9: whether the value is a command for the person's own agent. It stays as it is, and nothing of Atelier runs it. */
export function isCommand(value: unknown): value is string {
  return typeof value === 'string' && value.length > keylessSentinel.length && value.startsWith(keylessSentinel);
}

/** A pasted key as a template with which the engine sends exactly that key. A single `$NAME` stays a variable. */
export function asTemplate(key: string): string {
  return reference.test(key) ? key : key.replaceAll('$', '$$$$');
}

/** The key that would be sent; undefined for the sentinel and for a value that only the engine can resolve. */
export function literalOf(value: string | undefined): string | undefined {
  if (value === undefined || value.startsWith(keylessSentinel) || reference.test(value)) return undefined;
  return value.replace(/\$([$!])/g, '$1');
}

/** The key for Atelier's own requests to the provider: variables are resolved, commands are never run. */
export function resolved(value: string | undefined, environment: NodeJS.ProcessEnv): string | undefined {
  if (value !== undefined && reference.test(value)) return environment[value.replace(/[${}]/g, '')];
  return literalOf(value);
}
