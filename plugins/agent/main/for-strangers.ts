import type { AgentService } from '../contract/index.ts';
import { agentErrors } from './errors.ts';

/**
 * The agent as an installed extension has it: it may converse, and neither give itself reach that the person did not, nor approve its
 * own tools, nor learn or name files of sessions.
 */
export function agentForStrangers(agent: AgentService, id: string): AgentService {
  const refused = (en: string, fr: string) => async (): Promise<never> => {
    throw agentErrors['agent/ours-only']({ id, verb: { en, fr } });
  };
  return {
    ...agent,
    async configure(conversation, settings) {
      if (settings.accessMode === 'open') await refused('open the access of a conversation', 'ouvrir l’accès d’une conversation')();
      if (settings.network === true) await refused('allow a conversation the network', 'donner le réseau à une conversation')();
      await agent.configure(conversation, settings);
    },
    async runHidden(run) {
      if ((run.tools?.length ?? 0) > 0)
        await refused('run tools where nobody sees them', 'employer des outils sans que personne le voie')();
      return await agent.runHidden(run);
    },
    approveTools: refused('approve tools', 'approuver des outils'),
    adoptSession: refused('read a session file', 'lire un fichier de session'),
    sessionFile: refused('ask where a session lies', 'demander où se trouve une session'),
    sessionFiles: refused('ask where sessions lie', 'demander où se trouvent les sessions'),
    forget: refused('delete a conversation', 'supprimer une conversation'),
  };
}
