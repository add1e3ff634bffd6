import { extensionSuite, ownPlugins } from '@atelier/kernel/testing';

for (const plugin of ownPlugins()) extensionSuite(plugin);
