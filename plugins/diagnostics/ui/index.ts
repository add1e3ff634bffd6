import type { ViewHost } from '@atelier/kernel/ui';
import { DiagnosticsSettings } from './diagnostics-settings.ts';
import { DiagnosticsLine } from './log/diagnostics-line.ts';
import { DiagnosticsLog } from './log/diagnostics-log.ts';
import { DiagnosticsChecks } from './parts/diagnostics-checks.ts';
import { DiagnosticsCommand } from './parts/diagnostics-command.ts';
import { DiagnosticsExtensions } from './parts/diagnostics-extensions.ts';
import { DiagnosticsHappened } from './parts/diagnostics-happened.ts';
import { DiagnosticsPlaces } from './parts/diagnostics-places.ts';
import { DiagnosticsReport } from './parts/diagnostics-report.ts';

/** The elements of this plugin; those that the manifest does not name are its tabs. None is on the first screen. */
export const elements = {
  'diagnostics-settings': DiagnosticsSettings,
  'diagnostics-checks': DiagnosticsChecks,
  'diagnostics-places': DiagnosticsPlaces,
  'diagnostics-happened': DiagnosticsHappened,
  'diagnostics-log': DiagnosticsLog,
  'diagnostics-line': DiagnosticsLine,
  'diagnostics-command': DiagnosticsCommand,
  'diagnostics-extensions': DiagnosticsExtensions,
  'diagnostics-report': DiagnosticsReport,
};

const open = (setting: string) => (view: ViewHost) => view.run('settings.open', { section: 'diagnostics', setting });

/** The commands that run in the window. */
export const commands = {
  'diagnostics.open': open('checks'),
  'diagnostics.openLog': open('log'),
  'diagnostics.openHappened': open('happened'),
};
