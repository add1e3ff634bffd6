import { defineExtension, defineToken } from '@atelier/kernel';
import { Irc, targetOf } from './irc.js';

/** The services that the manifest lists under `requires`. */
const Channels = defineToken('@atelier/channels:Channels@1');
const Settings = defineToken('@atelier/settings:Settings@1');

const bridge = 'irc';
const againMs = 5000;

export default defineExtension({
  activate(ctx) {
    const channels = ctx.get(Channels);
    let irc;
    let usedSettings = '';

    /** Connects, or connects anew if the settings were changed. Channels runs it once a minute. */
    async function start() {
      const settings = await readSettings(ctx);
      if (settings === undefined) {
        await stop();
        return { state: 'offline', problem: 'Set a server in the settings of IRC.' };
      }
      const wanted = JSON.stringify(settings);
      if (irc !== undefined && wanted === usedSettings) return irc.status;
      await stop();
      usedSettings = wanted;
      const { host, port, tls, ca } = settings;
      irc = new Irc(settings, {
        connect: () => ctx.connect({ host, port, tls, ...(ca !== '' && { ca }) }),
        received: message => keep(channels, message, ctx),
        dropped: thread => ctx.log.warn(`A message was dropped: too many of ${thread} wait.`),
        report: status => channels.report(bridge, status).catch(error => ctx.log.warn(error.message)),
      });
      return irc.status;
    }

    async function stop() {
      const old = irc;
      irc = undefined;
      usedSettings = '';
      await old?.close();
    }

    ctx.handle('irc-channel.start', start);
    ctx.handle('irc-channel.stop', async () => {
      await stop();
      return null;
    });
    ctx.handle('irc-channel.send', async ({ thread, user, text }) =>
      irc === undefined ? { outcome: 'not-sent', problem: 'not connected' } : await irc.send(targetOf(thread), text, user),
    );
    ctx.defer('the connection to IRC', stop);
  },
});

/** Waits until Atelier has it: meanwhile the later ones of its thread wait. */
async function keep(channels, message, ctx) {
  while (!ctx.signal.aborted) {
    try {
      return await channels.receive(bridge, message);
    } catch (error) {
      if (error.code !== 'channels/full') {
        ctx.log.warn(error.message);
        return undefined;
      }
      await new Promise(resolve => setTimeout(resolve, againMs));
    }
  }
  return undefined;
}

async function readSettings(ctx) {
  const form = await ctx.get(Settings).read(ctx.id, 'irc-channel');
  const [host = '', port = form.tls ? '6697' : '6667'] = form.server.trim().split(':');
  if (host === '') return undefined;
  const word = text => text.replaceAll(/[\s,:@!\0]/g, '');
  return {
    ...{ host, port: Number(port), tls: form.tls, ca: form.certificate.trim() },
    nick: word(form.nick) || 'atelier',
    account: form.account.trim(),
    password: form.account.trim() === '' ? '' : ((await ctx.secret('password')) ?? ''),
    channels: form.channels
      .split(',')
      .map(word)
      .filter(name => /^[#&+!]/.test(name)),
  };
}
