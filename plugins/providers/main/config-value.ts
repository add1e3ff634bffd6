import { keylessSentinel } from './known-local.ts';

// The engine reads keys and headers as templates: "!…" runs a command, "$NAME" is a variable, "$$" and "$!" are plain.
const reference = /^\$(?:[A-Za-z_][A-Za-z0-9_]*|\{[A-Za-z_][A-Za-z0-9_]*\})$/;

/** True where the engine would run a command to get this value. The bare sentinel counts too. */
export function isCommand(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('!');
}

/** The same text, which the engine then takes as it stands. */
export function withoutCommand(value: string): string {
  return `$${value}`;
}

/** True for what a command was turned into, so that the person can be told. */
export function wasCommand(value: unknown): boolean {
  return typeof value === 'string' && value.length > 2 && value.startsWith('$!');
}

/** What a person pasted, as the engine must find it to send exactly that. A lone `$NAME` stays a variable. */
export function asTemplate(key: string): string {
  return reference.test(key) ? key : key.replaceAll('$', '$$$$');
}

/** The key that would be sent; undefined for what only the engine can resolve, and for the sentinel. */
export function literalOf(value: string | undefined): string | undefined {
  if (value === undefined || value.startsWith(keylessSentinel) || reference.test(value)) return undefined;
  return value.replace(/\$([$!])/g, '$1');
}

/** The key to send when we ask the provider ourselves: variables resolved, commands never run. */
export function resolved(value: string | undefined, environment: NodeJS.ProcessEnv): string | undefined {
  if (value !== undefined && reference.test(value)) return environment[value.replace(/[${}]/g, '')];
  return literalOf(value);
}
