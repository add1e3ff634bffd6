import type { Log } from '@atelier/kernel';
import type { OauthStep, ProvidersService } from '@atelier/providers/contract';

/** Sign-in is the providers' work; the channel `agent` has the names that the product gives it. */
export function oauthCalls(providers: ProvidersService, emit: (step: OauthStep) => void, log: Log) {
  /** Tells every step of a flow until its end. */
  async function follow(flow: string): Promise<void> {
    for (let told = 0, isOver = false; !isOver; ) {
      const steps = await providers.nextSteps(flow, told);
      for (const step of steps) emit(step);
      told += steps.length;
      isOver = steps.length === 0 || steps.some(({ kind }) => kind === 'success' || kind === 'error');
    }
  }
  return {
    async oauthLogin({ provider }: { provider: string }) {
      const { flow } = await providers.login(provider);
      void follow(flow).catch(error => log.warn(String((error as Error).message), { flow }));
      return { flow };
    },
    async oauthPromptReply({ flow, prompt, text }: { flow: string; prompt: string; text: string }) {
      await providers.reply(flow, prompt, text);
      return null;
    },
    async oauthPromptCancel({ flow, prompt }: { flow: string; prompt: string }) {
      await providers.cancelPrompt(flow, prompt);
      return null;
    },
    async oauthLoginCancel({ flow }: { flow: string }) {
      await providers.cancelLogin(flow);
      return null;
    },
    getAuthJson: async () => [...(await providers.authStatus())],
  };
}
