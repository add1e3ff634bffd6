import Driver from 'better-sqlite3';

/**
 * Kills this process before or after a statement on a database: after each of `steps` was seen, in order. They are patterns between " & ";
 * without any, nothing is killed.
 */
export function killAt(file: string, steps: string, when: 'before' | 'after'): void {
  const patterns = steps === '' ? [] : steps.split(' & ').map(step => new RegExp(step));
  let seen = 0;
  const look = (database: string, sql: string, moment: 'before' | 'after'): void => {
    if (!database.endsWith(file) || !patterns[seen]?.test(sql.trim())) return;
    const isLast = seen === patterns.length - 1;
    if (isLast && moment === when) process.kill(process.pid, 'SIGKILL');
    if (!isLast && moment === 'after') seen += 1;
  };
  const driver = Driver.prototype as unknown as Record<'prepare' | 'exec', (this: { name: string }, sql: string) => unknown>;
  const { prepare, exec } = driver;
  driver.exec = function (sql) {
    look(this.name, sql, 'before');
    const done = exec.call(this, sql);
    look(this.name, sql, 'after');
    return done;
  };
  driver.prepare = function (sql) {
    const { name } = this;
    const statement = prepare.call(this, sql) as Record<string, unknown>;
    for (const way of ['run', 'get', 'all'] as const) {
      const original = statement[way] as (...params: unknown[]) => unknown;
      statement[way] = (...params: unknown[]) => {
        look(name, sql, 'before');
        const result = original.apply(statement, params);
        look(name, sql, 'after');
        return result;
      };
    }
    return statement;
  };
}
