import { ExtensionsBlame } from './blame/extensions-blame.ts';
import { ExtensionsBlameBar } from './blame/extensions-blame-bar.ts';
import { ExtensionsBudget } from './costs/extensions-budget.ts';
import { ExtensionsCosts } from './costs/extensions-costs.ts';
import { ExtensionsMeter } from './costs/extensions-meter.ts';
import { ExtensionsDetails } from './details/extensions-details.ts';
import { ExtensionsOffer } from './details/extensions-offer.ts';
import { ExtensionsReadme } from './details/extensions-readme.ts';
import { ExtensionsRights } from './details/extensions-rights.ts';
import { ExtensionsHealth } from './dialogs/extensions-health.ts';
import { ExtensionsLog } from './dialogs/extensions-log.ts';
import { ExtensionsPublish } from './dialogs/extensions-publish.ts';
import { ExtensionsRegistries } from './dialogs/extensions-registries.ts';
import { ExtensionsRemove } from './dialogs/extensions-remove.ts';
import { ExtensionsPanel } from './extensions-panel.ts';
import { ExtensionsInstalled } from './list/extensions-installed.ts';
import { ExtensionsMarket } from './list/extensions-market.ts';
import { ExtensionsRow } from './list/extensions-row.ts';
import { ExtensionsUpdates } from './list/extensions-updates.ts';
import { ExtensionsServers } from './servers/extensions-servers.ts';
import { ExtensionsDownloads } from './stored/extensions-downloads.ts';
import { ExtensionsTools } from './tools/extensions-tools.ts';

/** The elements of this plugin. Those that the manifest does not name are used by the others. */
export const elements = {
  'extensions-panel': ExtensionsPanel,
  'extensions-market': ExtensionsMarket,
  'extensions-installed': ExtensionsInstalled,
  'extensions-updates': ExtensionsUpdates,
  'extensions-row': ExtensionsRow,
  'extensions-details': ExtensionsDetails,
  'extensions-offer': ExtensionsOffer,
  'extensions-rights': ExtensionsRights,
  'extensions-readme': ExtensionsReadme,
  'extensions-blame': ExtensionsBlame,
  'extensions-blame-bar': ExtensionsBlameBar,
  'extensions-costs': ExtensionsCosts,
  'extensions-budget': ExtensionsBudget,
  'extensions-meter': ExtensionsMeter,
  'extensions-servers': ExtensionsServers,
  'extensions-tools': ExtensionsTools,
  'extensions-log': ExtensionsLog,
  'extensions-health': ExtensionsHealth,
  'extensions-remove': ExtensionsRemove,
  'extensions-registries': ExtensionsRegistries,
  'extensions-publish': ExtensionsPublish,
  'extensions-downloads': ExtensionsDownloads,
};
