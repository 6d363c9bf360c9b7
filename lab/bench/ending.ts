import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/* Cleans up when a benchmark ends, also by an error or an interrupt. */

const cleanups = new Set<() => void>()

/** Runs the cleanup once: when the returned function is called, or else when this process ends. */
export function atEnd(cleanup: () => void): () => void {
  const once = () => {
    if (cleanups.delete(once)) cleanup()
  }
  cleanups.add(once)
  return once
}

process.once('exit', () => {
  for (const cleanup of cleanups) cleanup()
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

export type Folder = { readonly path: string; readonly remove: () => void }

/** An empty folder. */
export function makeFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'discordia-bench-'))
  const remove = atEnd(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }))
  return { path, remove }
}
