import type { AppError } from '@atelier/kernel';
import type { State } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import type { Why } from '../files/json-text.ts';
import type { HttpFailure } from '../http/failure.ts';
import type { Answer } from '../http/local-http.ts';

/** What came of one request: an answer, or why there was none. */
export type Tried = Answer | HttpFailure;

/** What was asked of a provider. */
export interface Requests {
  readonly host: string;
  readonly hasKey: boolean;
  /** The request for its list of models. */
  readonly list: Tried;
  /** A request to generate text, empty so that it costs nothing; undefined if there is none for its API. */
  readonly generation: Tried | undefined;
  /** Whether the list could be read. */
  readonly isListed: boolean;
}

export interface Verdict {
  readonly is: State;
  readonly why?: AppError;
}

/** The state that the answers of a provider prove. */
export function verdictOf({ host, hasKey, list, generation, isListed }: Requests): Verdict {
  const tried = generation === undefined ? [list] : [generation, list];
  for (const one of tried)
    if (isFailure(one) && one.kind === 'redirect') return { is: 'failing', why: errors['providers/redirected']({ host, to: one.reason }) };
  const refusal = tried.find(one => !isFailure(one) && refusesKey(one)) as Answer | undefined;
  if (refusal !== undefined)
    return hasKey
      ? { is: 'refused', why: errors['providers/key-refused']({ host, status: refusal.status }) }
      : { is: 'needs-key', why: errors['providers/key-needed']({ host }) };
  const asked = generation ?? list;
  if (isFailure(asked))
    return asked.isAnswered
      ? { is: 'failing', why: errors['providers/no-model-server']({ host, why: asked.why }) }
      : { is: 'unreachable', why: errors['providers/unreachable']({ host, why: asked.why }) };
  // Some servers fail on an empty request, which says nothing of a real one.
  const failsOnEmpty = [500, 501].includes(asked.status) && !isPage(asked);
  const isReady = generation === undefined ? isListed : isServed(asked) || (failsOnEmpty && isListed);
  if (isReady) return { is: 'ready' };
  const code = asked.status === 429 || asked.status >= 500 ? 'providers/busy' : 'providers/no-model-server';
  return { is: 'failing', why: errors[code]({ host, why: whyOf(asked, isListed) }) };
}

export function isFailure(tried: Tried): tried is HttpFailure {
  return tried instanceof Error;
}

/** Whether a server refuses because of the key or the lack of one. A page that says so is not the server of a model. */
export function refusesKey(answer: Answer): boolean {
  if (isPage(answer)) return false;
  if (answer.status === 401 || answer.status === 403) return true;
  // Google answers 400 to a wrong key, and 400 to an empty request too.
  return answer.status === 400 && /API_KEY_INVALID|API key not valid|missing api key/i.test(answer.body.toString('utf8', 0, 4096));
}

/** Whether a path is served: an empty request is refused by those that serve it. */
export function isServed(answer: Answer): boolean {
  if (isPage(answer)) return false;
  return (answer.status >= 200 && answer.status < 300) || answer.status === 400 || answer.status === 422;
}

/** Whether an answer is a web page, which no server of models sends. */
export function isPage({ contentType, body }: Answer): boolean {
  return /^text\/html/i.test(contentType) || /^\s*<(?:!doctype|html)/i.test(body.toString('utf8', 0, 200));
}

function whyOf(answer: Answer, isListed: boolean): Why {
  const { status } = answer;
  if (status === 429) return busyWhy(answer);
  if (isPage(answer))
    return status < 300
      ? { en: 'a web page answers there', fr: 'c’est une page web qui répond' }
      : { en: `a web page answers there (HTTP ${status})`, fr: `c’est une page web qui répond (HTTP ${status})` };
  if (status >= 500) return { en: `its server has an error (HTTP ${status})`, fr: `son serveur est en erreur (HTTP ${status})` };
  if (isListed)
    return {
      en: `it lists models, but answers no call that generates text (HTTP ${status})`,
      fr: `il liste des modèles, mais ne répond à aucun appel qui génère du texte (HTTP ${status})`,
    };
  return { en: `no model server answers there (HTTP ${status})`, fr: `aucun serveur de modèles n’y répond (HTTP ${status})` };
}

function busyWhy({ retryAfter }: Answer): Why {
  const seconds = /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined;
  return seconds === undefined
    ? { en: 'it accepts no more requests for now (HTTP 429)', fr: 'il n’accepte plus de requêtes pour l’instant (HTTP 429)' }
    : {
        en: `it accepts no more requests for ${seconds} s (HTTP 429)`,
        fr: `il n’accepte plus de requêtes pendant ${seconds} s (HTTP 429)`,
      };
}
