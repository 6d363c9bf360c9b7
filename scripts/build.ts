/** Builds the site into dist/site. Run directly it always builds; `npm start` builds only what is stale. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import type { Configuration, Stats } from 'webpack'
import { summarise } from './bundleSummary.ts'
import { loadEnvFile } from './loadEnvFile.ts'
import { siteSettings } from './siteSettings.ts'

const ROOT = join(import.meta.dirname, '..')
const STAMP = join(ROOT, 'dist/.stamp')
const SUMMARY = join(ROOT, 'dist/bundle.json')

/** Everything that decides what the built site looks like. */
const SOURCES = [
  'package-lock.json',
  '*.config.ts',
  'scripts/{build,siteSettings,bundleSummary}.ts',
  '{contract,src,locales,public}/**/*',
]

/** A digest of the sources, the lock file and the settings that are written into the site. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(siteSettings(process.env)))
  const files: string[] = []
  for await (const entry of glob(SOURCES, { cwd: ROOT, withFileTypes: true }))
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name))
  for (const file of files.sort()) hash.update(file.slice(ROOT.length)).update(readFileSync(file))
  return hash.digest('hex')
}

/** True when there is no build, or when something that it was made from has changed since. */
export async function isStale(): Promise<boolean> {
  if (!existsSync(STAMP) || !existsSync(join(ROOT, 'dist/site/index.html'))) return true
  return readFileSync(STAMP, 'utf8') !== (await fingerprint())
}

/** @throws Error with the compiler's messages; the old stamp is gone then, so the next start builds again */
export async function build(): Promise<void> {
  const started = performance.now()
  const stamp = await fingerprint()
  rmSync(STAMP, { force: true })
  process.env.NODE_ENV = 'production'
  const { siteConfig } = await import('../webpack.config.ts')
  const stats = await compile(siteConfig('production'))
  writeFileSync(SUMMARY, JSON.stringify(summarise(stats.compilation), null, 2))
  writeFileSync(STAMP, stamp)
  console.log(`Built the site in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}

async function compile(config: Configuration): Promise<Stats> {
  // Loaded here, not above: a start that has nothing to build must not wait for the compiler.
  const { default: webpack } = await import('webpack')
  const compiler = webpack(config)
  const stats = await new Promise<Stats | undefined>((resolve, reject) =>
    compiler.run((error, result) => (error ? reject(error) : resolve(result))),
  )
  await new Promise<void>((resolve) => compiler.close(() => resolve()))
  if (!stats) throw new Error('The compiler stopped without a result.')
  const problems = stats.toString({ preset: 'errors-warnings', colors: process.stdout.isTTY })
  if (stats.hasErrors()) throw new Error(problems)
  if (stats.hasWarnings()) console.warn(problems)
  return stats
}

if (import.meta.main) {
  loadEnvFile()
  await build().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
}
