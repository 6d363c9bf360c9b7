// A browser, a server and a database start inside these tests; on a busy two-core machine that takes its time.
jest.setTimeout(120_000)
