import { ProvidersSignIn } from './flow/providers-sign-in.ts';
import { ProvidersCheck, ProvidersChooseModels } from './pages/first-steps.ts';
import { ProvidersConnect } from './pages/providers-connect.ts';
import { ProvidersSettings } from './pages/providers-settings.ts';
import { ProvidersDetails } from './parts/providers-details.ts';
import { ProvidersKey } from './parts/providers-key.ts';
import { ProvidersModelFacts } from './parts/providers-model-facts.ts';
import { ProvidersModels } from './parts/providers-models.ts';
import { ProvidersServer } from './parts/providers-server.ts';
import { ProvidersTest } from './parts/providers-test.ts';

/** The elements of this plugin. Those that the manifest does not name are parts of others. */
export const elements = {
  'providers-settings': ProvidersSettings,
  'providers-connect': ProvidersConnect,
  'providers-choose-models': ProvidersChooseModels,
  'providers-check': ProvidersCheck,
  'providers-details': ProvidersDetails,
  'providers-key': ProvidersKey,
  'providers-model-facts': ProvidersModelFacts,
  'providers-models': ProvidersModels,
  'providers-server': ProvidersServer,
  'providers-sign-in': ProvidersSignIn,
  'providers-test': ProvidersTest,
};
