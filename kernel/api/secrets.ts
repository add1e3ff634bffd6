import { defineToken } from './token.ts';

export interface SecretsService {
  /** Seals what the person typed, under a name of the calling extension's own `rights.secrets`; undefined deletes it. `ctx.secret` reads it. */
  keep(name: string, text: string | undefined): Promise<void>;
}

/** The host's secret store, for plugins in whose views the person types a secret. */
export const Secrets = defineToken<SecretsService>('@atelier/kernel:Secrets@1', {
  keep: 'bundled',
});
