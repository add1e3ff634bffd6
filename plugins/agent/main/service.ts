import { rmSync } from 'node:fs';
import type { AgentService } from '../contract/index.ts';
import type { Approvals } from './access/approvals.ts';
import type { EngineLink } from './engine-link.ts';
import { agentErrors } from './errors.ts';
import type { Happenings } from './happenings.ts';
import type { HiddenRuns } from './runtime/hidden.ts';
import type { RuntimeRecords } from './runtime/records.ts';
import type { Runtimes } from './runtime/runtimes.ts';

export interface ServiceParts {
  readonly runtimes: Runtimes;
  readonly records: RuntimeRecords;
  readonly hidden: HiddenRuns;
  readonly engine: EngineLink;
  readonly approvals: Approvals;
  readonly happenings: Happenings;
  readonly workspace: string;
}

/** The agent for other plugins. */
export function agentService({ runtimes, records, hidden, engine, approvals, happenings, workspace }: ServiceParts): AgentService {
  return {
    async configure(conversation, { model, thinkingLevel, accessMode, unattended, chargedTo }) {
      if (accessMode !== undefined) await runtimes.setAccessMode(conversation, accessMode);
      if (model !== undefined) await runtimes.setModel(conversation, model);
      if (thinkingLevel !== undefined) await runtimes.setThinkingLevel(conversation, thinkingLevel);
      runtimes.configure(conversation, {
        ...(unattended !== undefined && { unattended }),
        ...(chargedTo !== undefined && { chargedTo }),
      });
    },
    async prompt(conversation, text) {
      await runtimes.prompt(conversation, text, [], 'queue');
    },
    state: async conversation => runtimes.state(conversation),
    stop: conversation => runtimes.stop(conversation),
    async forget(conversation) {
      await runtimes.stop(conversation);
      await runtimes.close(conversation);
      const { sessionFile } = records.get(conversation);
      runtimes.forget(conversation);
      if (sessionFile !== undefined) rmSync(sessionFile, { force: true });
      happenings.forgotten(conversation);
    },
    sessionFile: async conversation => records.get(conversation).sessionFile,
    async fork(from, entry, to) {
      const source = records.get(from);
      if (source.sessionFile === undefined) throw agentErrors['agent/nothing-to-fork']({ conversation: from });
      const { sessionFile } = await engine.call('fork', { sessionFile: source.sessionFile, entry, conversation: to, cwd: workspace });
      const { model, thinkingLevel, accessMode, network } = source;
      runtimes.configure(to, { sessionFile, model, thinkingLevel, accessMode, network });
    },
    async ask(conversation, { options, ...question }, limitMs) {
      const asked = { conversation, ...question, unattended: false, ...(options !== undefined && { options: [...options] }) };
      const { by, allow, cancelled, text, choice } = await approvals.ask(asked, AbortSignal.timeout(limitMs));
      if (by !== 'person' || cancelled === true || (question.kind === 'confirm' && allow !== true)) return undefined;
      return { ...(text !== undefined && { text }), ...(choice !== undefined && { choice }) };
    },
    runHidden: run => hidden.run(run),
  };
}
