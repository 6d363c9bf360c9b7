import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BundleSummary } from './scripts/bundleSummary.ts'

/** The lists come from the build itself: a chunk that a change adds to the first load is counted. */
const { initial, lazy } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'dist/bundle.json'), 'utf8'),
) as BundleSummary
const first = initial.flatMap(({ files }) => files)
const landing = lazy.landing?.flatMap(({ files }) => files)
if (!landing) throw new Error('The build has no chunk named "landing".')

const paths = (files: string[], ending: string): string[] =>
  files.filter((file) => file.endsWith(ending)).map((file) => `dist/site/${file}`)

/** Others have 25 kB. */
const LARGE: Readonly<Record<string, string>> = {
  // The list of much used passwords, fetched after the focus (decision 13).
  'password-advice': '215 kB',
}

export default [
  {
    name: 'landing page, scripts of the first load',
    path: paths([...first, ...landing], '.js'),
    limit: '137 kB',
    brotli: true,
  },
  {
    name: 'style sheet',
    path: paths([...first, ...landing], '.css'),
    limit: '10 kB',
    brotli: true,
  },
  { name: 'worker', path: 'dist/site/sw.js', limit: '25 kB', brotli: true },
  ...Object.entries(lazy).map(([name, chunks]) => ({
    name: `${name}, its own scripts`,
    path: paths(
      chunks.filter((chunk) => chunk.name === name).flatMap(({ files }) => files),
      '.js',
    ),
    limit: LARGE[name] ?? '25 kB',
    brotli: true,
  })),
]
