import type { AppError } from '@atelier/kernel';
import type { State } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import type { Why } from '../files/json-text.ts';

const whys: Readonly<Record<string, Why>> = {
  'agent/connection-failed': { en: 'the connection failed', fr: 'la connexion a échoué' },
  'agent/redirected': { en: 'it redirects to another host', fr: 'il redirige vers un autre hôte' },
  'agent/rate-limited': { en: 'it accepts no more requests for now', fr: 'il n’accepte plus de requêtes pour l’instant' },
  'agent/rate-limited-for': { en: 'it accepts no more requests for now', fr: 'il n’accepte plus de requêtes pour l’instant' },
  'agent/provider-failed': { en: 'its server has an error', fr: 'son serveur est en erreur' },
  'agent/bad-answer': { en: 'it sent something other than a model’s answer', fr: 'il a envoyé autre chose qu’une réponse de modèle' },
};

/** What passes by itself. */
const passing = new Set(['agent/rate-limited', 'agent/rate-limited-for', 'agent/provider-failed']);

/** The state that the end of a turn proves, by the code of its failure; undefined if it proves none. */
export function stateAfter(code: string | undefined, name: string, hasKey: boolean): { is: State; why?: AppError } | undefined {
  if (code === undefined) return { is: 'ready' };
  if (code === 'agent/unauthorised')
    return hasKey
      ? { is: 'refused', why: errors['providers/turn-refused']({ name }) }
      : { is: 'needs-key', why: errors['providers/turn-needs-key']({ name }) };
  if (code === 'agent/oauth-expired') return { is: 'refused', why: errors['providers/sign-in-expired']({ id: name, name }) };
  if (code === 'agent/no-key') return { is: 'needs-key', why: errors['providers/turn-needs-key']({ name }) };
  const why = whys[code];
  if (why === undefined) return undefined;
  if (code === 'agent/connection-failed') return { is: 'unreachable', why: errors['providers/turn-unanswered']({ name, why }) };
  return { is: 'failing', why: errors[passing.has(code) ? 'providers/busy' : 'providers/no-model-server']({ host: name, why }) };
}
