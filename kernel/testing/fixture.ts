import { defineHook, defineToken } from '@atelier/kernel';
import { extension, type TestExtension } from './test-extension.ts';

export interface Greeter {
  greet(name: string): Promise<string>;
}
export const Greeter = defineToken<Greeter>('@test/greeter:Greeter@1', { greet: 'everybody' });
export const Guard = defineHook.first<string, string>('@test/owner:guard@1');

/** An extension that provides the simplest service. */
export const greeter = extension('@test/greeter', ctx => {
  ctx.provide(Greeter, { greet: async name => `Hello, ${name}.` });
});

/** A command that runs `work` with the extension's own context, so that a test can call verbs from inside. */
export function asking(id: string, atelier: TestExtension['atelier'], work: Parameters<typeof extension>[1]): TestExtension {
  const command = `${id.slice(id.indexOf('/') + 1)}.ask`;
  return extension(id, ctx => void ctx.handle(command, async () => work(ctx)), {
    ...atelier,
    contributes: { commands: [{ id: command, title: 'Ask' }], ...atelier?.contributes },
  });
}

/** Code and sentence of a promise's rejection, or its value. */
export async function problemOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    value => ({ value }),
    (error: { code?: string; message: string }) => [error.code, error.message],
  );
}
