import { isCommand, keylessSentinel, withoutCommand } from '../config-value.ts';
import { AgentFile, type Json } from './agent-file.ts';
import { isObject, objectAt } from './json-text.ts';
import { modelsShape, withoutFaults } from './models-shape.ts';
import { faultText } from './shape.ts';

/** models.json: providers, their addresses and their models. The engine only reads it, so only Atelier takes its lock. */
export function openModelsFile(path: string, waitMs: number): AgentFile {
  return new AgentFile({
    path,
    lock: { staleMs: 10_000, waitMs },
    refuse: value => {
      const [fault] = modelsShape(value);
      return fault && faultText(fault);
    },
  });
}

export const emptyModels: Json = { providers: {} };

/** The content in the form that the engine accepts, without commands that it would run. */
export function usableModels(config: Json): Json {
  const providers = objectAt(config, 'providers');
  const plain = mapValues(providers, entry => (isObject(entry) ? withoutCommands(entry) : entry));
  const next = plain === providers && isObject(config.providers) ? config : { ...config, providers: plain };
  return modelsShape(next).length === 0 ? next : withoutFaults(next);
}

/** The entries of the providers by id. */
export function entriesOf(config: Json): Readonly<Record<string, Json>> {
  return Object.fromEntries(Object.entries(objectAt(config, 'providers')).filter((pair): pair is [string, Json] => isObject(pair[1])));
}

/** The content with one provider changed or removed. */
export function withEntry(config: Json, id: string, entry: Json | undefined): Json {
  const { [id]: _left, ...others } = objectAt(config, 'providers');
  const kept = entry === undefined ? others : { ...objectAt(config, 'providers'), [id]: entry };
  return { ...config, providers: kept };
}

function withoutCommands(entry: Json): Json {
  let next = entry;
  if (isCommand(entry.apiKey) && entry.apiKey !== keylessSentinel) next = { ...next, apiKey: withoutCommand(entry.apiKey) };
  next = plainHeaders(next);
  if (Array.isArray(next.models)) {
    const models = next.models.map((one: unknown) => (isObject(one) ? plainHeaders(one) : one));
    if (models.some((one, at) => one !== (next.models as unknown[])[at])) next = { ...next, models };
  }
  if (isObject(next.modelOverrides)) {
    const overrides = mapValues(next.modelOverrides, one => (isObject(one) ? plainHeaders(one) : one));
    if (overrides !== next.modelOverrides) next = { ...next, modelOverrides: overrides };
  }
  return next;
}

function plainHeaders(holder: Json): Json {
  if (!isObject(holder.headers)) return holder;
  const headers = mapValues(holder.headers, value => (isCommand(value) ? withoutCommand(value) : value));
  return headers === holder.headers ? holder : { ...holder, headers };
}

/** Returns the same object if nothing changed, so that nothing is written. */
function mapValues(from: Json, change: (value: unknown) => unknown): Json {
  const pairs = Object.entries(from).map(([key, value]) => [key, change(value)] as const);
  return pairs.some(([key, value]) => value !== from[key]) ? Object.fromEntries(pairs) : from;
}
