import { readdirSync, readFileSync } from 'node:fs'
import { TYPE_ICONS } from '#desk/glossary/IconInput.tsx'
import { deskResources } from '#desk/i18n.ts'
import { OTHER_ICONS } from '#desk/parts/DeskIcon.tsx'

test('the desk offers every icon that the site has for types, and no other', () => {
  const files = readdirSync('public/icons/game').filter((name) => name.endsWith('.svg'))
  expect(files.sort()).toEqual(TYPE_ICONS.map((name) => `${name}.svg`))
})

test('every resource of the desk has an icon in its sprite, and nothing is drawn in vain', () => {
  const sprite = readFileSync('public/icons/desk.svg', 'utf8')
  const drawn = [...sprite.matchAll(/<symbol id="([\w-]+)"/g)].map(([, id]) => id)
  expect(drawn.toSorted()).toEqual([...deskResources, ...OTHER_ICONS].sort())
})
