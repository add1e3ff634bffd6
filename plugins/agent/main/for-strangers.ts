import type { AgentService } from '../contract/index.ts';
import { agentErrors } from './errors.ts';

/**
 * The agent as an installed extension has it: it may converse, and neither give itself reach that the person did not, nor approve its
 * own tools, nor learn or name files of sessions.
 */
export function agentForStrangers(agent: AgentService, id: string): AgentService {
  const refused = (verb: string) => async (): Promise<never> => {
    throw agentErrors['agent/ours-only']({ id, verb });
  };
  return {
    ...agent,
    async configure(conversation, settings) {
      if (settings.accessMode === 'open') await refused('open the access of a conversation')();
      if (settings.network === true) await refused('allow a conversation the network')();
      await agent.configure(conversation, settings);
    },
    async runHidden(run) {
      if ((run.tools?.length ?? 0) > 0) await refused('run tools where nobody sees them')();
      return await agent.runHidden(run);
    },
    approveTools: refused('approve tools'),
    adoptSession: refused('read a session file'),
    sessionFile: refused('ask where a session lies'),
    sessionFiles: refused('ask where sessions lie'),
    forget: refused('delete a conversation'),
  };
}
