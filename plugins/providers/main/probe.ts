import type { ProbeResult } from '../contract/index.ts';
import { candidatesOf, parseAddress, plainAddress } from './address.ts';
import { errors } from './errors.ts';
import type { Why } from './files/json-text.ts';
import { keyHeaders } from './http/credentials.ts';
import { HttpFailure } from './http/failure.ts';
import { ask } from './http/local-http.ts';
import { isPage, isServed, refusesKey } from './status/verdict.ts';

export interface ProbeQuestion {
  readonly baseUrl: string;
  readonly api: string | undefined;
  readonly key: string | undefined;
}

/** The result for one path: whether it is served, whether only with another key, and the text for the person. */
interface PathResult {
  readonly reachable: boolean;
  readonly asksKey: boolean;
  readonly text: string;
  /** The other host that it redirects to, which was not asked. */
  readonly other?: string;
}

/** A variant of the address with its results. */
interface Tried {
  readonly baseUrl: string;
  readonly models: PathResult;
  /** By the API that was tried. */
  readonly generation: Readonly<Record<string, PathResult>>;
}

export type Probed = Omit<ProbeResult, 'why'> & { readonly why: Why };

const requestTimeoutMs = 3_000;
const paths: Readonly<Record<string, string>> = {
  'openai-completions': '/chat/completions',
  'openai-responses': '/responses',
  'anthropic-messages': '/messages',
};

/** Tries the variants of an address at the same time, without using any token, and chooses the best one. */
export async function probe({ baseUrl, api, key }: ProbeQuestion, signal?: AbortSignal): Promise<Probed> {
  const typed = parseAddress(baseUrl);
  const wanted = Object.keys(paths).filter(one =>
    api === 'anthropic-messages' ? one === api : api === undefined || one !== 'anthropic-messages',
  );
  const probeVariant = (path: string, post: boolean): Promise<PathResult> => probePath(path, post, keyHeaders(api, key), signal);
  const tried = await Promise.all(
    candidatesOf(typed).map(async (candidate): Promise<Tried> => {
      const [models, ...generation] = await Promise.all([
        probeVariant(`${candidate}/models`, false),
        ...wanted.map(one => probeVariant(`${candidate}${paths[one]}`, true)),
      ]);
      return { baseUrl: candidate, models, generation: Object.fromEntries(wanted.map((one, at) => [one, generation[at] as PathResult])) };
    }),
  );
  const best = [...tried].sort((a, b) => weight(b) - weight(a))[0];
  const found = best && weight(best) >= 1 ? chosen(best, plainAddress(typed), api) : {};
  return { ...found, why: best === undefined ? nothing : reason(best, typed.host, key !== undefined), tried: tried.map(triedResult) };
}

/** Generating counts more than listing; of equal variants the one with /v1 comes first, then the typed one. */
function weight({ baseUrl, models, generation }: Tried): number {
  const generates = Object.values(generation).some(one => one.reachable);
  const score = (generates ? 2 : 0) + (models.reachable ? 1 : 0);
  return score === 0 ? 0 : score + (baseUrl.endsWith('/v1') ? 0.5 : 0);
}

function chosen(best: Tried, typed: string, asked: string | undefined): { chosen: string; api: string; corrected: boolean } {
  const api = Object.keys(paths).find(one => best.generation[one]?.reachable) ?? asked ?? 'openai-completions';
  // Clients of this API add /v1 themselves.
  const address = api === 'anthropic-messages' ? best.baseUrl.replace(/\/v1$/, '') : best.baseUrl;
  return { chosen: address, api, corrected: address !== typed && address.endsWith('/v1') };
}

const nothing: Why = {
  en: 'None of the addresses answers like a model server.',
  fr: 'Aucune des adresses ne répond comme un serveur de modèles.',
};

function reason(best: Tried, host: string, hasKey: boolean): Why {
  const { other } = [best.models, ...Object.values(best.generation)].find(one => one.other !== undefined) ?? {};
  if (weight(best) < 1 && other !== undefined) {
    const redirected = errors['providers/redirected']({ host, to: other });
    return { en: redirected.in('en'), fr: redirected.in('fr') };
  }
  if (weight(best) < 1) return nothing;
  const path = paths[Object.keys(paths).find(one => best.generation[one]?.reachable) ?? ''];
  const { reachable: lists, text } = best.models;
  if ([best.models, ...Object.values(best.generation)].some(one => one.asksKey))
    return hasKey
      ? { en: 'A model server answers there, but refuses this key.', fr: 'Un serveur de modèles y répond, mais refuse cette clé.' }
      : { en: 'A model server answers there and asks for a key.', fr: 'Un serveur de modèles y répond et demande une clé.' };
  if (path === undefined)
    return {
      en: `It lists models (${text}), but answers none of the calls that generate text; it may refuse to talk.`,
      fr: `Elle liste des modèles (${text}), mais ne répond à aucun appel qui génère du texte ; elle refusera peut-être de converser.`,
    };
  return lists
    ? { en: `It answers ${path} and lists its models.`, fr: `Elle répond à ${path} et liste ses modèles.` }
    : {
        en: `It answers ${path}, but does not list its models; write them in by hand.`,
        fr: `Elle répond à ${path}, mais ne liste pas ses modèles ; saisissez-les à la main.`,
      };
}

function triedResult({ baseUrl, models, generation }: Tried): ProbeResult['tried'][number] {
  const all = Object.entries(generation);
  const best = all.find(([, one]) => one.reachable) ?? all[0];
  return {
    baseUrl,
    models: models.text,
    generation: best?.[1].text ?? '',
    lists: servedAs(models),
    generates: best === undefined ? 'no' : servedAs(best[1]),
    ...(best && { call: paths[best[0]] }),
  };
}

function servedAs({ reachable, asksKey }: PathResult): 'yes' | 'key' | 'no' {
  return asksKey ? 'key' : reachable ? 'yes' : 'no';
}

async function probePath(
  url: string,
  post: boolean,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<PathResult> {
  try {
    // Empty, so that a server answers with an error about the missing model instead of generating text.
    const question = post ? ({ method: 'POST', body: '{}' } as const) : {};
    const answer = await ask(url, {
      ...question,
      headers,
      timeoutMs: requestTimeoutMs,
      maxBytes: 16 * 1024 * 1024,
      ...(signal && { signal }),
    });
    // Some servers answer every path with a web page, which is no answer of a model server.
    const page = answer.status < 300 && isPage(answer);
    const asksKey = refusesKey(answer);
    return { reachable: asksKey || isServed(answer), asksKey, text: page ? 'HTML' : `HTTP ${answer.status}` };
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    const { kind, reason } = error;
    if (kind === 'redirect') return { reachable: false, asksKey: false, text: `→ ${reason}`, other: reason };
    return { reachable: false, asksKey: false, text: reason === '' ? kind : reason };
  }
}
