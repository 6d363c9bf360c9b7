/** The charges, which are the symbols on shields, as public/icons/charges.svg names them. */
export const CHARGES = [
  'apple',
  'bell',
  'boat',
  'book',
  'bridge',
  'castle',
  'combat',
  'creature',
  'eel',
  'event',
  'faction',
  'goat',
  'lantern',
  'moth',
  'plant',
  'scales',
  'scroll',
  'travel',
] as const

/** How the second colour divides a shield of 48 by 56; the first is what it leaves. */
const DIVISIONS = {
  pale: 'M24 0h24v56H24Z',
  fess: 'M0 24h48v32H0Z',
  bend: 'M0 0h48v48Z',
  bendSinister: 'M48 0v56H0V48Z',
  quarterly: 'M24 0h24v24H24ZM0 24h24v32H0Z',
  chevron: 'M24 14 48 38v18H0V38Z',
  chief: 'M0 0h48v15H0Z',
  saltire: 'M0 0 24 24 48 0ZM0 56 24 24 48 56Z',
} as const

/** Pairs of colours with the colour of the charge: 3:1 on both, measured by test/screens/planning.test.tsx. */
export const TINCTURES = [
  { first: 'fill-night', second: 'fill-dusk', charge: 'text-gold-light' },
  { first: 'fill-dusk', second: 'fill-night', charge: 'text-ember-light' },
  { first: 'fill-night', second: 'fill-dusk', charge: 'text-moss-light' },
  { first: 'fill-gold', second: 'fill-gold-light', charge: 'text-night' },
  { first: 'fill-gold-light', second: 'fill-ember-light', charge: 'text-night' },
  { first: 'fill-moss-light', second: 'fill-gold-light', charge: 'text-night' },
  { first: 'fill-mist', second: 'fill-moss-light', charge: 'text-night' },
  { first: 'fill-ember-light', second: 'fill-mist', charge: 'text-night' },
] as const

/** FNV-1a with a final mix: names that differ in one letter differ in all parts of the crest. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}

export type Crest = {
  readonly charge: (typeof CHARGES)[number]
  readonly division: string
  readonly tinctures: (typeof TINCTURES)[number]
}

/** @param taken the crest differs from each of these, and has another charge while there are enough */
export function crestOf(
  name: string,
  variation?: string | null,
  taken: readonly Crest[] = [],
): Crest {
  const hash = hashOf(name.trim().toLowerCase() + (variation ?? ''))
  const pick = <T>(list: readonly T[], from: number, by: number) =>
    list[(Math.floor(from) + Math.floor(by)) % list.length] as T
  for (let shift = 0; ; shift++) {
    const round = shift / CHARGES.length
    const charge = pick(CHARGES, hash, shift)
    const division = pick(Object.values(DIVISIONS), hash / 97, round / TINCTURES.length)
    const tinctures = pick(TINCTURES, hash / 7919, round)
    const isSame = (other: Crest) =>
      other.charge === charge &&
      (round < 1 || (other.tinctures === tinctures && other.division === division))
    if (shift > taken.length + CHARGES.length || !taken.some(isSame))
      return { charge, division, tinctures }
  }
}
