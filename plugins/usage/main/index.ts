import { randomUUID } from 'node:crypto';
import { Agent, agentEvent, conversationForgotten, hiddenUsed } from '@atelier/agent/contract';
import { defineExtension, type Handle, machineWoke, type PersonNotice, PersonNotices } from '@atelier/kernel';
import { Providers } from '@atelier/providers/contract';
import { Badges } from '@atelier/workbench/contract';
import { type Sums, Usage, UsageChannel } from '../contract/index.ts';
import { dayOf, firstDay, nextMidnight } from './day.ts';
import { LimitsOf } from './limits.ts';
import { migrations } from './migrations/index.ts';
import { overviewOf } from './overview.ts';
import { costAt, listedPrice } from './prices/price-table.ts';
import { Prices } from './prices/prices.ts';
import { isIncluded } from './prices/subscriptions.ts';
import { csvLine, head } from './sums/csv.ts';
import { SumsOf, sumsOf } from './sums/sums.ts';
import { CatchUp } from './taking/catch-up.ts';
import { hiddenRuns, type Priced, Records } from './taking/records.ts';
import { payerOf, type Spent } from './taking/spent.ts';
import { spentToday } from './today.ts';

const exportedLines = 2000;
const servedLines = 1000;

export default defineExtension({
  async activate(ctx) {
    const db = ctx.database(migrations);
    const [records, prices, sums, limits] = [new Records(db), new Prices(db), new SumsOf(db), new LimitsOf(db)];
    const [agent, providers] = [ctx.get(Agent), ctx.get(Providers)];

    // Imported dynamically, because the conversations' package may be missing.
    const conversations = async () => ctx.find((await import('@atelier/conversations/contract')).Conversations);
    const titleOf = async (conversation: string): Promise<string> => {
      if (conversation === '' || conversation.split(':', 1)[0] === hiddenRuns) return '';
      const described = async () => (await (await conversations())?.describe(conversation))?.row.title ?? '';
      return await described().catch(() => '');
    };

    async function price(answers: readonly Spent[]): Promise<readonly Priced[]> {
      const status = await providers.authStatus();
      const signedIn = new Set(status.filter(({ type }) => type === 'oauth').map(({ provider }) => provider));
      return answers.map(answer => {
        const listed = listedPrice(answer.model)?.price;
        const isReported = answer.input + answer.output + answer.cacheRead + answer.cacheWrite > 0;
        const cost = answer.cost ?? (listed !== undefined && isReported ? costAt(listed, answer) : undefined);
        return { ...answer, cost, included: isIncluded(answer.model, signedIn) };
      });
    }

    async function projectOf(conversation: string) {
      const found = await conversations();
      const project = (await found?.describe(conversation))?.row.project;
      if (project === undefined) return found && { id: '', name: '' };
      const folder = (await found?.projectFolder(conversation)) ?? '';
      return { id: project, name: folder.split(/[\\/]/).findLast(part => part !== '') ?? '' };
    }

    let badge: { readonly words: string; readonly handle: Handle } | undefined;
    let clock: ReturnType<typeof setTimeout> | undefined;
    /** Says in the sidebar and the status line what was spent today, until the day ends. */
    function showToday(): void {
      const now = Date.now();
      clearTimeout(clock);
      clock = setTimeout(showToday, nextMidnight(now) - now).unref();
      const [today, text] = [dayOf(now), spentToday(sums.total({ from: dayOf(now), to: dayOf(now) }))];
      const words = text === undefined ? '' : `${today} ${text.en}`;
      if (badge?.words === words) return;
      void badge?.handle.dispose();
      badge = text && { words, handle: ctx.contribute(Badges, { view: 'usage.page', text, status: true }) };
    }

    function counted(): void {
      channel.emit('changed', null);
      showToday();
      const today = dayOf(Date.now());
      const spent = (from: string) => sums.total({ from, to: today }).cost;
      for (const notice of limits.reached(today, { day: spent(today), month: spent(`${today.slice(0, 7)}-01`) })) tell(notice);
    }
    const tell = (notice: PersonNotice) =>
      void ctx
        .get(PersonNotices)
        .raise(notice)
        .catch(error => ctx.log.warn(String(error)));

    const catchUp = new CatchUp({ records, agent, log: ctx.log, signal: ctx.signal, price, projectOf, counted });

    const channel = ctx.serve(UsageChannel, {
      overview: ({ range, rows = 6 }) =>
        overviewOf({ sums, limits, prices, titleOf, isCounting: catchUp.isReadingAll }, range, rows, Date.now()),
      async of({ conversation, entry }) {
        const models = entry === undefined ? sums.by('model', { conversation }, servedLines) : sums.answer(conversation, entry);
        const total = entry === undefined ? sums.total({ conversation }) : models[0] && sumsOf(models[0]);
        return {
          sums: total ?? sums.total({ from: '9999' }),
          models: models.map(row => ({ key: row.key, name: row.key, sums: sumsOf(row) })),
        };
      },
      prices: async () => prices.all(),
      async correctPrice({ model, price: corrected }) {
        if (corrected === undefined) prices.restore(model);
        else prices.correct(model, corrected, Date.now());
        counted();
        return null;
      },
      async setLimits(given) {
        limits.set(given);
        counted();
        return null;
      },
      async exportRows({ range, after }) {
        const begin = after === undefined ? (['', '', ''] as const) : placeIn(after);
        const lines = sums.lines(firstDay(range, Date.now()) ?? '', begin, exportedLines);
        const titles = new Map<string, string>();
        for (const { conversation } of lines) if (!titles.has(conversation)) titles.set(conversation, await titleOf(conversation));
        const text = lines.map(({ day, conversation, model, project, ...rest }) =>
          csvLine([day, conversation, titles.get(conversation) ?? '', project ?? '', model], rest),
        );
        const last = lines.length === exportedLines ? lines.at(-1) : undefined;
        return {
          text: `${(after === undefined ? [head, ...text] : text).join('\r\n')}\r\n`,
          ...(last && { next: JSON.stringify([last.day, last.conversation, last.model]) }),
        };
      },
    });

    ctx.provide(Usage, {
      between: async (days = {}) => sums.total(days),
      by: async (what, days = {}) => sums.by(what, days, servedLines).map(row => ({ key: row.key, sums: sumsOf(row) })),
      ofConversation: async (conversation): Promise<Sums> =>
        conversation === '' ? sums.total({ from: '9999' }) : sums.total({ conversation }),
    });

    // The files are read afterwards: the agent waits for its taps.
    ctx.tap(agentEvent, async ({ kind, conversation, role }) => {
      if (kind === 'turnEnded' || (kind === 'messageEnded' && role !== 'user')) void catchUp.conversation(conversation);
    });
    ctx.tap(conversationForgotten, async ({ conversation }) => {
      await catchUp.idle();
      records.forget(conversation);
      counted();
    });
    ctx.tap(hiddenUsed, async ({ model, at, usage: { cost, ...tokens }, chargedTo }) => {
      const known = cost > 0 ? cost : undefined;
      if (model.startsWith('demo/') || tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite === 0) return;
      const [used] = await price([{ entry: randomUUID(), at, model, ...tokens, reasoning: 0, cost: known, paidBy: undefined }]);
      if (used === undefined) return;
      records.takeHidden(used, chargedTo && payerOf(chargedTo));
      counted();
    });
    ctx.tap(machineWoke, async () => showToday());
    ctx.defer('the end of the day', () => clearTimeout(clock));
    showToday();
    void catchUp.all();
    ctx.defer('reading of session files', () => catchUp.idle());
  },
});

/** Where a part of the export goes on; what is not of ours begins it anew. */
function placeIn(after: string): readonly [string, string, string] {
  try {
    const [day, conversation, model] = JSON.parse(after) as unknown[];
    return [String(day), String(conversation), String(model)];
  } catch {
    return ['', '', ''];
  }
}
