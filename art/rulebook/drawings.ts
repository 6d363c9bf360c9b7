import { appleOnPaper, appleWithTwoShadows } from './drawings/apple.ts'
import { cover } from './drawings/cover.ts'
import { map } from './drawings/map.ts'
import { bardo, ilo, runa } from './drawings/people.ts'
import { classroom, echo, sled } from './drawings/scenes.ts'
import { dice, stair, traits } from './drawings/things.ts'

/** What the pages name as `{{art:name}}`. */
export const drawings: Record<string, () => string> = {
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
