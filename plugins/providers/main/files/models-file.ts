import { AgentFile, type AgentFileOptions, type Json } from './agent-file.ts';
import { isObject, objectAt } from './json-text.ts';
import { modelsShape, withoutFaults } from './models-shape.ts';
import { faultText } from './shape.ts';

/** models.json: providers, their addresses and their models. The engine only reads it, so only Atelier takes its lock. */
export function openModelsFile(path: string, waitMs: number, restored?: AgentFileOptions['restored']): AgentFile {
  return new AgentFile({
    path,
    ...(restored && { restored }),
    hasComments: true,
    // The next save would put a list of its own in place of it, and everything that was in the list before would be gone.
    unlike: ({ providers = {} }) =>
      isObject(providers) ? undefined : { en: 'its list of providers is no object', fr: 'sa liste de fournisseurs n’est pas un objet' },
    lock: { staleMs: 10_000, waitMs },
    refuse: value => {
      const [fault] = modelsShape(value);
      return fault && faultText(fault);
    },
  });
}

export const emptyModels: Json = { providers: {} };

/** The content in the form that the engine accepts. */
export function usableModels(config: Json): Json {
  const next = isObject(config.providers) ? config : { ...config, providers: {} };
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
