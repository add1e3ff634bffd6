import { dirname } from 'node:path';
import {
  BlackBox,
  Costs,
  Desktop,
  defineExtension,
  Extensions,
  Inspection,
  type LogEntry,
  Person,
  type PersonNotice,
  PersonNotices,
} from '@atelier/kernel';
import { Sections, Settings } from '@atelier/settings/contract';
import { DiagnosticsChannel, type Line } from '../contract/index.ts';
import { agentInfoCache, pathsOf, versionsOf } from './about.ts';
import { checkAll } from './checks/checks.ts';
import { happened, noticeOfEngine, noticeOfStart } from './happened/happened.ts';
import { reportName, reportText, storedSecrets } from './report/report.ts';
import { agentSettings, formSettings } from './report/reported-settings.ts';

const maxDetailLength = 4000;

export default defineExtension({
  async activate(ctx) {
    const [inspection, extensions, costs] = [ctx.get(Inspection), ctx.get(Extensions), ctx.get(Costs)];
    const [desktop, person, settings] = [ctx.get(Desktop), ctx.get(Person), ctx.get(Settings)];
    const sections = ctx.contributions(Sections);

    // Imported dynamically, because the agent's package may be missing.
    const agentInfo = agentInfoCache(async () => await ctx.find((await import('@atelier/agent/contract')).Agent)?.diagnostics());
    const overview = async () => {
      const [about, agent, all] = await Promise.all([inspection.about(), agentInfo.cached(), extensions.list()]);
      const version = all.find(({ id }) => id === ctx.id)?.version ?? '';
      return { agent, versions: versionsOf(version, about, agent), places: pathsOf(ctx.paths, agent) };
    };
    const check = async () => {
      const [about, locale] = await Promise.all([inspection.about(), person.language()]);
      return await checkAll({ inspection, paths: ctx.paths, about, agent: agentInfo.refresh, locale, now: Date.now() });
    };

    const blackBox = ctx.get(BlackBox);
    const titleOfCut = async (conversation: string): Promise<string | undefined> => {
      const { Agent } = await import('@atelier/agent/contract');
      const { Conversations } = await import('@atelier/conversations/contract');
      const state = await ctx.find(Agent)?.state(conversation);
      return state?.cut === true ? (await ctx.find(Conversations)?.describe(conversation))?.row.title : undefined;
    };
    const raise = async (notice: PersonNotice | undefined) => notice && (await ctx.get(PersonNotices).raise(notice));
    const channel = ctx.serve(DiagnosticsChannel, {
      happened: async () => await happened({ blackBox, titleOfCut }, await person.language(), Date.now()),
      look: async () => {
        const { versions, places } = await overview();
        return { versions: [...versions], places: [...places] };
      },
      check: async () => [...(await check())],
      async openPlace({ place }) {
        const found = (await overview()).places.find(({ name }) => name === place);
        if (found !== undefined) await desktop.openFolder(isFolder(found.name) ? found.path : dirname(found.path));
        return null;
      },
      async readLog(query) {
        const { lines, sources, ...rest } = await inspection.readLog(query);
        return { ...rest, lines: lines.map(lineOf), sources: [...sources] };
      },
      async report() {
        const made = new Date();
        const [{ agent, versions, places }, checks, profile] = await Promise.all([overview(), check(), inspection.profile()]);
        const agentFiles = agent === undefined ? {} : { agent: await agentSettings(agent.settingsFile, agent.modelsFile) };
        const parts = {
          made,
          versions: byName(versions, ({ value }) => value),
          places: byName(places, ({ path }) => path),
          checks,
          profile,
          extensions: await extensions.list(),
          costs: await costs.list(),
          settings: { ...agentFiles, forms: await formSettings(sections.items, settings) },
        };
        const secrets = await storedSecrets(ctx.paths);
        return { name: reportName(made), text: await reportText(parts, { inspection, secrets }) };
      },
    });
    await raise(await noticeOfStart(blackBox, Date.now()));

    const agent = await import('@atelier/agent/contract').catch(() => undefined);
    if (agent === undefined) return;
    const changed = () => channel.emit('happenedChanged', null);
    ctx.tap(agent.engineEnded, async ({ how }) => {
      changed();
      await raise(noticeOfEngine(how, Date.now()));
    });
    ctx.tap(agent.agentEvent, async ({ kind }) => {
      if (kind === 'status' || kind === 'turnEnded' || kind === 'rewound') changed();
    });
    ctx.tap(agent.conversationForgotten, async () => changed());
  },
});

function isFolder(name: string): boolean {
  return name === 'profile' || name === 'logs' || name === 'sessions';
}

function lineOf({ fields, ...line }: LogEntry): Line {
  if (fields === undefined) return line;
  const detail = JSON.stringify(fields) ?? '';
  return { ...line, detail: detail.length > maxDetailLength ? `${detail.slice(0, maxDetailLength)}…` : detail };
}

function byName<T extends { readonly name: string }>(all: readonly T[], value: (one: T) => string): Readonly<Record<string, string>> {
  return Object.fromEntries(all.map(one => [one.name, value(one)]));
}
