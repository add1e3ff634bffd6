import { isObject, objectAt, textAt } from './json-text.ts';
import { anyText, anything, type Fault, flag, listOf, number, object, oneOf, positive, recordOf, type Shape, text } from './shape.ts';

// The same rules as the pinned engine's own schema: with one invalid value the engine drops every provider of the file.
const rates = { input: number, output: number, cacheRead: number, cacheWrite: number };
const tiers = listOf(object({ inputTokensAbove: number, ...rates }));
const levelName: Shape = value => (value === null ? [] : anyText(value));
const levels = object({}, Object.fromEntries(['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'].map(one => [one, levelName])));
const whole: Shape = value =>
  Number.isInteger(value)
    ? positive(value)
    : [{ path: [], why: { en: 'must be a whole number above 0', fr: 'doit être un entier supérieur à 0' } }];
const resize = object({}, { maxWidth: whole, maxHeight: whole, maxBytes: whole, jpegQuality: whole });
const inputLimits = object({}, { maxRequestBytes: whole, images: object({}, { resize, maxPerMessage: whole, maxPerRequest: whole }) });
const headers = recordOf(anyText);
const shared = {
  name: text,
  reasoning: flag,
  thinkingLevelMap: levels,
  input: listOf(oneOf('text', 'image')),
  inputLimits,
  promptCache: object({}, { short: positive, long: positive }),
  contextWindow: positive,
  maxTokens: positive,
  samplingParams: recordOf(anything),
  headers,
  compat: object({}),
};
const model = object({ id: text }, { ...shared, api: text, baseUrl: text, cost: object(rates, { tiers }) });
const override = object({}, { ...shared, cost: object({}, { ...rates, tiers }) });
const provider = object(
  {},
  {
    name: text,
    baseUrl: text,
    apiKey: text,
    api: text,
    oauth: oneOf('radius'),
    headers,
    compat: object({}),
    authHeader: flag,
    models: listOf(model),
    modelOverrides: recordOf(override),
  },
);

/** The faults for which the engine would refuse the whole file. */
export const modelsShape: Shape = object({ providers: recordOf(provider) });

/** The missing field for which the engine would refuse a provider that it does not know itself. */
export function missingFor(entry: Readonly<Record<string, unknown>>): 'api' | 'baseUrl' | undefined {
  const models = Array.isArray(entry.models) ? entry.models.filter(isObject) : [];
  if (models.some(one => (textAt(one, 'baseUrl') ?? textAt(entry, 'baseUrl')) === undefined)) return 'baseUrl';
  if (models.some(one => (textAt(one, 'api') ?? textAt(entry, 'api')) === undefined)) return 'api';
  if (models.length === 0 && textAt(entry, 'baseUrl') === undefined) return 'baseUrl';
  return undefined;
}

/** The key under which invalid values are kept, by provider; the engine ignores it. */
export const setAsideKey = 'atelier:setAside';

/** Moves invalid values aside: the whole model if the fault is in a model, else the field, else the provider. */
export function withoutFaults(config: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const providers: Record<string, unknown> = { ...objectAt(config, 'providers') };
  const aside: Record<string, unknown> = { ...objectAt(config, setAsideKey) };
  let next: Readonly<Record<string, unknown>> = { ...config, providers };
  for (let round = 0; round < 1000; round++) {
    const fault = modelsShape(next).find(({ path }) => path[0] === 'providers' && path.length > 1);
    const id = fault?.path[1];
    if (fault === undefined || typeof id !== 'string') return next;
    if (!Object.hasOwn(aside, id)) aside[id] = objectAt(config, 'providers')[id] ?? null;
    const rest = without(providers[id], fault);
    if (rest === undefined) delete providers[id];
    else providers[id] = rest;
    next = { ...config, providers, [setAsideKey]: aside };
  }
  return next;
}

function without(entry: unknown, { path }: Fault): unknown {
  const [, , field, at] = path;
  if (!isObject(entry) || typeof field !== 'string') return undefined;
  const value = entry[field];
  if (field === 'models' && Array.isArray(value) && typeof at === 'number')
    return { ...entry, models: value.filter((_, one) => one !== at) };
  const { [field]: _left, ...rest } = entry;
  return rest;
}
