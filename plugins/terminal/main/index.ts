import { Agent, agentEvent, Commands, conversationForgotten } from '@atelier/agent/contract';
import { Conversations } from '@atelier/conversations/contract';
import { defineExtension } from '@atelier/kernel';
import { TerminalChannel } from '../contract/index.ts';
import { Terminal } from './terminal.ts';

export default defineExtension({
  activate(ctx) {
    const terminal = new Terminal({
      agent: ctx.get(Agent),
      commands: ctx.get(Commands),
      conversations: ctx.get(Conversations),
      changed: conversation => channel.emit('changed', { conversation }),
      printed: run => channel.emit('printed', { run }),
      echoed: run => channel.emit('echoed', { run }),
    });
    const channel = ctx.serve(TerminalChannel, {
      overview: async ({ conversation }) => await terminal.overview(conversation),
      start: async ({ conversation, line }) => await terminal.start(conversation, line),
      open: async ({ conversation, ...size }) => await terminal.open(conversation, size),
      async type({ run, text }) {
        await terminal.type(run, text);
        return null;
      },
      async resize({ run, ...size }) {
        terminal.resize(run, size);
        return null;
      },
      stop: async ({ run }) => await terminal.stop(run),
      async close({ run }) {
        await terminal.close(run);
        return null;
      },
      output: async ({ run, since }) => terminal.output(run, since),
    });
    // Another access mode may let commands run, or not.
    ctx.tap(agentEvent, async ({ kind, conversation }) => {
      if (kind === 'settings') channel.emit('changed', { conversation });
    });
    ctx.tap(conversationForgotten, async ({ conversation }) => await terminal.forget(conversation));
    ctx.defer('commands of the terminal', () => terminal.end());
  },
});
