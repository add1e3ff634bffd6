import type { OwnModel } from '../contract/index.ts';
import { builtInOf } from './built-in.ts';
import type { Catalog } from './catalog.ts';
import type { Json } from './files/agent-file.ts';
import { isObject, objectAt } from './files/json-text.ts';

/**
 * The entry of a provider with what its server lists: all its models if there is none yet, else only what nobody has said of those that
 * are there. The same entry if nothing is new, and for a provider whose models the engine knows.
 */
export function withListed(entry: Json, listed: readonly OwnModel[], catalog: Catalog, provider: string): Json {
  if (builtInOf(entry) !== undefined || catalog.models(provider) !== undefined) return entry;
  const own = (Array.isArray(entry.models) ? entry.models : []).filter(isObject);
  if (own.length === 0) return { ...entry, models: listed.map(asDefinition) };
  const said = new Map(listed.map(model => [model.id, asDefinition(model)]));
  const next = own.map(model => {
    const more = said.get(String(model.id)) ?? {};
    return Object.keys(more).some(key => !Object.hasOwn(model, key)) ? { ...more, ...model } : model;
  });
  return next.some((model, at) => model !== own[at]) ? { ...entry, models: next } : entry;
}

/** A model in the form of the engine's file; what is not known is left out. */
export function asDefinition({ images, inputCost, outputCost, ...fields }: OwnModel): Json {
  return {
    ...fields,
    ...(images !== undefined && { input: images ? ['text', 'image'] : ['text'] }),
    ...(inputCost !== undefined &&
      outputCost !== undefined && { cost: { input: inputCost, output: outputCost, cacheRead: 0, cacheWrite: 0 } }),
  };
}

/** What a person says of a model; null: nobody knows. */
export interface Said {
  readonly images?: boolean | null;
  readonly reasoning?: boolean | null;
  readonly contextWindow?: number | null;
  readonly maxTokens?: number | null;
  readonly inputCost?: number | null;
  readonly outputCost?: number | null;
}

/** The definition of a model with what a person says of it. */
export function withSaid(model: Json, { images, inputCost, outputCost, ...plain }: Said): Json {
  const next: Record<string, unknown> = { ...model, ...plain };
  if (images !== undefined) next.input = images === null ? null : images ? ['text', 'image'] : ['text'];
  if (inputCost !== undefined || outputCost !== undefined) {
    const before = objectAt(model, 'cost');
    const [input, output] = [inputCost === undefined ? before.input : inputCost, outputCost === undefined ? before.output : outputCost];
    // The engine takes a price only as a whole.
    const isKnown = typeof input === 'number' && typeof output === 'number';
    next.cost = isKnown ? { cacheRead: 0, cacheWrite: 0, ...before, input, output } : null;
  }
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== null));
}
