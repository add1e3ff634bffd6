import { defineExtension, defineToken } from '@atelier/kernel';

/** The services that the manifest lists under `requires`. */
const Channels = defineToken('@atelier/channels:Channels@1');
const Settings = defineToken('@atelier/settings:Settings@1');

const bridge = 'loopback';
const againMs = 5000;
/** An answer without messages that comes earlier was not held: the program is left alone for as long. */
const pauseMs = 1000;
/** How long the program may hold a question that it has no message for. */
const holdSeconds = 20;

const createPlace = {
  id: 10,
  name: 'create place',
  up: db => db.exec('CREATE TABLE places (address TEXT PRIMARY KEY, cursor TEXT NOT NULL) STRICT'),
};

export default defineExtension({
  activate(ctx) {
    const channels = ctx.get(Channels);
    const db = ctx.database([createPlace]);
    const readPlace = db.prepare('SELECT cursor FROM places WHERE address = ?');
    const writePlace = db.prepare('INSERT OR REPLACE INTO places (address, cursor) VALUES (?, ?)');
    let asking;

    /** Asks for messages again and again. Each is asked for once more until Atelier has it. */
    function ask(settings) {
      const stop = new AbortController();
      const self = { key: JSON.stringify(settings), settings, stop, status: { state: 'connecting' } };
      const tell = status => {
        if (self.status.state === status.state && self.status.problem === status.problem) return;
        self.status = status;
        channels.report(bridge, status).catch(error => ctx.log.warn(error.message));
      };
      const run = async () => {
        while (!stop.signal.aborted) {
          try {
            const askedAt = Date.now();
            const after = readPlace.get(settings.address)?.cursor ?? '';
            const found = await request(ctx, settings, `/messages?after=${encodeURIComponent(after)}&wait=${holdSeconds}`, {
              signal: stop.signal,
            });
            tell({ state: 'connected', account: settings.address });
            const messages = found.messages ?? [];
            for (const { id, user, name, thread = user, text, attachments } of messages) {
              await take({ channelUser: user, name, thread, text, attachments, idempotencyKey: String(id) });
              writePlace.run(settings.address, String(id));
            }
            if (messages.length === 0 && Date.now() - askedAt < pauseMs) await new Promise(resolve => setTimeout(resolve, pauseMs));
          } catch (error) {
            if (stop.signal.aborted) return;
            tell({ state: 'offline', problem: error.message });
            await new Promise(resolve => setTimeout(resolve, againMs));
          }
        }
      };
      void run();
      return self;
    }

    /** One that nobody can read is passed over; one that there is no room for is asked for again. */
    async function take(message) {
      try {
        await channels.receive(bridge, message);
      } catch (error) {
        if (error.code !== 'channels/bad-message') throw error;
        ctx.log.warn(error.message);
      }
    }

    function stop() {
      asking?.stop.abort();
      asking = undefined;
    }

    ctx.handle('loopback-channel.start', async () => {
      const { address } = await ctx.get(Settings).read(ctx.id, 'loopback-channel');
      const settings = { address: address.replace(/\/$/, ''), token: (await ctx.secret('token')) ?? '' };
      if (asking?.key === JSON.stringify(settings)) return asking.status;
      stop();
      asking = ask(settings);
      return asking.status;
    });
    ctx.handle('loopback-channel.stop', async () => {
      stop();
      return null;
    });
    ctx.handle('loopback-channel.send', async outbound => {
      if (asking === undefined) return { outcome: 'not-sent', problem: 'not connected' };
      // The program knows an answer by its key, so one whose end is not known is sent again.
      await request(ctx, asking.settings, '/answers', { method: 'POST', body: JSON.stringify(outbound) });
      return { outcome: 'sent' };
    });
    ctx.defer('the questions', stop);
  },
});

async function request(ctx, { address, token }, path, init) {
  const headers = { 'content-type': 'application/json', ...(token !== '' && { authorization: `Bearer ${token}` }) };
  const answer = await ctx.fetch(`${address}${path}`, { ...init, headers });
  if (answer.status < 200 || answer.status > 299) throw new Error(`The program answered ${answer.status}.`);
  return answer.body.length === 0 ? {} : answer.json();
}
