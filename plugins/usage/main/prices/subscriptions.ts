/** Providers that are paid by the month, whatever a model's price elsewhere. */
const always = new Set([
  'github-copilot',
  'openai-codex',
  'kimi-coding',
  'opencode-go',
  'qwen-token-plan',
  'qwen-token-plan-cn',
  'qwen-token-plan-individual',
  'xiaomi-token-plan-ams',
  'xiaomi-token-plan-cn',
  'xiaomi-token-plan-sgp',
  'zai-coding-cn',
]);

/** Whether what a model answers is paid by a subscription: by its provider, or because the person has signed in instead of giving a key. */
export function isIncluded(model: string, signedIn: ReadonlySet<string>): boolean {
  const [provider = ''] = model.split('/', 1);
  return always.has(provider) || signedIn.has(provider);
}
