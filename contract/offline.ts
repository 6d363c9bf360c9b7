/** URL of the worker, and of the plain page that it shows without a network. */
export const WORKER_PATH = '/sw.js'
export const SHELL_PATH = '/offline.html'
