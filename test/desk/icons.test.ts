import { readdirSync, readFileSync } from 'node:fs'
import { TYPE_ICONS } from '#desk/glossary/icons.ts'
import { deskIconNames } from '#desk/parts/iconNames.ts'

test('the desk offers every icon that the site has for types, and no other', () => {
  const files = readdirSync('public/icons/game').filter((name) => name.endsWith('.svg'))
  expect(files.sort()).toEqual(TYPE_ICONS.map((name) => `${name}.svg`))
})

test('every icon of the desk is drawn in its sprite, and nothing else is', () => {
  const sprite = readFileSync('public/icons/desk.svg', 'utf8')
  const drawn = [...sprite.matchAll(/<symbol id="(\w+)"/g)].map(([, id]) => id)
  expect(drawn).toEqual([...deskIconNames])
})
