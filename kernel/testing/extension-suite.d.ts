import { type PluginFolder } from './test-kernel.ts';
/** What every plugin must hold to, without a line of test code of its own. */
export declare function extensionSuite(plugin: PluginFolder): void;
