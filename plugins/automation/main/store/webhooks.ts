import type { Database } from '@atelier/kernel';

export type StoredWebhooks = ReturnType<typeof openStoredWebhooks>;

/** The digests of the secrets of webhooks, and the port that their addresses have. */
export function openStoredWebhooks(db: Database) {
  const read = db.prepare<{ secret: string }>('SELECT secret FROM webhooks WHERE rule = ?');
  const write = db.prepare('INSERT OR REPLACE INTO webhooks (rule, secret) VALUES (?, ?)');
  const remove = db.prepare('DELETE FROM webhooks WHERE rule = ?');
  const readPort = db.prepare<{ value: string }>("SELECT value FROM settings WHERE name = 'webhookPort'");
  const writePort = db.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES ('webhookPort', ?)");
  return {
    /** In hexadecimal. */
    digest: (rule: string): string | undefined => read.get(rule)?.secret,
    setDigest: (rule: string, digest: string): void => void write.run(rule, digest),
    remove: (rule: string): void => void remove.run(rule),
    port(): number | undefined {
      const port = Number(readPort.get()?.value);
      return Number.isInteger(port) && port > 1023 && port < 65_536 ? port : undefined;
    },
    setPort: (port: number): void => void writePort.run(String(port)),
    forgetPort: (): void => void writePort.run(''),
  };
}
