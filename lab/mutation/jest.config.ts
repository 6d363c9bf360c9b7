import jestConfig from '../../jest.config.ts'

const server = jestConfig.projects.find(({ displayName }) => displayName === 'server')
if (server === undefined) throw new Error('jest.config.ts has no project named server.')

/** The server tests of one area, as Stryker runs them. */
export default {
  ...server,
  testEnvironment: './test/mutation/environment.cjs',
  testMatch: ['<rootDir>/test/mutation/areaTests.ts'],
  testTimeout: 30_000,
}
