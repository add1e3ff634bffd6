import { stat } from 'node:fs/promises';
import type { AgentContents } from './files/agent-contents.ts';
import type { AgentFile, AgentFileOptions } from './files/agent-file.ts';
import { openAuthFile, usableAuth } from './files/auth-file.ts';
import { emptyModels, openModelsFile, usableModels } from './files/models-file.ts';
import { defaultSettings, openSettingsFile } from './files/settings-file.ts';
import { type Places, placesIn } from './places.ts';
import { syncKeys } from './sync.ts';

/** The three files of one managed directory. */
export interface AgentFiles {
  readonly places: Places;
  readonly settings: AgentFile;
  readonly models: AgentFile;
  readonly auth: AgentFile;
  /** The present content of the files; a missing file has the content of a new one. */
  read(): Promise<AgentContents>;
  /** Makes models.json and auth.json usable for the engine and synchronises their keys; returns whether anything changed. */
  normalise(): Promise<boolean>;
}

export function openAgentFiles(directory: string, workspace: string, waitMs = 6_000, restored?: AgentFileOptions['restored']): AgentFiles {
  const places = placesIn(directory, workspace);
  const settings = openSettingsFile(places.settings, waitMs, restored);
  const models = openModelsFile(places.models, waitMs, restored);
  const auth = openAuthFile(places.auth, waitMs, restored);
  return {
    places,
    settings,
    models,
    auth,
    async read() {
      return {
        settings: (await settings.read()) ?? defaultSettings,
        models: (await models.read()) ?? emptyModels,
        auth: (await auth.read()) ?? {},
      };
    },
    async normalise() {
      const newer = (await changedAt(places.models)) > (await changedAt(places.auth)) ? 'models' : 'auth';
      const usable = await models.update(usableModels);
      const stored = await auth.update(now => syncKeys({ models: usable.value, auth: usableAuth(now) }, newer).auth);
      const synced = await models.update(now => syncKeys({ models: usableModels(now), auth: stored.value }, newer).models);
      return usable.written || stored.written || synced.written;
    },
  };
}

async function changedAt(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    return 0;
  }
}
