import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { UsageChart } from './charts/usage-chart.ts';
import { UsageMonth } from './charts/usage-month.ts';
import { UsageLimits } from './dialogs/usage-limits.ts';
import { UsagePrices } from './dialogs/usage-prices.ts';
import { UsageDetails } from './usage-details.ts';
import { UsageList } from './usage-list.ts';
import { UsagePage } from './usage-page.ts';

/** The elements of this plugin; those that the manifest does not name are parts of the others. */
export const elements = {
  'usage-page': UsagePage,
  'usage-details': UsageDetails,
  'usage-chart': UsageChart,
  'usage-month': UsageMonth,
  'usage-list': UsageList,
  'usage-prices': UsagePrices,
  'usage-limits': UsageLimits,
};

const open = (view: ViewHost, what: string, params: Record<string, unknown> = {}) =>
  view.connect(WindowChannel).call('open', { view: what, params });

/** The commands that run in the window. */
export const commands = {
  'usage.open': (view: ViewHost) => open(view, 'usage.page'),
  'usage.showDetails': (view: ViewHost, args: unknown) => open(view, 'usage.details', args as Record<string, unknown>),
};
