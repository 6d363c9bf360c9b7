import { join } from 'node:path'
import { areas, testsOf } from './areas.ts'

/*
 * All server tests of the mutated area as one file, because loading their shared modules takes longer than most tests.
 * Only `npm run lab -- mutation` runs it.
 */
const ROOT = join(import.meta.dirname, '../..')
const area = areas[process.env.MUTATION_AREA ?? '']
if (area === undefined) throw new Error('MUTATION_AREA names no area of lab/mutation/areas.ts.')
for (const file of testsOf(area, ROOT))
  describe(file, () => void jest.requireActual(join(ROOT, file)))
