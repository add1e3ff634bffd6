import { defineToken } from '@atelier/kernel';
import { extension, type TestExtension, testKernel } from '@atelier/kernel/testing';

/** `freeze`: the kernel's own process does nothing else any more. */
type How = 'freeze' | 'answer';

const isSubject = process.env.ATELIER_CUT_OFF === '1';

interface Deputy {
  ask(): Promise<string>;
}
const Deputy = defineToken<Deputy>('@test/deputy:Deputy@1', { ask: 'everybody' });

/** A bundled plugin with a defect, an extension that meets it as it starts, and one that has nothing to do with it. */
export function extensionsThat(how: How): readonly TestExtension[] {
  const deputy = extension('@test/deputy', ctx => {
    ctx.provide(Deputy, {
      async ask() {
        if (isSubject) process.stdout.write('asked\n');
        while (how === 'freeze') {}
        return 'answered';
      },
    });
  });
  const installed = (id: string, activate: string): TestExtension => ({
    id,
    installed: true,
    atelier: { activation: 'startup', requires: { '@test/deputy': '^1.0.0' } },
    files: { 'main.js': `export default { async activate(ctx) { ${activate} } };\n` },
  });
  return [deputy, installed('@test/stuck', `await ctx.get({ key: '${Deputy.key}' }).ask();`), installed('@test/well', '')];
}

const [profile, how, stillMs] = process.argv.slice(2);
if (isSubject && profile !== undefined) {
  const kernel = await testKernel({ profile, extensions: how === 'none' ? [] : extensionsThat(how as How), stillMs: Number(stillMs) });
  if (how === 'none') process.kill(process.pid, 'SIGKILL');
  await kernel.close();
}
