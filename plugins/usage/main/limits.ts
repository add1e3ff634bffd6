import type { Database, PersonNotice } from '@atelier/kernel';
import type { Limits } from '../contract/index.ts';
import { errors } from './errors.ts';

const mostAmount = 1e6;

interface Row {
  readonly period: 'day' | 'month';
  readonly amount: number;
  readonly told: string;
}

/** Amounts at which the person is told. Nothing is stopped. */
export class LimitsOf {
  readonly #db: Database;
  readonly #all;
  readonly #told;

  constructor(db: Database) {
    this.#db = db;
    this.#all = db.prepare<Row>('SELECT period, amount, told FROM limits');
    this.#told = db.prepare('UPDATE limits SET told = ? WHERE period = ?');
  }

  get all(): Limits {
    return Object.fromEntries(this.#all.all().map(({ period, amount }) => [period, amount]));
  }

  set(limits: Limits): void {
    const given = Object.entries(limits).filter(([, amount]) => amount !== undefined);
    if (!given.every(([, amount]) => Number.isFinite(amount) && amount > 0 && amount <= mostAmount))
      throw errors['usage/limit-range']({ most: String(mostAmount) });
    this.#db.transaction(() => {
      this.#db.prepare('DELETE FROM limits').run();
      const insert = this.#db.prepare("INSERT INTO limits (period, amount, told) VALUES (?, ?, '')");
      for (const [period, amount] of given) insert.run(period, amount);
    });
  }

  /** The notices of amounts that are reached; each once a day or a month. */
  reached(today: string, spent: { readonly day: number; readonly month: number }): readonly PersonNotice[] {
    return this.#all.all().flatMap(({ period, amount, told }) => {
      const now = period === 'day' ? today : today.slice(0, 7);
      if (told === now || spent[period] < amount) return [];
      this.#told.run(now, period);
      return [noticeOf(period, spent[period], amount)];
    });
  }
}

function noticeOf(period: 'day' | 'month', spent: number, amount: number): PersonNotice {
  const money = (locale: string) => {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' });
    return [format.format(spent), format.format(amount)] as const;
  };
  const [en, fr] = [money('en'), money('fr')];
  const words = period === 'day' ? { en: 'Today', fr: 'Aujourd’hui' } : { en: 'This month', fr: 'Ce mois-ci' };
  return {
    code: `usage/${period}-limit`,
    en: `${words.en} the models have cost about ${en[0]}, and you wanted to be told at ${en[1]}. Nothing was stopped. See what it is from on the page Usage.`,
    fr: `${words.fr}, les modèles ont coûté environ ${fr[0]}, et vous vouliez le savoir à ${fr[1]}. Rien n’a été arrêté. La page Consommation montre d’où cela vient.`,
    command: 'usage.open',
  };
}
