import lucide from '@iconify-json/lucide/icons.json' with { type: 'json' };
import { writeOrCheck } from '../support/generated-file.ts';
import { iconPath, shapesOf } from '../support/icon-path.ts';

const icons: Readonly<Record<string, { readonly body: string; readonly hidden?: boolean }>> = lucide.icons;
/** Former names, which manifests may still say. */
const aliases: Readonly<Record<string, { readonly parent: string }>> = lucide.aliases;
// The one drawing that is filled instead of drawn with a stroke cannot stand beside the others.
const drawn = Object.keys(icons).filter(name => !icons[name]?.body.includes('fill-rule'));
const names = [...drawn, ...Object.keys(aliases)].toSorted();

/** What the first screen shows, there with the page. */
const first = words(`
  arrow-up bell chevron-down cpu folder-plus list-filter menu message-square panel-left panel-right plus puzzle search send settings shield-check
  square-pen x
`);

/** What the app's own screens show beyond it, loaded together; every other icon of Lucide is loaded when one asks for it. */
const common = words(`
  activity app-window archive arrow-down arrow-left arrow-right arrow-up arrow-up-right ban bell bold book-open bookmark box brain bug calendar-clock
  camera check chevron-down chevron-right chevron-up chevrons-up-down circle circle-alert circle-check circle-pause
  contrast
  circle-question-mark clock code code-xml columns-2 copy corner-down-left corner-down-right cpu database download ellipsis external-link
  eye file file-code file-diff file-plus file-text flask-conical folder folder-input folder-open gauge git-branch git-commit-horizontal
  git-fork globe grip-vertical hash history hourglass house image info key-round keyboard languages laptop layers layout-panel-left lightbulb link list-filter list-plus
  list-todo list-tree loader-circle lock log-in mail menu message-circle-question-mark message-square message-square-plus messages-square mic minus
  monitor moon package panel-bottom panel-left panel-right paperclip pause pencil pin play plug plus power puzzle radio redo-2 refresh-cw rotate-ccw rows-2 rows-3 rows-4
  scroll-text search-check server sliders-horizontal sparkles square square-terminal star stethoscope sun
  terminal trash-2 triangle-alert undo-2 unplug user users volume-2 wand-sparkles wrench x
`).filter(icon => !first.includes(icon));

function words(list: string): readonly string[] {
  return list.trim().split(/\s+/);
}

function table(name: string, doc: string, rows: readonly string[]): string {
  const lines = rows.map(icon => `  ${JSON.stringify(icon)}: ${JSON.stringify(pathOf(icon))},`);
  const head = '// Made by tests/generate/icons.ts from Lucide (lucide.dev, ISC licence). Do not edit.';
  return `${head}\n/** ${doc} */\nexport const ${name}: Readonly<Record<string, string>> = {\n${lines.join('\n')}\n};\n`;
}

function pathOf(name: string): string {
  const icon = icons[name] ?? icons[aliases[name]?.parent ?? ''];
  if (icon === undefined) throw new Error(`${name} is another name for an icon that Lucide does not have.`);
  return rounded(iconPath(shapesOf(icon.body)));
}

/** With two decimals: in a box of 24, the third is less than a screen shows. */
function rounded(path: string): string {
  return path.replaceAll(/-?(?:\d*\.\d+|\d+)(?=(\.?))/g, (number, dot: string) => {
    const short = String(Math.round(Number(number) * 100) / 100).replace(/^(-?)0\./, '$1.');
    // A sign or a point also ends the number before it.
    const before = /^[-.]/.test(number) && /^\d/.test(short) ? ' ' : '';
    return `${before}${short}${dot !== '' && !short.includes('.') ? ' ' : ''}`;
  });
}

const unknown = [...first, ...common].filter(name => !names.includes(name));
if (unknown.length > 0) throw new Error(`Lucide has no icon ${unknown.join(', ')}.`);
const others = names.filter(name => !first.includes(name) && !common.includes(name));
const folder = 'kernel/ui/icons/generated';
process.exitCode = Math.max(
  writeOrCheck(`${folder}/first.ts`, table('firstIcons', 'The icons of the first screen: one path each, in a box of 24.', first)),
  writeOrCheck(`${folder}/common.ts`, table('commonIcons', 'The icons of the app’s other screens.', common)),
  writeOrCheck(`${folder}/other.ts`, table('otherIcons', 'Every other icon, loaded when one is asked for.', others)),
);
