import type { Config } from 'jest'
import { LEFT_OUT } from './scripts/cluster/leftOut.ts'

type Project = Exclude<NonNullable<Config['projects']>[number], string>

/** Sources import with `.ts` endings; ts-jest rewrites them to `.js`, which the mapper drops again. */
const common: Project = {
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
 * Node runs the TypeScript itself, in one graph of modules for all files of a worker (decision 024).
 * What jest-light-runner lacks of Jest is in test/setup.node.ts.
 */
const onNode: Project = {
  rootDir: import.meta.dirname,
  runner: 'jest-light-runner',
  setupFilesAfterEnv: ['<rootDir>/test/setup.node.ts'],
  transform: {},
  modulePathIgnorePatterns: common.modulePathIgnorePatterns,
}

const serverRooms = ['server', 'contract', 'scripts']
const browserRooms = ['e2e', 'measured', 'firefox']
/** They start processes and kill them, stop databases and fill disks. */
const faultRoom = 'faults'
/** Those that measure memory or how long others wait: one file at a time, beside nothing else. */
const floods = [
  'cacheMemory',
  'deskStrangers',
  'floods',
  'largePictures',
  'logins',
  'lostDatabase',
  'slowClients',
  'soak',
  'stopping',
  'writeLocks',
]
const isFlood = `/(${floods.join('|')})\\.test\\.ts$`
/** By the programs that scripts/test.ts and scripts/faults.ts have found. */
const withoutPrograms = [
  ...(process.env.TEST_DATABASE_URL ? [] : ['/lostDatabase\\.test\\.ts$']),
  ...(process.env.TEST_MOUNT ? [] : ['/diskFull\\.test\\.ts$']),
  ...(process.env.TEST_CLUSTER ? [] : ['/cluster\\w*\\.test\\.ts$']),
  ...(process.env.TEST_CLUSTER && process.env.SOAK_MINUTES ? [] : ['/soak\\.test\\.ts$']),
  // A server and several commands for each scenario, minutes in all, and a store that starts for half a minute: only at
  // full length.
  ...(process.env.FAULTS === 'long' && process.env.TEST_CLUSTER && process.env.TEST_DATABASE_URL
    ? []
    : ['/(clusterStore|runbook\\w*)\\.test\\.ts$']),
]

/** Of a run on a cluster (`npm run cluster -- test`). */
const leftOut = process.env.TEST_BASE_URL
  ? Object.keys(LEFT_OUT).map((file) => `<rootDir>/${file}`)
  : []

export default {
  testTimeout: 30_000,
  projects: [
    {
      ...common,
      displayName: 'web',
      testEnvironment: 'jest-fixed-jsdom',
      testEnvironmentOptions: { url: 'http://localhost/' },
      setupFilesAfterEnv: ['<rootDir>/test/setup.web.ts'],
      testMatch: ['<rootDir>/test/**/*.test.ts?(x)'],
      testPathIgnorePatterns: [...serverRooms, ...browserRooms, faultRoom].map(
        (room) => `<rootDir>/test/${room}/`,
      ),
    },
    {
      ...onNode,
      displayName: 'server',
      testMatch: serverRooms.map((room) => `<rootDir>/test/${room}/**/*.test.ts`),
      testPathIgnorePatterns: [
        ...leftOut,
        ...(process.env.TEST_DATABASE_URL ? [] : ['/publicReads\\.test\\.ts$']),
      ],
    },
    {
      ...onNode,
      displayName: faultRoom,
      testMatch: [`<rootDir>/test/${faultRoom}/**/*.test.ts`],
      testPathIgnorePatterns: [...withoutPrograms, isFlood],
    },
    {
      ...onNode,
      displayName: 'floods',
      testMatch: floods.map((name) => `<rootDir>/test/${faultRoom}/${name}.test.ts`),
      testPathIgnorePatterns: withoutPrograms,
    },
    ...browserRooms.map((room) => ({
      ...onNode,
      displayName: room,
      setupFilesAfterEnv: ['<rootDir>/test/setup.e2e.ts'],
      ...(room === 'e2e' && {
        globalSetup: '<rootDir>/test/setup.e2eRun.ts',
        globalTeardown: '<rootDir>/test/teardown.e2eRun.ts',
      }),
      testMatch: [`<rootDir>/test/${room}/**/*.test.ts`],
      testPathIgnorePatterns: [
        ...leftOut,
        ...(process.env.WHOLE_CHROMIUM_PATH ? [] : ['/backForwardCache\\.test\\.ts$']),
      ],
    })),
  ],
} satisfies Config
