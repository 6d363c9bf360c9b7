import { setUsualLimit } from './setup.node.ts'

// A browser, a server and a database start inside these tests; on a busy two-core machine that takes its time.
setUsualLimit(120_000)
