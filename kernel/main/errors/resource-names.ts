import type { ExtensionBudget } from '@atelier/kernel';
import type { BudgetResource } from '../costs/budget.ts';

const words: Readonly<Record<BudgetResource, (bound: number) => { readonly en: string; readonly fr: string }>> = {
  cpuPercent: bound => ({ en: `more than ${bound} % of a processor`, fr: `plus de ${bound} % d’un processeur` }),
  memoryMegabytes: bound => ({ en: `more than ${bound} MB at once`, fr: `plus de ${bound} Mo à la fois` }),
  eventsPerSecond: bound => ({ en: `more than ${bound} events a second`, fr: `plus de ${bound} événements par seconde` }),
  networkMegabytesPerMinute: bound => ({
    en: `more than ${bound} MB a minute over the network`,
    fr: `plus de ${bound} Mo par minute sur le réseau`,
  }),
  storageMegabytes: bound => ({ en: `more than ${bound} MB on the disk`, fr: `plus de ${bound} Mo sur le disque` }),
};

/** The resources over budget, as words for a sentence. */
export function resourceNames(over: readonly BudgetResource[], budget: ExtensionBudget): { readonly en: string; readonly fr: string } {
  const said = over.map(one => words[one](budget[one]));
  return { en: said.map(({ en }) => en).join(', '), fr: said.map(({ fr }) => fr).join(', ') };
}
