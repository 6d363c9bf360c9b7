import { readFileSync } from 'node:fs'
import { wcagContrast } from 'culori'
import { CHARGES, type Crest, crestOf, TINCTURES } from '#src/features/groups/crest/crestOf.ts'
import { AVATAR_LOOKS, initialsOf } from '#src/features/groups/MemberList.tsx'
import { colors } from '../../tailwind.config.ts'

/** The colour of a class such as "fill-gold-light". */
function colourOf(className: string): string {
  const [name = '', shade = 'DEFAULT'] = className.replace(/^(fill|text|bg)-/, '').split('-')
  const token: unknown = colors[name as keyof typeof colors]
  return typeof token === 'string' ? token : ((token as Record<string, string>)[shade] ?? 'none')
}
const contrast = (one: string, other: string): number =>
  wcagContrast(colourOf(one), colourOf(other))

test('a name has one crest, whatever its case and the blanks around it', () => {
  expect(crestOf(' The Orchard JURY ')).toEqual(crestOf('the orchard jury'))
})

test('similar names have different crests', () => {
  const names = Array.from({ length: 200 }, (_, n) => `Group ${n}`)
  const crests = new Set(names.map((name) => JSON.stringify(crestOf(name))))
  expect(crests.size).toBeGreaterThan(150)
  for (const part of ['charge', 'division', 'tinctures'] as const)
    expect(new Set(names.map((name) => crestOf(name)[part])).size).toBeGreaterThanOrEqual(8)
})

test('a variation that was chosen in an earlier version looks as it did then', () => {
  expect(crestOf('The Orchard Jury', '4')).toEqual({
    charge: 'event',
    division: 'M0 24h48v32H0Z',
    tinctures: { first: 'fill-gold-light', second: 'fill-ember-light', charge: 'text-night' },
  })
})

test('groups of one member have different crests, other charges while there are enough, and the first keep theirs', () => {
  const names = Array.from({ length: 300 }, (_, n) => `Group ${n % 7}`)
  const crests: Crest[] = []
  for (const name of names) crests.push(crestOf(name, null, crests))
  expect(new Set(crests.map((crest) => JSON.stringify(crest))).size).toBe(300)
  expect(new Set(crests.slice(0, CHARGES.length).map(({ charge }) => charge)).size).toBe(
    CHARGES.length,
  )
  expect(crests[0]).toEqual(crestOf('Group 0'))
})

test('any text has a crest', () => {
  for (const name of ['', '🐐', 'R'.repeat(400)]) expect(CHARGES).toContain(crestOf(name).charge)
})

test('every charge is in the sprite, and nothing else is', () => {
  const sprite = readFileSync('public/icons/charges.svg', 'utf8')
  const drawn = [...sprite.matchAll(/<symbol id="(\w+)"/g)].map(([, id]) => id)
  expect(drawn).toEqual([...CHARGES])
})

test.each(TINCTURES)('$charge can be seen on $first and $second', ({ first, second, charge }) => {
  for (const ground of [first, second]) expect(contrast(charge, ground)).toBeGreaterThanOrEqual(3)
})

test.each(AVATAR_LOOKS)('initials can be read: %s', (look) => {
  const [ground = '', letters = ''] = look.split(' ')
  expect(contrast(letters, ground)).toBeGreaterThanOrEqual(4.5)
})

test.each([
  ['mira', 'M'],
  ['Juno Vale of Halm', 'JV'],
  ['salt_ferry', 'SF'],
  ['  ', ''],
  ['🐐 herd', '🐐H'],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
