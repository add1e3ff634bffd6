import { defineExtension, defineToken } from '@atelier/kernel';
import { Imap } from './imap.js';
import { createMails, keptIn } from './kept.js';
import { isVouchedFor, readMail, writeMail } from './mime.js';
import { sendMail } from './smtp.js';

/** The services that the manifest lists under `requires`. */
const Channels = defineToken('@atelier/channels:Channels@1');
const Settings = defineToken('@atelier/settings:Settings@1');

const bridge = 'mail';
const lookMs = 15_000;
const longestWaitMs = 120_000;
/** Mails that wait because there is no room for their thread. */
const mostAside = 20;
/** Of a longer mail only the beginning is read. */
const mostBytes = 2_000_000;
/** Atelier takes about 1 MB in one message: signs of the text, of which each may take six bytes, and of the files in base64. */
const mostText = 40_000;
const mostOfFiles = 600_000;
const mostFiles = 8;
/** What is wrong with one mail alone. */
const aboutTheMail = new Set(['channels/bad-message', 'extension/message-too-large']);
const unverified = 'unverified:';

export default defineExtension({
  activate(ctx) {
    const channels = ctx.get(Channels);
    const kept = keptIn(ctx.database([createMails]));
    const connect = to => ctx.connect(to);
    let reading;
    let used = '';

    /** Looks into the mailbox again and again, until it is stopped. */
    function read(settings) {
      const stop = new AbortController();
      const wait = ms =>
        new Promise(resolve => {
          const timer = setTimeout(resolve, ms);
          stop.signal.addEventListener('abort', () => {
            clearTimeout(timer);
            resolve();
          });
        });
      const self = { settings, status: { state: 'connecting' }, imap: undefined, stop };
      const tell = status => {
        // Another may be reading in its place.
        if (stop.signal.aborted) return;
        self.status = status;
        channels.report(bridge, status).catch(error => ctx.log.warn(error.message));
      };
      const run = async () => {
        for (let tries = 0; !stop.signal.aborted; tries += 1) {
          try {
            self.imap = await Imap.open(connect, { ...settings, ...settings.imap });
            const { validity, next } = await self.imap.select();
            const place = kept.place(settings, validity, next - 1);
            tell({ state: 'connected', account: settings.address });
            tries = 0;
            const taken = new Set();
            for (; !stop.signal.aborted; await wait(lookMs)) await takeNew(self.imap, place, settings, taken);
          } catch (error) {
            tell({ state: 'offline', problem: error.message });
          }
          await self.imap?.close().catch(() => undefined);
          if (!stop.signal.aborted) await wait(Math.min(longestWaitMs, 1000 * 2 ** tries));
        }
      };
      void run();
      return self;
    }

    /**
     * Each new mail in order; its number is kept once Atelier has it, so that none is lost and none is answered twice. One that there is no
     * room for is put aside until the next look, and so are the later ones of its thread; `taken` are those that came after it.
     */
    async function takeNew(imap, place, settings, taken) {
      const full = new Set();
      let aside = 0;
      for (const { uid, size } of await imap.after(place.uid())) {
        if (!taken.has(uid)) {
          const bytes = await imap.fetch(uid, mostBytes);
          const read = bytes === undefined ? undefined : readOne(bytes, `${place.validity} ${uid}`, settings, size > mostBytes);
          if (read !== undefined && (full.has(read.message.thread) || !(await keep(read.message, read.mail)))) {
            full.add(read.message.thread);
            aside += 1;
            if (aside >= mostAside) return;
            continue;
          }
        }
        if (aside > 0) taken.add(uid);
        else {
          place.set(uid);
          taken.delete(uid);
        }
      }
    }

    /** The mail and what Atelier is told of it; undefined for one that is not answered. One that cannot be read is passed over. */
    function readOne(bytes, place, settings, isCut) {
      try {
        const mail = readMail(bytes, { isCut });
        if (mail === undefined || isByProgram(mail) || mail.address === settings.address) return undefined;
        return { mail, message: inboundOf(mail, place, settings, isCut) };
      } catch (error) {
        ctx.log.warn(`A mail cannot be read and is passed over: ${error.message}`);
        return undefined;
      }
    }

    /** False if there is no room for it now. */
    async function keep(message, mail) {
      // Before it is given away, as its answer says it again.
      const { forget } = kept.mail(message.idempotencyKey, message.thread, mail.subject, mail.references);
      try {
        const { taken } = await channels.receive(bridge, message);
        if (taken === 'refused') forget();
      } catch (error) {
        if (error.code === 'channels/full') return false;
        if (!aboutTheMail.has(error.code)) throw error;
        forget();
        ctx.log.warn(error.message);
      }
      return true;
    }

    async function stop() {
      const old = reading;
      reading = undefined;
      used = '';
      old?.stop.abort();
      await old?.imap?.close().catch(() => undefined);
    }

    ctx.handle('mail-channel.start', async () => {
      const settings = await readSettings(ctx);
      if (settings === undefined) {
        await stop();
        return { state: 'offline', problem: 'Set an address and both servers in the settings of e-mail.' };
      }
      const wanted = JSON.stringify(settings);
      if (reading !== undefined && used === wanted) return reading.status;
      await stop();
      used = wanted;
      reading = read(settings);
      return reading.status;
    });
    ctx.handle('mail-channel.stop', async () => {
      await stop();
      return null;
    });
    ctx.handle('mail-channel.send', async ({ thread, user, text, key, answers }) => {
      const settings = reading?.settings;
      if (settings === undefined) return { outcome: 'not-sent', problem: 'not connected' };
      const { subject, refs } = kept.answered(answers, thread);
      const [from, to] = [settings.address, user.startsWith(unverified) ? user.slice(unverified.length) : user];
      const raw = writeMail({
        ...{ from, to, text, date: new Date(), references: refs },
        subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
        // The same at each try, by which some mailboxes know the second one.
        messageId: `${key}@${from.split('@')[1]}`,
        answers: answers?.includes('@') ? answers : undefined,
      });
      return await sendMail(connect, { ...settings, ...settings.smtp }, { from, to, raw });
    });
    ctx.defer('the mailbox', stop);
  },
});

function inboundOf(mail, place, settings, isCut) {
  const [root = mail.messageId ?? place] = mail.references;
  const user = isVouchedFor(mail, settings.authserv) ? mail.address : `${unverified}${mail.address}`;
  const { files, left } = filesOf(mail);
  const isLong = isCut || mail.text.length > mostText;
  return {
    channelUser: user,
    name: mail.name,
    // Whoever names another's thread does not get into it.
    thread: `${mail.address} ${root}`.slice(0, 290),
    text: [
      mail.subject,
      mail.text.slice(0, mostText),
      ...(isLong ? ['[The mail was too long; this is its beginning.]'] : []),
      ...left.map(({ name }) => `[left out, too large or too many: ${name}]`),
    ]
      .filter(part => part !== '')
      .join('\n\n'),
    attachments: files,
    idempotencyKey: (mail.messageId ?? place).slice(0, 290),
  };
}

/** The files that Atelier takes with one message, and the others. */
function filesOf(mail) {
  const files = [];
  const left = [];
  let room = mostOfFiles;
  for (const file of mail.files) {
    const fits = files.length < mostFiles && file.data.length <= room;
    if (fits) room -= file.data.length;
    (fits ? files : left).push(file);
  }
  return { files, left };
}

/** Two programs that answer each other never stop. */
function isByProgram({ header }) {
  const submitted = (header('auto-submitted') ?? 'no').toLowerCase();
  const precedence = (header('precedence') ?? '').toLowerCase();
  return submitted !== 'no' || ['bulk', 'list', 'junk'].includes(precedence) || header('list-id') !== undefined;
}

async function readSettings(ctx) {
  const form = await ctx.get(Settings).read(ctx.id, 'mail-channel');
  const server = (text, port) => {
    const [host = '', own = port] = text.trim().split(':');
    return { host, port: Number(own) };
  };
  const address = form.address.trim().toLowerCase();
  const [imap, smtp] = [server(form.imap, '993'), server(form.smtp, '465')];
  if (address === '' || imap.host === '' || smtp.host === '') return undefined;
  return {
    ...{ address, imap, smtp, security: form.security, ca: form.certificate.trim() },
    user: form.user.trim() || address,
    password: (await ctx.secret('password')) ?? '',
    authserv: form.authserv.trim().toLowerCase(),
  };
}
