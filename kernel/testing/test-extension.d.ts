import type { ExtensionContext } from '@atelier/kernel';
import type { Atelier } from '@atelier/schemas/manifest.ts';
/** An extension that a test makes up: a manifest, and either a function of the test or files of its own. */
export interface TestExtension {
  readonly id: string;
  readonly version?: string;
  readonly engine?: string;
  readonly atelier?: Atelier;
  /** The main side as a function of the test; shares the kernel's process. */
  readonly activate?: (ctx: ExtensionContext) => void | Promise<void>;
  /** Files of the package; with `main.js` among them the main side is real code that can run isolated. */
  readonly files?: Readonly<Record<string, string>>;
  /** Lies in the folder of installed extensions, and so runs isolated. */
  readonly installed?: boolean;
}
/** A made-up extension with a main side of the test's own. */
export declare function extension(id: string, activate: (ctx: ExtensionContext) => void | Promise<void>, atelier?: Atelier): TestExtension;
/** Writes a made-up extension as a real package; what it hands back forgets its function again. */
export declare function writeExtension(root: string, one: TestExtension, folderName: string): () => void;
