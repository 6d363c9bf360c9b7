import { readFileSync } from 'node:fs'
import { iconNames } from '#src/ui/icons.ts'

test('every icon of the kit is in the sprite, and nothing else is', () => {
  const sprite = readFileSync('src/ui/interface.svg', 'utf8')
  const drawn = [...sprite.matchAll(/<symbol id="icon-(\w+)"/g)].map(([, id]) => id)
  expect(drawn).toEqual([...iconNames])
})
