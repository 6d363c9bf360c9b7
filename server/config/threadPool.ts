/**
 * libuv runs password hashes, image processing, file reads and DNS look-ups on these threads. Gates give two of them
 * to hashes and two to images (gate.ts). Import this first: the pool reads the number when it starts.
 */
const THREADS = 8

process.env.UV_THREADPOOL_SIZE ??= String(THREADS)
