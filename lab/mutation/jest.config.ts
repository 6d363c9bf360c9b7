import { join } from 'node:path'
import jestConfig, { classic } from '../../jest.config.ts'
import { areas, testsOf } from './areas.ts'

const ROOT = join(import.meta.dirname, '../..')
const area = areas[process.env.MUTATION_AREA ?? '']
if (area === undefined) throw new Error('MUTATION_AREA names no area of lab/mutation/areas.ts.')

/** The tests of one area, as Stryker runs them. */
export default {
  ...(area.isOfSite
    ? jestConfig.projects.find(({ displayName }) => displayName === 'web')
    : classic),
  testEnvironment: area.isOfSite
    ? './lab/mutation/siteEnvironment.cjs'
    : './lab/mutation/serverEnvironment.cjs',
  testPathIgnorePatterns: [],
  testMatch: area.isOfSite
    ? testsOf(area, ROOT).map((file) => `<rootDir>/${file}`)
    : ['<rootDir>/lab/mutation/areaTests.ts'],
  testTimeout: 30_000,
}
