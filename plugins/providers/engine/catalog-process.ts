import { ModelRuntime } from '@earendil-works/pi-coding-agent';

/** A model of the engine's own list, in the format of models.json, with its provider. */
interface CatalogLine {
  readonly provider: string;
  readonly providerName: string;
  readonly id: string;
  readonly [field: string]: unknown;
}

// The caller keeps the result in a file, so that the engine is not loaded for each list of models.
const runtime = await ModelRuntime.create({
  credentials: { read: async () => undefined, list: async () => [], modify: async () => undefined, delete: async () => undefined },
  modelsPath: null,
  refreshOnCreate: false,
});

const lines: CatalogLine[] = [];
for (const provider of runtime.getProviders()) {
  for (const model of runtime.getModels(provider.id)) {
    const { id, name, api, baseUrl, reasoning, input, cost, contextWindow, maxTokens, thinkingLevelMap, compat, promptCache, inputLimits } =
      model;
    const all = {
      id,
      name,
      api,
      baseUrl,
      reasoning,
      input,
      cost,
      contextWindow,
      maxTokens,
      thinkingLevelMap,
      compat,
      promptCache,
      inputLimits,
    };
    lines.push({ provider: provider.id, providerName: provider.name, ...all });
  }
}
process.stdout.write(`${JSON.stringify(lines)}\n`);
