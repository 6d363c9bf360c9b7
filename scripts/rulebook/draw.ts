/** Redraws rulebook/art/*.svg from the drawing code beside this file: `node scripts/rulebook/draw.ts`. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { appleOnPaper, appleWithTwoShadows } from './draw/apple.ts'
import { cover } from './draw/cover.ts'
import { map } from './draw/map.ts'
import { bardo, ilo, runa } from './draw/people.ts'
import { classroom, echo, sled } from './draw/scenes.ts'
import { dice, stair, traits } from './draw/things.ts'

const drawings: Record<string, () => string> = {
  apple: appleOnPaper,
  shadows: appleWithTwoShadows,
  cover,
  map,
  dice,
  stair,
  sled,
  echo,
  classroom,
  runa,
  bardo,
  ilo,
  ...traits,
}

for (const [name, draw] of Object.entries(drawings)) {
  await writeFile(join(import.meta.dirname, '../../rulebook/art', `${name}.svg`), draw())
}
