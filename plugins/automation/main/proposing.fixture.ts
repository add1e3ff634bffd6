import { extension, testKernel } from '@atelier/kernel/testing';
import { Automation, AutomationChannel, type AutomationService } from '../contract/index.ts';

/** A kernel with automations and a plugin that proposes rules, and what each side has of them. */
export async function proposing() {
  const services: AutomationService[] = [];
  const plugin = extension('@test/plugin', ctx => void services.push(ctx.get(Automation)), {
    activation: 'startup',
    requires: { '@atelier/automation': '^0.1.0' },
  });
  const kernel = await testKernel({ plugins: ['@atelier/automation'], extensions: [plugin] });
  return { kernel, client: kernel.client(AutomationChannel), service: services[0] };
}
