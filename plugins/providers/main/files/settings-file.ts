import { AgentFile, type AgentFileOptions, type Json } from './agent-file.ts';

/** settings.json: the models that the person uses. The engine also writes it. */
export function openSettingsFile(path: string, waitMs: number, restored?: AgentFileOptions['restored']): AgentFile {
  return new AgentFile({
    path,
    ...(restored && { restored }),
    lock: { staleMs: 10_000, waitMs },
    refuse: value =>
      Array.isArray(value.enabledModels ?? [])
        ? undefined
        : { en: 'enabledModels must be a list', fr: 'enabledModels doit être une liste' },
  });
}

export const defaultSettings: Json = { enabledModels: [], defaultProvider: null, defaultModel: null };

/** The starred models in the order of starring. */
export function starredIn(settings: Json): readonly string[] {
  const { enabledModels } = settings;
  return Array.isArray(enabledModels) ? enabledModels.filter(one => typeof one === 'string') : [];
}

export function withStar(settings: Json, model: string, starred: boolean): Json {
  const before = starredIn(settings);
  if (before.includes(model) === starred) return settings;
  return { ...settings, enabledModels: starred ? [...before, model] : before.filter(one => one !== model) };
}

/** The possible ids of the default model, the likelier first: an older version stored the provider inside the model's id, too. */
export function defaultsIn(settings: Json): readonly string[] {
  const { defaultProvider, defaultModel } = settings;
  if (typeof defaultModel !== 'string' || defaultModel === '') return [];
  if (typeof defaultProvider !== 'string' || defaultProvider === '') return [defaultModel];
  const together = `${defaultProvider}/${defaultModel}`;
  return defaultModel.startsWith(`${defaultProvider}/`) ? [defaultModel, together] : [together];
}

/** The theme of the app; undefined without one, and for a theme of the engine's own command line that has another name. */
export function themeIn({ theme }: Json): 'system' | 'light' | 'dark' | undefined {
  if (theme === 'light' || theme === 'dark' || theme === 'system') return theme;
  return theme === automatic ? 'system' : undefined;
}

/** The same theme for the engine's own command line. */
export function withTheme(settings: Json, theme: 'system' | 'light' | 'dark'): Json {
  return themeIn(settings) === theme ? settings : { ...settings, theme: theme === 'system' ? automatic : theme };
}

/** Its form of a theme that follows the system: the light one, and the dark one. */
const automatic = 'light/dark';

/** The default in the form that the engine's own command line reads: the provider beside the model's id there. */
export function withDefault(settings: Json, model: string | undefined): Json {
  const slash = model?.indexOf('/') ?? -1;
  if (model === undefined || slash < 0) return { ...settings, defaultProvider: null, defaultModel: model ?? null };
  return { ...settings, defaultProvider: model.slice(0, slash), defaultModel: model.slice(slash + 1) };
}
