import { defineChannel } from '@atelier/kernel';
import type { ExtensionsBlameShape, ExtensionsShape } from './generated.ts';

export { validate as validateBlockList } from './block-list.schema.validate.js';
export type {
  Alike,
  Attestation,
  Bilingual,
  Blame,
  BlockEntry,
  BlockList,
  Check,
  Details,
  Difference,
  ExtensionsShape,
  Failure,
  Installed,
  Listing,
  NamedTool,
  Offer,
  Package,
  Packed,
  Registry,
  RegistryFailure,
  Rights,
  Signature,
  SignedBlockList,
  Suspicion,
  Update,
} from './generated.ts';
export { type FoundPackage, type PackageFiles, Packages, type PackagesService } from './packages.ts';
export { validate as validateSignedBlockList } from './signed-block-list.schema.validate.js';

/** Finding, installing, updating and removing extensions. */
export const ExtensionsChannel = defineChannel<ExtensionsShape>('extensions');

export type { ExtensionsBlameShape } from './generated.ts';

/** Finding the extension that causes a problem. */
export const BlameChannel = defineChannel<ExtensionsBlameShape>('extensions-blame');
