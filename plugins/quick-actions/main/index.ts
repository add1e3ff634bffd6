import { agentEvent, conversationForgotten } from '@atelier/agent/contract';
import { messageReceived } from '@atelier/conversations/contract';
import { defineExtension } from '@atelier/kernel';
import { QuickActionsChannel } from '../contract/index.ts';
import { migrations } from './migrations/index.ts';
import { openSuggestions, suggestionsFrom } from './suggestions.ts';

export default defineExtension({
  activate(ctx) {
    const suggestions = openSuggestions(ctx.database(migrations));
    const clear = (conversation: string) => {
      if (suggestions.clear(conversation)) channel.emit('suggestionsChanged', { conversation });
    };
    const channel = ctx.serve(QuickActionsChannel, {
      suggestions: async ({ conversation }) => [...suggestions.of(conversation)],
      async dismiss({ conversation }) {
        clear(conversation);
        return null;
      },
    });
    ctx.handle('quick-actions.suggest', async call => {
      const { args, conversation } = Object(call) as { args?: { actions?: unknown }; conversation?: string };
      const list = suggestionsFrom(args?.actions);
      if (conversation === undefined || list.length === 0)
        return { text: 'Nothing is shown: `actions` must be a list of { label, text }.' };
      suggestions.replace(conversation, list);
      channel.emit('suggestionsChanged', { conversation });
      return { text: `Shown: ${list.map(({ label }) => label).join(', ')}. End your turn now, without repeating them.` };
    });
    ctx.tap(messageReceived, async ({ conversation }) => clear(conversation));
    // Edited, asked again, sent from the queue, or gone back: what was suggested is no longer what comes next.
    ctx.tap(agentEvent, async ({ conversation, kind, entry }) => {
      if (kind === 'rewound' || (kind === 'messageEnded' && entry?.kind === 'user')) clear(conversation);
    });
    ctx.tap(conversationForgotten, async ({ conversation }) => clear(conversation));
  },
});
