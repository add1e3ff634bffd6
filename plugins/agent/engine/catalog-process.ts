import { ModelRuntime } from '@earendil-works/pi-coding-agent';

/** One model that the engine knows by itself, as it would be written into models.json, with the provider it belongs to. */
interface CatalogLine {
  readonly provider: string;
  readonly providerName: string;
  readonly id: string;
  readonly [field: string]: unknown;
}

// Written once and kept by whoever asks, so that nobody loads the engine to see a list of models.
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
