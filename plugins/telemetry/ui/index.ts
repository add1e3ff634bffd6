import { TelemetrySettings } from './telemetry-settings.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'telemetry-settings': TelemetrySettings };
