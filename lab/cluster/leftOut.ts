/**
 * Test files that `npm run lab -- cluster test` does not run, with the reason. A test that detects by itself that it
 * cannot run there throws NotOnCluster instead (test/helpers/cluster).
 */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'test/e2e/bundle.test.ts': 'they look at the built files',
  'test/server/backupOlder.test.ts': 'they back up databases of their own',
  'test/server/eventLoop.test.ts': 'it measures the process of the test',
  'test/server/incomingFiles.test.ts': 'they replace parts of a process, and fill its gates',
  'test/server/coherence.test.ts': 'they make listeners of their own',
  'test/server/live.test.ts': 'they make listeners of their own',
  'test/server/messages.test.ts': 'they make listeners of their own',
  'test/server/publicReads.test.ts': 'they make public reads of their own',
  'test/server/pages.test.ts': 'they make an application of their own',
  'test/server/securityLog.test.ts': 'they read the log of one process',
  'test/server/schema.test.ts': 'they change the schema',
  'test/server/upgrades.test.ts': 'they upgrade databases of their own',
}
