import { classic } from '../../jest.config.ts'

/** The server tests of one area, as Stryker runs them. */
export default {
  ...classic,
  testEnvironment: './lab/mutation/environment.cjs',
  testMatch: ['<rootDir>/lab/mutation/areaTests.ts'],
  testTimeout: 30_000,
}
