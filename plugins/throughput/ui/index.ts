import { ThroughputWidget } from './later-views.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'throughput-widget': ThroughputWidget };
