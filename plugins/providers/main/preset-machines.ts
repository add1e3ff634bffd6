import type { PresetGroup } from '../contract/index.ts';

/** Presets for servers on the person's own machine or network. */
export const machines: readonly PresetGroup[] = [
  {
    id: 'ollama',
    name: 'Ollama',
    icon: 'ollama',
    variants: [
      {
        preset: 'ollama',
        provider: 'ollama',
        label: 'Ollama',
        signIn: 'optional-key',
        baseUrl: 'http://localhost:11434/v1',
        api: 'openai-completions',
      },
    ],
  },
  {
    id: 'lmstudio',
    name: 'LM Studio',
    icon: 'lmstudio',
    variants: [
      {
        preset: 'lmstudio',
        provider: 'lmstudio',
        label: 'LM Studio',
        signIn: 'optional-key',
        baseUrl: 'http://localhost:1234/v1',
        api: 'openai-completions',
      },
    ],
  },
  {
    id: 'custom',
    name: 'OpenAI / Anthropic API',
    icon: 'custom',
    variants: [
      { preset: 'custom', provider: 'custom', label: 'OpenAI API', signIn: 'optional-key', api: 'openai-completions' },
      {
        preset: 'custom-anthropic',
        provider: 'custom-anthropic',
        label: 'Anthropic API',
        signIn: 'optional-key',
        api: 'anthropic-messages',
      },
    ],
  },
];
