import { type AppError, defineToken } from '@atelier/kernel';

/** A package of the agent in one of the person's registries, as that registry describes it. */
export interface FoundPackage {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly publisher?: string;
}

/** The files of one version of a package, verified with the checksum and the signature of its registry. */
export interface PackageFiles {
  readonly version: string;
  /** Left out for the version that is known already. */
  readonly files?: readonly { readonly path: string; readonly bytes: Uint8Array }[];
}

/** Packages of the agent (keyword `pi-package`) in the registries that the person configured. No code of a package runs. */
export interface PackagesService {
  /** Those that match a query, and what keeps a registry from answering. Call it only for what a person asked for. */
  find(query: string): Promise<{
    readonly packages: readonly FoundPackage[];
    readonly failures: readonly { readonly registry: string; readonly error: AppError }[];
  }>;
  /** The newest version that is not blocked. Call it only for what a person asked for. */
  read(of: { readonly name: string; readonly known?: string }): Promise<PackageFiles>;
}

export const Packages = defineToken<PackagesService>('@atelier/extensions:Packages@1', { find: 'bundled', read: 'bundled' });
