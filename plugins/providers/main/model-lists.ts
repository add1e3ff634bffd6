import { visibleText } from '@atelier/kernel';
import { mostModels } from '../contract/index.ts';
import { isObject, textAt } from './files/json-text.ts';

/** A model as a server describes it; a field that the server leaves out is undefined. */
export interface ListedModel {
  readonly id: string;
  readonly name: string | undefined;
  readonly contextWindow: number | undefined;
  readonly maxTokens: number | undefined;
  readonly reasoning: boolean | undefined;
  readonly images: boolean | undefined;
  /** Dollars a million tokens. */
  readonly inputCost: number | undefined;
  readonly outputCost: number | undefined;
}

type Raw = Readonly<Record<string, unknown>>;

const maxIdLength = 200;
// Models that a conversation cannot use, by the usual words in their names.
const notForConversations =
  /(?:^|[-_/:.])(?:embed(?:ding)?s?|whisper|tts|dall-e|moderation|rerank(?:er)?|transcribe|imagen|veo|sora)(?:$|[-_/:.\d])/i;

/** The models of an answer in one of the known formats (OpenAI, Ollama, LM Studio, Google); undefined for any other answer. */
export function modelsIn(answer: unknown): readonly ListedModel[] | undefined {
  const list = listOf(answer);
  if (list === undefined) return undefined;
  const found = new Map<string, ListedModel>();
  for (const raw of list.slice(0, mostModels)) {
    const model = typeof raw === 'string' ? modelOf({ id: raw }) : isObject(raw) ? modelOf(raw) : undefined;
    if (model && !found.has(model.id)) found.set(model.id, model);
  }
  // A list without any understandable entry is no list of models.
  return list.length > 0 && found.size === 0 && !list.every(isObject) ? undefined : [...found.values()];
}

function listOf(answer: unknown): readonly unknown[] | undefined {
  if (Array.isArray(answer)) return answer;
  if (!isObject(answer)) return undefined;
  for (const key of ['data', 'models']) if (Array.isArray(answer[key])) return answer[key];
  // Ollama sends null if it has no models.
  return answer.models === null || answer.data === null ? [] : undefined;
}

function modelOf(raw: Raw): ListedModel | undefined {
  const id = (textAt(raw, 'id') ?? textAt(raw, 'model') ?? textAt(raw, 'name'))?.replace(/^models\//, '');
  if (id === undefined || id.length > maxIdLength || visibleText(id, 'code') !== id) return undefined;
  if (notForConversations.test(id) || raw.type === 'embeddings' || raw.type === 'embedding') return undefined;
  const methods = raw.supportedGenerationMethods;
  if (Array.isArray(methods) && !methods.includes('generateContent')) return undefined;
  const top = isObject(raw.top_provider) ? raw.top_provider : {};
  // The server of llama.cpp.
  const meta = isObject(raw.meta) ? raw.meta : {};
  return {
    id,
    name: nameOf(raw, id),
    contextWindow: whole(
      raw.context_length,
      raw.context_window,
      raw.max_context_length,
      raw.inputTokenLimit,
      raw.max_model_len,
      meta.n_ctx,
    ),
    maxTokens: whole(raw.max_completion_tokens, top.max_completion_tokens, raw.max_output_tokens, raw.outputTokenLimit),
    reasoning: Array.isArray(raw.supported_parameters) ? raw.supported_parameters.includes('reasoning') : undefined,
    images: seesImages(raw),
    ...pricesIn(raw),
  };
}

function nameOf(raw: Raw, id: string): string | undefined {
  const name = textAt(raw, 'display_name') ?? textAt(raw, 'displayName') ?? textAt(raw, 'name');
  return name === undefined || name === id || name === `models/${id}` ? undefined : name.slice(0, maxIdLength);
}

function seesImages(raw: Raw): boolean | undefined {
  if (raw.type === 'vlm') return true;
  const modalities = (isObject(raw.architecture) ? raw.architecture.input_modalities : undefined) ?? raw.input_modalities;
  if (Array.isArray(modalities)) return modalities.includes('image');
  if (Array.isArray(raw.capabilities)) return raw.capabilities.some(one => one === 'vision' || one === 'multimodal');
  const vision = isObject(raw.capabilities) ? raw.capabilities.vision : raw.supports_vision;
  return typeof vision === 'boolean' ? vision : undefined;
}

/** Prices as OpenRouter lists them, in dollars a token; only both together mean something. */
function pricesIn({ pricing }: Raw): Pick<ListedModel, 'inputCost' | 'outputCost'> {
  if (!isObject(pricing)) return { inputCost: undefined, outputCost: undefined };
  const [inputCost, outputCost] = [pricing.prompt, pricing.completion].map(perMillion);
  return inputCost === undefined || outputCost === undefined ? { inputCost: undefined, outputCost: undefined } : { inputCost, outputCost };
}

function perMillion(perToken: unknown): number | undefined {
  const dollars = typeof perToken === 'string' && perToken.length < 32 ? Number.parseFloat(perToken) : perToken;
  if (typeof dollars !== 'number' || !Number.isFinite(dollars) || dollars < 0) return undefined;
  return Math.round(dollars * 1e12) / 1e6;
}

function whole(...values: readonly unknown[]): number | undefined {
  return values.find((one): one is number => Number.isSafeInteger(one) && (one as number) > 0);
}
