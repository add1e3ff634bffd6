import { defineExtension, definePoint } from '@atelier/kernel';
import type { BuiltInProvider } from '@atelier/providers/contract';
import { openDemoServer } from './demo-server.ts';
import { brisk, lifelike } from './pace.ts';

// Named by its key and not imported, because an isolated extension cannot load files of another package.
const builtIn = definePoint<BuiltInProvider>('@atelier/providers:builtIn@1');

export default defineExtension({
  async activate(ctx) {
    const automated = process.env.ATELIER_ALLOW_AUTOMATION_INSTANCE === '1';
    const server = await openDemoServer(automated ? brisk : lifelike);
    ctx.defer('demo server', () => server.close());
    ctx.contribute(builtIn, {
      id: 'demo',
      name: 'Demo (no AI)',
      names: { fr: 'Démo (sans IA)', en: 'Demo (no AI)' },
      baseUrl: server.baseUrl,
      api: 'openai-completions',
      demo: true,
      models: [
        { id: 'demo', name: 'Demo', names: { fr: 'Démo', en: 'Demo' }, contextWindow: 64_000, maxTokens: 16_000, images: true },
        {
          id: 'demo-thinking',
          name: 'Demo, thinking',
          names: { fr: 'Démo, avec réflexion', en: 'Demo, thinking' },
          contextWindow: 64_000,
          maxTokens: 16_000,
          images: true,
          reasoning: true,
        },
      ],
    });
  },
});
