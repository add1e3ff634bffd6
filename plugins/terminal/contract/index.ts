import { defineChannel } from '@atelier/kernel';
import type { TerminalShape } from './generated.ts';

export type { Command, Output, Overview, Run } from './generated.ts';

/** Commands of a project that the person runs on this computer, and what they print. */
export const TerminalChannel = defineChannel<TerminalShape>('terminal');
