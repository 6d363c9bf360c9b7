/** Words of a category's name, and the drawing that stands for them; the first that fits. */
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
/** For names that say nothing to us: the same one each time, neighbours with different ones. */
const OTHERS = ['scroll', 'map', 'door', 'scales', 'hourglass', 'seeds']

/** The drawing of a category. No server says one, so it goes by the name. */
export function categoryIcon(name: string, id: number): string {
  const known = DRAWINGS.find(([words]) => words.test(name))?.[1]
  return `/icons/game/${known ?? OTHERS[id % OTHERS.length] ?? 'book'}.svg`
}
