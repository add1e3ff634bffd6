import type { AccessTable } from './access.ts';

/** Never present at run time; it only carries the type of a key for the compiler. */
declare const type: unique symbol;

/** `"@atelier/memory:Memory@1"`: the owner's package, a name, the contract's major version. */
export type Key = `${string}:${string}@${number}`;

/** Returned by `ctx` verbs whose effect can be undone before the extension stops. */
export interface Handle {
  dispose(): void | Promise<void>;
}

/** A service may be served from another process, so every member must be an async method. */
export type Remotable<T> = {
  readonly [K in keyof T]: T[K] extends (...args: never[]) => Promise<unknown> ? T[K] : never;
};

/** The typed key of a service. Compared by `key`, never by identity. */
export interface Token<T> {
  readonly key: Key;
  readonly [type]?: (value: T) => T;
}

/** The typed key of a service together with who may call which of its methods: what `ctx.provide` takes. */
export interface OwnToken<T> extends Token<T> {
  readonly access: AccessTable<T>;
}

/** Names a service of another extension, in order to use it. */
export function defineToken<T extends Remotable<T>>(key: Key): Token<T>;
/** Names a service and says of each of its methods who may call it. A breaking change adds `@2` next to `@1`. */
export function defineToken<T extends Remotable<T>>(key: Key, access: AccessTable<T>): OwnToken<T>;
export function defineToken<T>(key: Key, access?: AccessTable<T>): Token<T> {
  return { key: checkedKey(key), ...(access !== undefined && { access: Object.freeze({ ...access }) }) };
}

/** The package that a key belongs to: `@atelier/memory` of `@atelier/memory:Memory@1`. */
export function ownerOf(key: string): string {
  const colon = key.indexOf(':');
  return colon < 0 ? key : key.slice(0, colon);
}

const keyPattern = /^(?:@[a-z0-9-~][a-z0-9-._~]*\/)?[a-z0-9-~][a-z0-9-._~]*:[A-Za-z][A-Za-z0-9]*@[1-9][0-9]*$/;

/** True for text of the form `package:Name@major`. */
export function isKey(text: string): text is Key {
  return keyPattern.test(text);
}

/** Throws if the key is malformed, so that a typing mistake is found at import and not at use. */
export function checkedKey(key: Key): Key {
  if (!isKey(key)) throw new TypeError(`"${key}" is no key. Write it as package:Name@major, like "@acme/notes:Notes@1".`);
  return key;
}
