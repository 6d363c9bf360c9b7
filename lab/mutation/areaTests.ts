import { areas } from './areas.ts'

/*
 * All server tests of the mutated area as one file: they share what they load, which takes longer than most tests.
 * Only `npm run lab -- mutation` runs it.
 */
const name = process.env.MUTATION_AREA ?? ''
const area = areas[name]
if (area === undefined) throw new Error('MUTATION_AREA names no area of lab/mutation/areas.ts.')
for (const test of area.tests)
  describe(test, () => void jest.requireActual(`../../test/server/${test}.test.ts`))
