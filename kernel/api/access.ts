import type { Rights } from './contract/generated.ts';

/** A right of `atelier.rights`: one of the kernel, or one that an extension defines, as `@acme/notes:read`. */
export type RightName = keyof Omit<Rights, 'uses'> | `${string}:${string}`;

/**
 * Who may call a method of a service. Bundled plugins and the extension that provides the service always may, for themselves and
 * for the person. While a bundled plugin acts for an installed extension, that extension must be allowed too. Of installed
 * extensions, all may (`everybody`), none (`bundled`), or those to which the person granted these rights. `bundled-for-others`:
 * bundled plugins only, also while they act for an installed extension.
 */
export type Access = 'everybody' | 'bundled' | 'bundled-for-others' | { readonly rights: readonly RightName[] };

/** One row for each method of a service. An installed extension cannot call a method without a row. */
export type AccessTable<T> = { readonly [K in keyof T]-?: Access };
