import { isObject, textAt } from './files/json-text.ts';

/** A model as a server describes it; what it does not say is undefined. */
export interface ListedModel {
  readonly id: string;
  readonly name: string | undefined;
  readonly contextWindow: number | undefined;
  readonly maxTokens: number | undefined;
  readonly reasoning: boolean | undefined;
  readonly images: boolean | undefined;
}

type Raw = Readonly<Record<string, unknown>>;

const longestId = 200;
const mostModels = 20_000;
// What a conversation cannot use, by the names that every company gives it.
const notForTalking =
  /(?:^|[-_/:.])(?:embed(?:ding)?s?|whisper|tts|dall-e|moderation|rerank(?:er)?|transcribe|imagen|veo|sora)(?:$|[-_/:.\d])/i;

/** The models of an answer in any of the shapes in use (OpenAI's, Ollama's, LM Studio's, Google's); undefined where it is none. */
export function modelsIn(answer: unknown): readonly ListedModel[] | undefined {
  const list = listOf(answer);
  if (list === undefined) return undefined;
  const found = new Map<string, ListedModel>();
  for (const raw of list.slice(0, mostModels)) {
    const model = typeof raw === 'string' ? modelOf({ id: raw }) : isObject(raw) ? modelOf(raw) : undefined;
    if (model && !found.has(model.id)) found.set(model.id, model);
  }
  // A list of which nothing can be understood is no list of models.
  return list.length > 0 && found.size === 0 && !list.every(isObject) ? undefined : [...found.values()];
}

function listOf(answer: unknown): readonly unknown[] | undefined {
  if (Array.isArray(answer)) return answer;
  if (!isObject(answer)) return undefined;
  for (const key of ['data', 'models']) if (Array.isArray(answer[key])) return answer[key];
  // Ollama says null where it has none.
  return answer.models === null || answer.data === null ? [] : undefined;
}

function modelOf(raw: Raw): ListedModel | undefined {
  const id = (textAt(raw, 'id') ?? textAt(raw, 'model') ?? textAt(raw, 'name'))?.replace(/^models\//, '');
  if (id === undefined || id.length > longestId || /[\p{Cc}]/u.test(id)) return undefined;
  if (notForTalking.test(id) || raw.type === 'embeddings' || raw.type === 'embedding') return undefined;
  const methods = raw.supportedGenerationMethods;
  if (Array.isArray(methods) && !methods.includes('generateContent')) return undefined;
  const top = isObject(raw.top_provider) ? raw.top_provider : {};
  return {
    id,
    name: nameOf(raw, id),
    contextWindow: whole(raw.context_length, raw.context_window, raw.max_context_length, raw.inputTokenLimit, raw.max_model_len),
    maxTokens: whole(raw.max_completion_tokens, top.max_completion_tokens, raw.max_output_tokens, raw.outputTokenLimit),
    reasoning: Array.isArray(raw.supported_parameters) ? raw.supported_parameters.includes('reasoning') : undefined,
    images: seesImages(raw),
  };
}

function nameOf(raw: Raw, id: string): string | undefined {
  const name = textAt(raw, 'display_name') ?? textAt(raw, 'displayName') ?? textAt(raw, 'name');
  return name === undefined || name === id || name === `models/${id}` ? undefined : name.slice(0, longestId);
}

function seesImages(raw: Raw): boolean | undefined {
  if (raw.type === 'vlm') return true;
  const modalities = isObject(raw.architecture) ? raw.architecture.input_modalities : undefined;
  if (Array.isArray(modalities)) return modalities.includes('image');
  const vision = isObject(raw.capabilities) ? raw.capabilities.vision : undefined;
  return typeof vision === 'boolean' ? vision : undefined;
}

function whole(...values: readonly unknown[]): number | undefined {
  return values.find((one): one is number => Number.isSafeInteger(one) && (one as number) > 0);
}
