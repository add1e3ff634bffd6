/** Each unit as a multiple of the first unit of its kind; those of `gallons` depend on the chosen gallon. */
const units = {
  m: ['length', 1],
  cm: ['length', 0.01],
  km: ['length', 1000],
  in: ['length', 0.0254],
  ft: ['length', 0.3048],
  mi: ['length', 1609.344],
  g: ['mass', 1],
  kg: ['mass', 1000],
  oz: ['mass', 28.349523125],
  lb: ['mass', 453.59237],
  l: ['volume', 1],
  ml: ['volume', 0.001],
};

const gallons = { us: 3.785411784, imperial: 4.54609 };
const partsOfGallon = { gallon: 1, pint: 1 / 8, cup: 1 / 16 };

const degrees = {
  c: { toKelvin: value => value + 273.15, fromKelvin: value => value - 273.15 },
  f: { toKelvin: value => ((value - 32) * 5) / 9 + 273.15, fromKelvin: value => ((value - 273.15) * 9) / 5 + 32 },
  k: { toKelvin: value => value, fromKelvin: value => value },
};

/** Whether the unit depends on the chosen gallon. @param {string} unit */
export const isAmbiguous = unit => Object.hasOwn(partsOfGallon, unit);

/**
 * Converts a number; undefined where the units are unknown or of different kinds.
 * @param {{ readonly value: number, readonly from: string, readonly to: string }} asked @param {'us' | 'imperial'} system
 */
export function convert({ value, from, to }, system) {
  const [a, b] = [from.toLowerCase(), to.toLowerCase()];
  if (Object.hasOwn(degrees, a) && Object.hasOwn(degrees, b)) return rounded(degrees[b].fromKelvin(degrees[a].toKelvin(value)));
  const [kindA, sizeA] = sizeOf(a, system);
  const [kindB, sizeB] = sizeOf(b, system);
  return kindA === undefined || kindA !== kindB ? undefined : rounded((value * sizeA) / sizeB);
}

function sizeOf(unit, system) {
  if (isAmbiguous(unit)) return ['volume', gallons[system] * partsOfGallon[unit]];
  return Object.hasOwn(units, unit) ? units[unit] : [undefined, 1];
}

/** Twelve digits, so that 0.1 + 0.2 is shown as 0.3. */
function rounded(value) {
  return Number(value.toPrecision(12));
}
