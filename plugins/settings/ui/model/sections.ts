import { defaultValue, type Field, ownFields, ownId, type Section } from '../../contract/index.ts';
import { extensionOf, type OwnSection, type OwnSetting, ownSections } from './own-sections.ts';
import type { Entry, Setting, ShownSection } from './setting.ts';

export interface Contributed {
  readonly from: string;
  readonly value: Section;
}

export interface SectionSources {
  readonly contributed: readonly Contributed[];
  /** The ids of the extensions that are not off. */
  readonly running: ReadonlySet<string>;
  /** Commands, which may all get keys. */
  readonly commands: readonly Entry[];
  /** A text of this plugin by key; undefined if there is none. */
  readonly text: (key: string) => string | undefined;
}

const bundledScope = '@atelier/';
const defaultOrder = 100;

/** Every section in the order of the list. Of two sections with the same id only the first is shown. */
export function sectionsOf({ contributed, running, commands, text }: SectionSources): readonly ShownSection[] {
  const own = ownSections
    .filter(({ needs }) => needs === undefined || running.has(needs))
    .map(section => ownSection(section, running, section.id === 'shortcuts' ? commands : [], text));
  const usedIds = new Set(own.map(({ id }) => id));
  const contributedSections = contributed.flatMap(one => {
    if (usedIds.has(one.value.id)) return [];
    usedIds.add(one.value.id);
    return [{ into: one.value.into, section: contributedSection(one) }];
  });
  const isInside = (into: string | undefined) => into !== undefined && into !== '' && usedIds.has(into);
  const inside = Map.groupBy(
    contributedSections.filter(({ into }) => isInside(into)),
    ({ into }) => into ?? '',
  );
  const listed = [...own, ...contributedSections.filter(({ into }) => !isInside(into)).map(({ section }) => section)];
  const groups = ['app', 'work', 'extensions'] as const;
  return listed
    .map(section => ({ ...section, inside: (inside.get(section.id) ?? []).map(one => one.section).sort(byOrder) }))
    .filter(section => section.settings.length + section.inside.length > 0 || section.part !== undefined || section.view !== undefined)
    .sort((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group) || byOrder(a, b));
}

function byOrder(a: ShownSection, b: ShownSection): number {
  return a.order - b.order;
}

function ownSection(
  { settings = [], id, icon, order, group, part }: OwnSection,
  running: ReadonlySet<string>,
  entries: readonly Entry[],
  text: SectionSources['text'],
): ShownSection {
  const available = settings.filter(({ store }) => extensionOf[store] === undefined || running.has(extensionOf[store]));
  return {
    id,
    icon,
    order,
    group,
    from: ownId,
    title: text(`section.${id}`) ?? id,
    about: text(`section.${id}.about`) ?? '',
    keywords: keywordsIn(text(`section.${id}.keywords`)),
    settings: available.map(setting => ownSetting(id, setting, text)),
    entries,
    inside: [],
    ...(part !== undefined && { part }),
  };
}

function ownSetting(section: string, own: OwnSetting, text: SectionSources['text']): Setting {
  const { id, values = [], isSegmented = false, isNumber = false, ...rest } = own;
  const choices = values.map(value => ({ value, title: text(`setting.${id}.${value}`) ?? value }));
  return {
    ...rest,
    id,
    section,
    from: ownId,
    key: `${section}.${id}`,
    title: text(`setting.${id}`) ?? id,
    about: text(`setting.${id}.about`) ?? '',
    keywords: keywordsIn(text(`setting.${id}.keywords`)),
    choices,
    isSegmented,
    isNumber,
    isExpert: false,
    field: ownFields[section]?.find(field => field.id === id) ?? { id, kind: own.kind, choices },
  };
}

function contributedSection({ from, value }: Contributed): ShownSection {
  const {
    id,
    title,
    description = '',
    icon,
    order = defaultOrder,
    group = 'extensions',
    view,
    form = [],
    keywords = [],
    settings = [],
  } = value;
  return {
    id,
    from,
    title,
    order,
    about: description,
    icon: icon ?? 'puzzle',
    group: from.startsWith(bundledScope) ? group : 'extensions',
    keywords,
    entries: settings.map(entry => ({ keywords: [], ...entry })),
    settings: view === undefined ? form.map(field => contributedSetting(from, id, field)) : [],
    inside: [],
    ...(view !== undefined && { view }),
  };
}

const maxSegments = 3;
const maxSegmentLetters = 30;

function contributedSetting(from: string, section: string, field: Field): Setting {
  const { id, title, description = '', kind, choices = [], keywords = [], expert = false } = field;
  const letters = choices.reduce((sum, choice) => sum + choice.title.length, 0);
  return {
    id,
    section,
    from,
    kind,
    title,
    keywords,
    choices,
    field,
    key: `${section}.${id}`,
    store: 'settings',
    about: description,
    defaultValue: defaultValue(field),
    isSegmented: choices.length <= maxSegments && letters <= maxSegmentLetters,
    isNumber: false,
    isExpert: expert,
  };
}

function keywordsIn(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.split(/,\s*/);
}

/** Whether an extension in this state is not off. */
export function isRunning(state: string): boolean {
  return state === 'active' || state === 'dormant' || state === 'waking';
}
