export const createMails = {
  id: 10,
  name: 'create places and mails',
  up: db =>
    db.exec(`
      CREATE TABLE places (mailbox TEXT PRIMARY KEY, validity INTEGER NOT NULL, uid INTEGER NOT NULL) STRICT;
      CREATE TABLE mails (key TEXT PRIMARY KEY, thread TEXT NOT NULL, subject TEXT NOT NULL, refs TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
      CREATE INDEX mails_of_thread ON mails (thread, at);
    `),
};

const mostMails = 5000;

/** How far each mailbox has been read, and what an answer says again of the mail that it answers. */
export function keptIn(db) {
  const place = db.prepare('SELECT validity, uid FROM places WHERE mailbox = ?');
  const setPlace = db.prepare('INSERT OR REPLACE INTO places (mailbox, validity, uid) VALUES (?, ?, ?)');
  // Of before, when only the server was known.
  const adopt = db.prepare('UPDATE OR IGNORE places SET mailbox = ? WHERE mailbox = ?');
  const mail = db.prepare('INSERT OR IGNORE INTO mails (key, thread, subject, refs, at) VALUES (?, ?, ?, ?, ?)');
  const trim = db.prepare(`DELETE FROM mails WHERE at < (SELECT at FROM mails ORDER BY at DESC LIMIT 1 OFFSET ${mostMails})`);
  const forget = db.prepare('DELETE FROM mails WHERE key = ?');
  const byKey = db.prepare('SELECT subject, refs FROM mails WHERE key = ?');
  const byThread = db.prepare('SELECT subject, refs FROM mails WHERE thread = ? ORDER BY at DESC LIMIT 1');
  return {
    /** Where reading goes on; a mailbox whose numbers begin anew is read from where it stands. */
    place({ user, imap: { host } }, validity, latest) {
      const mailbox = `${user} ${host}`;
      adopt.run(mailbox, host);
      const there = place.get(mailbox);
      if (there?.validity !== validity) setPlace.run(mailbox, validity, latest);
      return {
        validity,
        uid: () => place.get(mailbox)?.uid ?? latest,
        set: uid => void setPlace.run(mailbox, validity, uid),
      };
    },
    /** `forget` is for one that is refused: nothing of it stays, and nothing of another one with its number is lost. */
    mail(key, thread, subject, references) {
      const isNew = mail.run(key, thread, subject, JSON.stringify(references), Date.now()).changes === 1;
      trim.run();
      return { forget: () => void (isNew && forget.run(key)) };
    },
    answered(key, thread) {
      const { subject = 'Atelier', refs = '[]' } = (key === undefined ? undefined : byKey.get(key)) ?? byThread.get(thread) ?? {};
      return { subject, refs: JSON.parse(refs) };
    },
  };
}
