/**
 * Threads of libuv, which runs password hashes, work on pictures, file reads and name look-ups. The gates give two
 * threads each to hashes and pictures (gate.ts); the rest is for files. Import this before everything else: the
 * number is read when the pool starts, at the first such work. UV_THREADPOOL_SIZE of the environment goes first.
 */
const THREADS = 8

process.env.UV_THREADPOOL_SIZE ??= String(THREADS)
