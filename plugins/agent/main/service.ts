import { rmSync } from 'node:fs';
import type { AgentService, NamedWords } from '../contract/index.ts';
import type { Approvals } from './access/approvals.ts';
import type { EngineLink } from './engine-link.ts';
import { agentErrors } from './errors.ts';
import type { Happenings } from './happenings.ts';
import type { HiddenRuns } from './runtime/hidden.ts';
import type { RuntimeRecords } from './runtime/records.ts';
import type { Runtimes } from './runtime/runtimes.ts';
import type { SessionFiles } from './session-files.ts';
import { readTranscript } from './transcript.ts';

export interface ServiceParts {
  readonly runtimes: Runtimes;
  readonly records: RuntimeRecords;
  readonly files: SessionFiles;
  readonly hidden: HiddenRuns;
  readonly engine: EngineLink;
  readonly approvals: Approvals;
  readonly happenings: Happenings;
  readonly approveTools: (extension: string, tools: readonly NamedWords[]) => void;
  readonly workspace: string;
  readonly lookedAt: AgentService['diagnostics'];
}

/** The agent for other plugins. */
export function agentService(parts: ServiceParts): AgentService {
  const { runtimes, records, hidden, engine, files, approvals, happenings, workspace } = parts;
  /** Gives a conversation that has no messages the file that somebody makes for it. */
  const begin = async (conversation: string, make: () => Promise<{ readonly sessionFile: string }>) => {
    if (records.get(conversation).sessionFile !== undefined) throw agentErrors['agent/has-messages']({ conversation });
    const { sessionFile } = await make();
    runtimes.configure(conversation, { sessionFile });
    runtimes.tell(conversation, { kind: 'rewound' });
  };
  return {
    async configure(conversation, { model, thinkingLevel, accessMode, network, unattended, chargedTo }) {
      if (accessMode !== undefined) await runtimes.setAccessMode(conversation, accessMode);
      if (model !== undefined) await runtimes.setModel(conversation, model);
      if (thinkingLevel !== undefined) await runtimes.setThinkingLevel(conversation, thinkingLevel);
      if (network !== undefined) await runtimes.setNetwork(conversation, network);
      runtimes.configure(conversation, {
        ...(unattended !== undefined && { unattended }),
        ...(chargedTo !== undefined && { chargedTo }),
      });
    },
    prompt: (conversation, text, { images = [], how = 'queue' } = {}) => runtimes.prompt(conversation, text, images, how),
    state: async conversation => runtimes.state(conversation),
    stop: conversation => runtimes.stop(conversation),
    resume: conversation => runtimes.resume(conversation),
    transcript: (conversation, page = {}) => readTranscript({ runtimes, files, engine }, conversation, page),
    rewind: (conversation, entry) => runtimes.rewinding.rewind(conversation, entry),
    redo: (conversation, leaf) => runtimes.rewinding.redo(conversation, leaf),
    callsAfter: (conversation, entry) => runtimes.rewinding.callsAfter(conversation, entry),
    async importSession(conversation, messages, { cwd = workspace } = {}) {
      await begin(conversation, () => engine.call('importSession', { conversation, cwd, messages }));
    },
    async adoptSession(conversation, file) {
      await begin(conversation, () => engine.call('adoptSession', { conversation, file }));
    },
    sessionFiles: () => files.list(),
    async forget(conversation) {
      await runtimes.stop(conversation);
      await runtimes.close(conversation);
      const left = [records.get(conversation).sessionFile, ...(await files.allOf(conversation))];
      runtimes.forget(conversation);
      for (const file of left) if (file !== undefined) rmSync(file, { force: true });
      happenings.forgotten(conversation);
    },
    sessionFile: conversation => files.of(conversation),
    async fork(from, entry, to) {
      const source = records.get(from);
      const file = await files.of(from);
      if (file === undefined) throw agentErrors['agent/nothing-to-fork']({ conversation: from });
      const { model, thinkingLevel, accessMode, network } = source;
      await begin(to, () => engine.call('fork', { sessionFile: file, entry, conversation: to, cwd: workspace }));
      runtimes.configure(to, { model, thinkingLevel, accessMode, network });
    },
    async ask(conversation, { options, ...question }, limitMs) {
      const asked = { conversation, ...question, unattended: false, ...(options !== undefined && { options: [...options] }) };
      const { by, allow, cancelled, text, choice } = await approvals.ask(asked, AbortSignal.timeout(limitMs));
      if (by !== 'person' || cancelled === true || (question.kind === 'confirm' && allow !== true)) return undefined;
      return { ...(text !== undefined && { text }), ...(choice !== undefined && { choice }) };
    },
    runHidden: run => hidden.run(run),
    approveTools: async (extension, tools) => parts.approveTools(extension, tools),
    diagnostics: () => parts.lookedAt(),
  };
}
