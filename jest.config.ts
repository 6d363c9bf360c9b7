import type { Config } from 'jest'

type Project = Exclude<NonNullable<Config['projects']>[number], string>

/** Sources import with `.ts` endings; ts-jest rewrites them to `.js`, which the mapper drops again. */
export const classic: Project = {
  rootDir: import.meta.dirname,
  transform: {
    '^.+\\.tsx?$': [
      'ts-jest',
      {
        tsconfig: 'tsconfig.jest.json',
        diagnostics: false,
        astTransformers: { before: ['<rootDir>/test/setup.importMeta.cjs'] },
      },
    ],
  },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '\\.css$': '<rootDir>/test/empty.ts',
    // jsdom fetches no style sheets.
    'platform/lateStyles\\.[jt]s$': '<rootDir>/test/helpers/screens/noLateStyles.ts',
    // As in webpack.config.ts: react-admin asks for it under both names.
    '^react-router-dom$': 'react-router',
  },
  restoreMocks: true,
  modulePathIgnorePatterns: ['art', 'dist', 'var', '.cache'].map(
    (folder) => `<rootDir>/${folder}/`,
  ),
}

/**
 * Node runs the TypeScript itself, in one graph of modules for all files of a worker (decision 025).
 * What jest-light-runner lacks of Jest is in test/setup.node.ts.
 */
export const onNode: Project = {
  rootDir: import.meta.dirname,
  runner: 'jest-light-runner',
  setupFilesAfterEnv: ['<rootDir>/test/setup.node.ts'],
  transform: {},
  modulePathIgnorePatterns: classic.modulePathIgnorePatterns,
}

const serverRooms = ['server', 'contract', 'scripts']
/** Processes are started and killed there, and a database is stopped. */
const faultRoom = 'faults'

export default {
  testTimeout: 30_000,
  projects: [
    {
      ...classic,
      displayName: 'web',
      testEnvironment: 'jest-fixed-jsdom',
      dependencyExtractor: '<rootDir>/test/pagesApart.cjs',
      testEnvironmentOptions: { url: 'http://localhost/' },
      setupFilesAfterEnv: ['<rootDir>/test/setup.web.ts'],
      testMatch: ['<rootDir>/test/**/*.test.ts?(x)'],
      testPathIgnorePatterns: [...serverRooms, 'e2e', faultRoom].map(
        (room) => `<rootDir>/test/${room}/`,
      ),
    },
    {
      ...onNode,
      displayName: 'server',
      testMatch: serverRooms.map((room) => `<rootDir>/test/${room}/**/*.test.ts`),
      testPathIgnorePatterns: process.env.TEST_DATABASE_URL ? [] : ['/publicReads\\.test\\.ts$'],
    },
    {
      ...onNode,
      displayName: faultRoom,
      testMatch: [`<rootDir>/test/${faultRoom}/**/*.test.ts`],
      testPathIgnorePatterns: process.env.TEST_DATABASE_URL ? [] : ['/lostDatabase\\.test\\.ts$'],
    },
    {
      ...onNode,
      displayName: 'e2e',
      setupFilesAfterEnv: ['<rootDir>/test/setup.e2e.ts'],
      globalSetup: '<rootDir>/test/setup.e2eRun.ts',
      globalTeardown: '<rootDir>/test/teardown.e2eRun.ts',
      testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
    },
  ],
} satisfies Config
