import { readdirSync } from 'node:fs'
import { TYPE_ICONS } from '#desk/glossary/icons.ts'

test('the desk offers every icon that the site has for types, and no other', () => {
  const files = readdirSync('public/icons/game').filter((name) => name.endsWith('.svg'))
  expect(files.sort()).toEqual(TYPE_ICONS.map((name) => `${name}.svg`))
})
