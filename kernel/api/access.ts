import type { Rights } from './contract/generated.ts';

/**
 * Who may call a method of a service. Bundled plugins and the extension that provides the service always may. Of installed
 * extensions, all may (`everybody`), none (`bundled`), or those to which the person granted a right.
 */
export type Access = 'everybody' | 'bundled' | { readonly right: keyof Rights };

/** One row for each method of a service. An installed extension cannot call a method without a row. */
export type AccessTable<T> = { readonly [K in keyof T]-?: Access };
