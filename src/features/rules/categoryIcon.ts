/** Patterns for the name of a category and their drawings; the first match counts. */
const DRAWINGS: ReadonlyArray<readonly [RegExp, string]> = [
  [/argu|social|debate|talk/i, 'social'],
  [/conflict|fight|combat|battle|danger/i, 'combat'],
  [/dice|die\b|test|roll/i, 'dice'],
  [/character|people|who/i, 'person'],
  [/travel|road|journey/i, 'travel'],
  [/echo|magic|spell/i, 'magic'],
  [/harm|trouble|wound/i, 'harm'],
  [/rest|heal/i, 'heal'],
  [/director|running|master/i, 'round-table'],
  [/gear|equip|thing/i, 'equipment'],
  [/start|begin|first/i, 'lantern'],
]
/** For other names: by id, so that neighbours differ. */
const OTHERS = ['scroll', 'map', 'door', 'scales', 'hourglass', 'seeds']

/** The drawing of a category, by its name: the API has none. */
export function categoryIcon(name: string, id: number): string {
  const known = DRAWINGS.find(([pattern]) => pattern.test(name))?.[1]
  return `/icons/game/${known ?? OTHERS[id % OTHERS.length] ?? 'book'}.svg`
}
