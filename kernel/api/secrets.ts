import { defineToken } from './token.ts';

export interface SecretsService {
  /** Seals what the person gave under a name of the asking extension's own `rights.secrets`; undefined forgets it. `ctx.secret` reads it. */
  keep(name: string, text: string | undefined): Promise<void>;
}

/** The host's secret store, for plugins in whose views the person types a secret. Only bundled plugins may. */
export const Secrets = defineToken<SecretsService>('@atelier/kernel:Secrets@1');
