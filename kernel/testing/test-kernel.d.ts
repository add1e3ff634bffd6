import { type MemoryHost } from '@atelier/kernel/host';
import { type Kernel, type KernelOptions } from '@atelier/kernel/start';
import { type TestExtension } from './test-extension.ts';
export interface TestKernelOptions extends KernelOptions {
  /** Our own plugins, by id; what they require comes along. */
  readonly plugins?: readonly string[];
  readonly extensions?: readonly TestExtension[];
  /** A profile to go on with: that of an earlier `testKernel` which was closed but not left. */
  readonly profile?: string;
}
/** A kernel under test: the real one, on a host in memory and a profile of its own. */
export interface TestKernel extends Kernel, AsyncDisposable {
  readonly host: MemoryHost;
  readonly profile: string;
}
/** Starts the real kernel for a test. Everything that crosses between extensions is cloned, so that code which would break in
 * another process breaks here first; leaving the scope closes it and fails where an effect was left behind. */
export declare function testKernel({ plugins, extensions, profile, ...options }?: TestKernelOptions): Promise<TestKernel>;
export interface PluginFolder {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly requires: readonly string[];
}
/** The folders of our own plugins, as they lie in the repository. */
export declare function ownPlugins(): readonly PluginFolder[];
