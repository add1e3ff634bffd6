import { defineExtension, Extensions, Inspection } from '@atelier/kernel';
import { TelemetryChannel } from '../contract/index.ts';
import { isDevelopment } from './development.ts';
import { migrations } from './migrations/index.ts';
import { openTelemetry } from './telemetry.ts';

export default defineExtension({
  async activate(ctx) {
    const db = ctx.database(migrations);
    const inspection = ctx.get(Inspection);
    const all = await ctx.get(Extensions).list();
    const bundled = new Set(['@atelier/kernel', ...all.filter(one => one.bundled).map(({ id }) => id)]);
    const version = all.find(({ id }) => id === ctx.id)?.version ?? '0.0.0';
    const telemetry = openTelemetry({
      db,
      inspection,
      source: {
        release: `atelier@${version}`,
        host: process.versions.electron === undefined ? 'browser' : 'electron',
        isBundled: id => bundled.has(id),
      },
      development: isDevelopment(process.env),
      own: ctx.id,
      log: ctx.log,
      now: Date.now,
    });
    const channel = ctx.serve(TelemetryChannel, telemetry.handlers);
    ctx.defer('what is gathered and sent', () => telemetry.close());
    telemetry.start(() => channel.emit('changed', null));
  },
});
