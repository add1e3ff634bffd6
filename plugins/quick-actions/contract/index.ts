import { defineChannel, definePoint } from '@atelier/kernel';
import type { QuickAction, QuickActionsShape } from './generated.ts';

export type { QuickAction, Suggestion } from './generated.ts';

/** Suggestions for the next message of a conversation. */
export const QuickActionsChannel = defineChannel<QuickActionsShape>('quick-actions');

/** Actions that extensions offer in conversations; they are shown after the model's suggestions. */
export const QuickActions = definePoint<QuickAction>('@atelier/quick-actions:actions@1');
