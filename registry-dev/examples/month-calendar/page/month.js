import { openView } from '/__atelier/view.js';
import { firstDayOf, weeksOf } from './days.js';
import { texts } from './texts.js';

const { slices, state } = await openView();
const byId = id => document.getElementById(id);
const now = new Date();
let shown = state.get() ?? { year: now.getFullYear(), month: now.getMonth() };

function show() {
  const locale = slices.get('locale');
  const text = texts[locale];
  const { year, month } = shown;
  const weeks = weeksOf(year, month, firstDayOf(locale));
  const write = options => date => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(date);
  byId('title').textContent = write({ month: 'long', year: 'numeric' })(new Date(Date.UTC(year, month, 1)));
  byId('today').textContent = text.today;
  byId('before').setAttribute('aria-label', text.before);
  byId('after').setAttribute('aria-label', text.after);
  byId('names').replaceChildren(...weeks[0].map(date => nameOf(write({ weekday: 'narrow' })(date), write({ weekday: 'long' })(date))));
  byId('days').replaceChildren(...weeks.map(week => rowOf(week.map(date => cellOf(date, month, write({ dateStyle: 'full' })(date))))));
}

function nameOf(short, long) {
  const cell = document.createElement('th');
  cell.scope = 'col';
  cell.abbr = long;
  cell.textContent = short;
  return cell;
}

function rowOf(cells) {
  const row = document.createElement('tr');
  row.append(...cells);
  return row;
}

function cellOf(date, month, says) {
  const cell = document.createElement('td');
  const time = document.createElement('time');
  time.dateTime = date.toISOString().slice(0, 10);
  time.textContent = String(date.getUTCDate());
  time.title = says;
  cell.append(time);
  cell.classList.toggle('other', date.getUTCMonth() !== month);
  cell.classList.toggle('weekend', [0, 6].includes(date.getUTCDay()));
  const isToday =
    date.getUTCDate() === now.getDate() && date.getUTCMonth() === now.getMonth() && date.getUTCFullYear() === now.getFullYear();
  if (isToday) cell.setAttribute('aria-current', 'date');
  return cell;
}

/** Moves by some months; stored while the window is open. */
function go(months) {
  const to = new Date(Date.UTC(shown.year, shown.month + months, 1));
  turnTo({ year: to.getUTCFullYear(), month: to.getUTCMonth() });
}

function turnTo(next) {
  shown = next;
  state.set(next);
  show();
}

byId('before').addEventListener('click', () => go(-1));
byId('after').addEventListener('click', () => go(1));
byId('today').addEventListener('click', () => turnTo({ year: now.getFullYear(), month: now.getMonth() }));
slices.watch('locale', show);
show();
// Shown only now, when the texts are in the person's language.
document.body.hidden = false;
