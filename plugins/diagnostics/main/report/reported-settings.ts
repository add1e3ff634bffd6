import { readFile } from 'node:fs/promises';
import type { Contribution } from '@atelier/kernel';
import type { Section, SettingsService } from '@atelier/settings/contract';

type Fields = Readonly<Record<string, unknown>>;

/** The known settings of the agent's own files. An allowlist, because other properties may hold anything. */
export async function agentSettings(settingsFile: string, modelsFile: string): Promise<Fields> {
  const settings = await fields(settingsFile);
  const providers = await fields(modelsFile).then(models => (isFields(models?.providers) ? models.providers : {}));
  return {
    settings: {
      enabledModels: texts(settings?.enabledModels),
      defaultProvider: text(settings?.defaultProvider),
      defaultModel: text(settings?.defaultModel),
      theme: text(settings?.theme),
    },
    providers: Object.entries(providers).map(([id, provider]) => ({
      id,
      ...(isFields(provider) && {
        api: text(provider.api),
        host: hostOf(provider.baseUrl),
        models: Array.isArray(provider.models) ? provider.models.length : 0,
        hasKey: typeof provider.apiKey === 'string' && provider.apiKey !== '!',
      }),
    })),
  };
}

/** The values of forms: booleans, numbers and choices as they are; of texts only whether they are set. */
export async function formSettings(sections: readonly Contribution<Section>[], settings: SettingsService): Promise<Fields> {
  const all: Record<string, unknown> = {};
  for (const { from, value } of sections) {
    if (value.form === undefined) continue;
    const values = await settings.read(from, value.id).catch(() => ({}) as Fields);
    const shown = value.form
      .filter(({ kind }) => kind !== 'secret')
      .map(({ id, kind }) => {
        const isPlain = kind === 'boolean' || kind === 'number' || kind === 'choice';
        return [id, isPlain ? values[id] : values[id] === undefined || values[id] === '' ? 'empty' : 'set'] as const;
      });
    all[`${from} ${value.id}`] = Object.fromEntries(shown);
  }
  return all;
}

async function fields(file: string): Promise<Fields | undefined> {
  try {
    const content: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isFields(content) ? content : undefined;
  } catch {
    return undefined;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(one => typeof one === 'string') : [];
}

/** Only the host of an address; the rest may contain a key. */
function hostOf(value: unknown): string | undefined {
  try {
    return new URL(String(value)).host;
  } catch {
    return undefined;
  }
}
