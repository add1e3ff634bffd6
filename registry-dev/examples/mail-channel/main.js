import { defineExtension, defineToken } from '@atelier/kernel';
import { Imap } from './imap.js';
import { readMail, writeMail } from './mime.js';
import { sendMail } from './smtp.js';

/** The services that the manifest lists under `requires`. */
const Channels = defineToken('@atelier/channels:Channels@1');
const Settings = defineToken('@atelier/settings:Settings@1');

const bridge = 'mail';
const lookMs = 15_000;
const longestWaitMs = 120_000;
const againMs = 5000;
/** Of a longer mail only the beginning is read. */
const mostBytes = 2_000_000;
const unverified = 'unverified:';

const createMails = {
  id: 10,
  name: 'create places and mails',
  up: db =>
    db.exec(`
      CREATE TABLE places (mailbox TEXT PRIMARY KEY, validity INTEGER NOT NULL, uid INTEGER NOT NULL) STRICT;
      CREATE TABLE mails (key TEXT PRIMARY KEY, thread TEXT NOT NULL, subject TEXT NOT NULL, refs TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
      CREATE INDEX mails_of_thread ON mails (thread, at);
    `),
};

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
        self.status = status;
        channels.report(bridge, status).catch(error => ctx.log.warn(error.message));
      };
      const run = async () => {
        for (let tries = 0; !stop.signal.aborted; tries += 1) {
          try {
            self.imap = await Imap.open(connect, { ...settings, ...settings.imap });
            const { validity, next } = await self.imap.select();
            const place = kept.place(settings.imap.host, validity, next - 1);
            tell({ state: 'connected', account: settings.address });
            tries = 0;
            for (; !stop.signal.aborted; await wait(lookMs)) await takeNew(self.imap, place, settings, stop.signal);
          } catch (error) {
            if (!stop.signal.aborted) tell({ state: 'offline', problem: error.message });
          }
          await self.imap?.close().catch(() => undefined);
          if (!stop.signal.aborted) await wait(Math.min(longestWaitMs, 1000 * 2 ** tries));
        }
      };
      void run();
      return self;
    }

    /** Each new mail in order; its number is kept once Atelier has it, so that none is lost and none is answered twice. */
    async function takeNew(imap, place, settings, signal) {
      for (const { uid, size } of await imap.after(place.uid())) {
        const bytes = await imap.fetch(uid, mostBytes);
        const isCut = size > mostBytes;
        const mail = bytes === undefined ? undefined : readMail(bytes, { isCut });
        if (mail !== undefined && !isByProgram(mail) && mail.address !== settings.address)
          await keep(inboundOf(mail, `${place.validity} ${uid}`, settings, isCut), mail, signal);
        place.set(uid);
      }
    }

    async function keep(message, mail, signal) {
      kept.mail(message.idempotencyKey, message.thread, mail.subject, mail.references);
      for (;;) {
        try {
          return await channels.receive(bridge, message);
        } catch (error) {
          if (error.code === 'channels/bad-message') return ctx.log.warn(error.message);
          if (signal.aborted || error.code !== 'channels/full') throw error;
          await new Promise(resolve => setTimeout(resolve, againMs));
        }
      }
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
        // The same at each try, by which mailboxes know the second one.
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
  return {
    channelUser: user,
    name: mail.name,
    // Whoever names another's thread does not get into it.
    thread: `${mail.address} ${root}`.slice(0, 290),
    text: [mail.subject, mail.text, ...(isCut ? ['[The mail was too long; this is its beginning.]'] : [])]
      .filter(part => part !== '')
      .join('\n\n'),
    attachments: mail.files.slice(0, 8),
    idempotencyKey: (mail.messageId ?? place).slice(0, 290),
  };
}

/** Only what the own server has added counts, and that is the first one. */
function isVouchedFor({ headers }, authserv) {
  const [, first = ''] = headers.find(([name]) => name === 'authentication-results') ?? [];
  const [by = '', ...results] = first.split(';').map(part => part.trim().toLowerCase());
  return authserv !== '' && by.split(' ')[0] === authserv && results.some(result => result.startsWith('dmarc=pass'));
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

const mostMails = 5000;

function keptIn(db) {
  const place = db.prepare('SELECT validity, uid FROM places WHERE mailbox = ?');
  const setPlace = db.prepare('INSERT OR REPLACE INTO places (mailbox, validity, uid) VALUES (?, ?, ?)');
  const mail = db.prepare('INSERT OR REPLACE INTO mails (key, thread, subject, refs, at) VALUES (?, ?, ?, ?, ?)');
  const trim = db.prepare(`DELETE FROM mails WHERE at < (SELECT at FROM mails ORDER BY at DESC LIMIT 1 OFFSET ${mostMails})`);
  const byKey = db.prepare('SELECT subject, refs FROM mails WHERE key = ?');
  const byThread = db.prepare('SELECT subject, refs FROM mails WHERE thread = ? ORDER BY at DESC LIMIT 1');
  return {
    /** Where reading goes on; a mailbox whose numbers begin anew is read from where it stands. */
    place(mailbox, validity, latest) {
      const there = place.get(mailbox);
      if (there?.validity !== validity) setPlace.run(mailbox, validity, latest);
      return {
        validity,
        uid: () => place.get(mailbox)?.uid ?? latest,
        set: uid => void setPlace.run(mailbox, validity, uid),
      };
    },
    mail(key, thread, subject, references) {
      mail.run(key, thread, subject, JSON.stringify(references), Date.now());
      trim.run();
    },
    answered(key, thread) {
      const { subject = 'Atelier', refs = '[]' } = (key === undefined ? undefined : byKey.get(key)) ?? byThread.get(thread) ?? {};
      return { subject, refs: JSON.parse(refs) };
    },
  };
}
