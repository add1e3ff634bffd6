import type { ExtensionContext } from '@atelier/kernel';
import type { Core } from './core.ts';

/** The tool with which the model says what it has planned and how far it is. */
export function openTasks(_ctx: ExtensionContext, _core: Core): void {}
