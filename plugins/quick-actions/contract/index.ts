import { defineChannel, definePoint } from '@atelier/kernel';
import type { QuickAction, QuickActionsShape } from './generated.ts';

export type { QuickAction, Suggestion } from './generated.ts';

/** What one could say next in a conversation. */
export const QuickActionsChannel = defineChannel<QuickActionsShape>('quick-actions');

/** Actions that extensions offer in every conversation of a kind; they stand after what the model suggests. */
export const QuickActions = definePoint<QuickAction>('@atelier/quick-actions:actions@1');
