import type { Config } from 'jest'
import { onNode } from '../jest.config.ts'

const inBrowser = { ...onNode, setupFilesAfterEnv: ['<rootDir>/test/setup.e2e.ts'] }
/** One browser for all files, as in the project e2e. */
const shareBrowser = {
  globalSetup: '<rootDir>/test/setup.e2eRun.ts',
  globalTeardown: '<rootDir>/test/teardown.e2eRun.ts',
}
const testsIn = (room: string) => `<rootDir>/lab/${room}/*.test.ts`
const fault = (name: string) => `<rootDir>/test/faults/${name}.test.ts`
/** Tests of the server that try every call, with all their cases on both engines. */
const ATTACKS = [
  'accessMatrix',
  'routePolicies',
  'securityHeaders',
  'securityLog',
  'uploadAttacks',
].map((name) => `<rootDir>/test/server/${name}.test.ts`)
/** Patterns that ignore these files unless the environment variable is set. */
const without = (name: string, ...files: string[]) =>
  process.env[name] ? [] : files.map((file) => `/lab/${file}\\.test\\.ts$`)

export default {
  testTimeout: 30_000,
  projects: [
    {
      ...onNode,
      displayName: 'faults',
      testMatch: [testsIn('faults'), ...['crash', 'rawSockets'].map(fault)],
      testPathIgnorePatterns: [
        ...without('TEST_MOUNT', 'faults/diskFull', 'faults/backupFullDisk'),
        ...without('TEST_CLUSTER', String.raw`faults/runbook\w*`),
      ],
    },
    { ...onNode, displayName: 'attacks', testMatch: [testsIn('attacks'), ...ATTACKS] },
    { ...onNode, displayName: 'imports', testMatch: [testsIn('imports')] },
    { ...onNode, displayName: 'races', testMatch: [testsIn('races'), fault('raceRefresh')] },
    {
      // These tests measure memory and delays: one file at a time, without other load.
      ...onNode,
      displayName: 'floods',
      testMatch: [testsIn('floods'), ...['logins', 'lostDatabase'].map(fault)],
      testPathIgnorePatterns: process.env.TEST_DATABASE_URL ? [] : ['/lostDatabase\\.test\\.ts$'],
    },
    {
      ...onNode,
      displayName: 'cluster',
      testMatch: [testsIn('cluster')],
      testPathIgnorePatterns: without('SOAK_MINUTES', 'cluster/soak'),
    },
    {
      ...inBrowser,
      displayName: 'browser',
      ...shareBrowser,
      testMatch: [testsIn('browser'), testsIn('journeys')],
      testPathIgnorePatterns: without('WHOLE_CHROMIUM_PATH', 'browser/backForwardCache'),
    },
    { ...inBrowser, displayName: 'firefox', testMatch: [testsIn('firefox')] },
    { ...inBrowser, displayName: 'measured', testMatch: [testsIn('bench')] },
    {
      ...onNode,
      displayName: 'programs',
      testMatch: [testsIn('checks')],
      testPathIgnorePatterns: [
        ...without('TEST_CALENDARS', 'checks/calendarPrograms'),
        ...without('TEST_CADDY', 'checks/caddyFile', 'checks/smallSite'),
      ],
    },
  ],
} satisfies Config
