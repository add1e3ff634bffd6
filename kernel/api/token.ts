/** Never present at run time; it only lets the compiler remember what a key stands for. */
declare const type: unique symbol;

/** `"@atelier/memory:Memory@1"`: the owner's package, a name, the contract's major version. */
export type Key = `${string}:${string}@${number}`;

/** What every `ctx` verb hands back when what it set up can be taken away earlier than the extension stops. */
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

/** Names a service. A breaking change makes `@2` next to `@1`. */
export function defineToken<T extends Remotable<T>>(key: Key): Token<T> {
  return { key: checkedKey(key) };
}

/** The package a key belongs to: `@atelier/memory` of `@atelier/memory:Memory@1`. */
export function ownerOf(key: string): string {
  const colon = key.indexOf(':');
  return colon < 0 ? key : key.slice(0, colon);
}

const keyPattern = /^(?:@[a-z0-9-~][a-z0-9-._~]*\/)?[a-z0-9-~][a-z0-9-._~]*:[A-Za-z][A-Za-z0-9]*@[1-9][0-9]*$/;

/** True for text of the form `package:Name@major`. */
export function isKey(text: string): text is Key {
  return keyPattern.test(text);
}

/** Throws where the key is written wrongly, so that a typing mistake is found at import and not at use. */
export function checkedKey(key: Key): Key {
  if (!isKey(key)) throw new TypeError(`"${key}" is no key. Write it as package:Name@major, like "@acme/notes:Notes@1".`);
  return key;
}
