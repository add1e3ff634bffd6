import type { OwnModel } from '../contract/index.ts';
import { errors } from './errors.ts';
import type { Why } from './files/json-text.ts';
import { keyHeaders } from './http/credentials.ts';
import { HttpFailure } from './http/failure.ts';
import { type Answer, ask } from './http/local-http.ts';
import { type ListedModel, modelsIn } from './model-lists.ts';
import type { Question } from './status/question.ts';

const timeoutMs = 10_000;
const maxBytes = 16 * 1024 * 1024;

/** The models that a provider's server lists. Reads different formats, within limits of time and size. */
export async function discoverModels(question: Question, signal?: AbortSignal): Promise<readonly OwnModel[]> {
  let failure: unknown;
  for (const address of listAddresses(question)) {
    try {
      return (await listAt(address, question, signal)).map(ownModel);
    } catch (error) {
      // The failure of the last, simplest list is the one to report.
      failure = error;
    }
  }
  throw failure;
}

/** The models in an answer to the request for the list; undefined if it holds no such list. */
export function listedIn(answer: Answer): readonly OwnModel[] | undefined {
  if (answer.status < 200 || answer.status > 299) return undefined;
  try {
    return modelsIn(JSON.parse(answer.body.toString('utf8')))?.map(ownModel);
  } catch {
    return undefined;
  }
}

/** The addresses of a server's model lists, the most detailed list first. */
export function listAddresses({ provider, baseUrl, api }: Question): readonly string[] {
  const base = baseUrl.replace(/(?<!\/)\/+$/, '');
  const { origin } = new URL(base);
  if (provider === 'ollama') return [`${origin}/api/tags`, `${base}/models`];
  if (provider === 'lmstudio') return [`${origin}/api/v0/models`, `${base}/models`];
  if (api === 'anthropic-messages') return [`${base}/v1/models?limit=1000`];
  if (api === 'google-generative-ai') return [`${base}/models?pageSize=1000`];
  if (api === 'mistral-conversations') return [`${base}/v1/models`];
  return [`${base}/models`];
}

async function listAt(address: string, { api, key }: Question, signal: AbortSignal | undefined): Promise<readonly ListedModel[]> {
  const { host } = new URL(address);
  let answer: Answer;
  try {
    answer = await ask(address, { headers: keyHeaders(api, key), timeoutMs, maxBytes, ...(signal && { signal }) });
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    if (error.kind === 'redirect') throw errors['providers/redirected']({ host, to: error.reason }, error);
    if (error.kind === 'too-large' || error.kind === 'cut') throw errors['providers/no-model-list']({ host, why: error.why }, error);
    throw errors['providers/unreachable']({ host, why: error.why }, error);
  }
  if (answer.status < 200 || answer.status > 299) throw errors['providers/refused']({ host, status: answer.status });
  const listed = modelsIn(parse(answer, host));
  if (listed === undefined) throw noList(host, { en: 'its JSON holds no such list', fr: 'son JSON ne contient pas de liste' });
  return listed;
}

function parse({ body, contentType }: Answer, host: string): unknown {
  const text = body.toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    const page = /^\s*</.test(text) || /html/i.test(contentType);
    throw noList(
      host,
      page ? { en: 'it sent a web page', fr: 'il a envoyé une page web' } : { en: 'it sent no JSON', fr: 'il n’a pas envoyé de JSON' },
    );
  }
}

function ownModel(listed: ListedModel): OwnModel {
  return Object.fromEntries(Object.entries(listed).filter(([, value]) => value !== undefined)) as unknown as OwnModel;
}

function noList(host: string, why: Why): Error {
  return errors['providers/no-model-list']({ host, why });
}
