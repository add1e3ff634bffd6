import type { PresetGroup } from '../contract/index.ts';

// Labels are the companies' own names for what they sell, which no language translates.
export const companies: readonly PresetGroup[] = [
  {
    id: 'openai',
    name: 'OpenAI',
    icon: 'openai',
    variants: [
      {
        preset: 'openai',
        provider: 'openai',
        label: 'OpenAI API',
        signIn: 'key',
        baseUrl: 'https://api.openai.com/v1',
        api: 'openai-completions',
        keyUrl: 'https://platform.openai.com/api-keys',
      },
      {
        preset: 'openai-codex',
        provider: 'openai-codex',
        label: 'ChatGPT Plus / Pro',
        signIn: 'oauth',
        baseUrl: 'https://chatgpt.com/backend-api',
        api: 'openai-codex-responses',
      },
    ],
  },
  {
    id: 'anthropic',
    name: 'Anthropic',
    icon: 'anthropic',
    variants: [
      {
        preset: 'anthropic',
        provider: 'anthropic',
        label: 'Claude API',
        signIn: 'key',
        baseUrl: 'https://api.anthropic.com',
        api: 'anthropic-messages',
        keyUrl: 'https://console.anthropic.com/settings/keys',
      },
      {
        preset: 'anthropic-oauth',
        provider: 'anthropic',
        label: 'Claude Pro / Max',
        signIn: 'oauth',
        baseUrl: 'https://api.anthropic.com',
        api: 'anthropic-messages',
      },
    ],
  },
  {
    id: 'github',
    name: 'GitHub',
    icon: 'github',
    variants: [
      {
        preset: 'github-copilot',
        provider: 'github-copilot',
        label: 'GitHub Copilot',
        signIn: 'oauth',
        baseUrl: 'https://api.individual.githubcopilot.com',
        api: 'anthropic-messages',
      },
    ],
  },
  one(
    'google',
    'Google',
    'Gemini API',
    'https://generativelanguage.googleapis.com/v1beta',
    'https://aistudio.google.com/apikey',
    'google-generative-ai',
  ),
  {
    id: 'mistral',
    name: 'Mistral',
    icon: 'mistral',
    variants: [
      {
        preset: 'mistral',
        provider: 'mistral',
        label: 'Mistral API',
        signIn: 'key',
        baseUrl: 'https://api.mistral.ai',
        api: 'mistral-conversations',
        keyUrl: 'https://console.mistral.ai/api-keys',
      },
      {
        preset: 'mistral-vibe',
        provider: 'mistral-vibe',
        label: 'Mistral Vibe',
        signIn: 'key',
        baseUrl: 'https://api.mistral.ai/v1',
        api: 'openai-completions',
        keyUrl: 'https://chat.mistral.ai/code/extensions',
      },
    ],
  },
  one('groq', 'Groq', 'Groq API', 'https://api.groq.com/openai/v1', 'https://console.groq.com/keys'),
  one('xai', 'xAI', 'Grok API', 'https://api.x.ai/v1', 'https://console.x.ai', 'openai-responses'),
  one('perplexity', 'Perplexity', 'Sonar API', 'https://api.perplexity.ai', 'https://www.perplexity.ai/account/api/keys'),
  one('together', 'Together AI', 'Together API', 'https://api.together.ai/v1', 'https://api.together.ai/settings/api-keys'),
  one('deepseek', 'DeepSeek', 'DeepSeek API', 'https://api.deepseek.com', 'https://platform.deepseek.com/api_keys'),
  {
    id: 'moonshot',
    name: 'Moonshot AI',
    icon: 'moonshot',
    variants: [
      variant('moonshotai', 'Kimi API', 'https://api.moonshot.ai/v1', 'https://platform.moonshot.ai/console/api-keys'),
      variant('moonshotai-cn', 'Kimi API (cn)', 'https://api.moonshot.cn/v1', 'https://platform.moonshot.cn/console/api-keys'),
    ],
  },
  {
    id: 'minimax',
    name: 'MiniMax',
    icon: 'minimax',
    variants: [
      variant(
        'minimax',
        'MiniMax API',
        'https://api.minimax.io/anthropic',
        'https://platform.minimax.io/user-center/basic-information/interface-key',
        'anthropic-messages',
      ),
      variant(
        'minimax-cn',
        'MiniMax API (cn)',
        'https://api.minimaxi.com/anthropic',
        'https://platform.minimaxi.com/user-center/basic-information/interface-key',
        'anthropic-messages',
      ),
    ],
  },
  one('openrouter', 'OpenRouter', 'OpenRouter API', 'https://openrouter.ai/api/v1', 'https://openrouter.ai/settings/keys'),
];

function one(id: string, name: string, label: string, baseUrl: string, keyUrl: string, api = 'openai-completions'): PresetGroup {
  return { id, name, icon: id, variants: [variant(id, label, baseUrl, keyUrl, api)] };
}

function variant(id: string, label: string, baseUrl: string, keyUrl: string, api = 'openai-completions'): PresetGroup['variants'][number] {
  return { preset: id, provider: id, label, signIn: 'key', baseUrl, api, keyUrl };
}
