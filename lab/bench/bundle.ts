import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { BundleSummary } from '../../scripts/bundleSummary.ts'

const DIST = join(import.meta.dirname, '../../dist')

/** Scripts that the landing page fetches before it can react, in kilobytes of Brotli, as the size budget counts them. */
export function initialScriptKb(): number {
  const { initial, lazy } = JSON.parse(
    readFileSync(join(DIST, 'bundle.json'), 'utf8'),
  ) as BundleSummary
  const files = [...initial, ...(lazy.landing ?? [])].flatMap((chunk) => chunk.files)
  const scripts = [...new Set(files)].filter((file) => file.endsWith('.js'))
  return scripts
    .map((file) => brotliCompressSync(readFileSync(join(DIST, 'site', file))).length / 1000)
    .reduce((sum, size) => sum + size, 0)
}
