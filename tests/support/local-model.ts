import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the agent's file of providers into a profile: `local/m1`, on a server of the test. */
export function writeLocalModel(profile: string, baseUrl: string): void {
  const directory = join(profile, 'user-data', '.agent', 'agent');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const models = [{ id: 'm1', reasoning: false, input: ['text'], contextWindow: 100_000, maxTokens: 8192 }];
  const providers = { local: { baseUrl, api: 'openai-completions', apiKey: 'dummy', models } };
  writeFileSync(join(directory, 'models.json'), JSON.stringify({ providers }), { mode: 0o600 });
}

/** Writes the agent's file of settings into a profile. */
export function writeAgentSettings(profile: string, settings: object): void {
  writeSettingsIn(join(profile, 'user-data'), settings);
}

export function writeSettingsIn(userData: string, settings: object): void {
  const directory = join(userData, '.agent', 'agent');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileSync(join(directory, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
}
