/** Builds the site into dist/site and the staff desk into dist/desk: `npm run build` both, `npm start` what is stale. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Configuration, Stats } from 'webpack'
import { WORKER_PATH } from '#contract/offline.ts'
import { LEGAL_PATH, legalPage } from '#server/modules/legal/texts.ts'
import { defaultKit } from '../server/text/kit.ts'
import { summarise } from './bundleSummary.ts'
import { loadEnvFile } from './loadEnvFile.ts'
import { precachedFiles } from './precached.ts'
import { settingsForServer, siteSettings } from './siteSettings.ts'

const ROOT = join(import.meta.dirname, '..')
const SUMMARY = join(ROOT, 'dist/bundle.json')
const SETTINGS = join(ROOT, 'dist/settings.json')
const MAPS = join(ROOT, 'dist/maps')
const TOOLS = [
  'package{,-lock}.json',
  '*.config.ts',
  'scripts/{build,siteSettings,sitePage,siteChunks,siteSchemas,bundleSummary,palettePlugin,plainStyle,without*,precached,workerConfig,compression}.ts',
]

type Product = {
  readonly name: 'site' | 'desk'
  readonly stamp: string
  /** Files below dist that the server needs. */
  readonly results: readonly string[]
  /** Globs of all files that the result depends on. */
  readonly sources: readonly string[]
}
const PRODUCTS: readonly Product[] = [
  {
    name: 'site',
    stamp: '.stamp',
    results: ['site/index.html', 'renderer/renderer.js'],
    sources: [
      '{contract,shared,kit,src,locales,public}/**/*',
      'server/{text/mark*.ts,http/plainPage.*,modules/legal/texts.ts}',
    ],
  },
  {
    name: 'desk',
    stamp: '.stamp-desk',
    results: ['desk/index.html'],
    sources: ['{contract,shared,kit,desk}/**/*', 'public/{icons,fonts}/**/*'],
  },
]
const stampOf = ({ stamp }: Product): string => join(ROOT, 'dist', stamp)

/** A digest of the sources, the lock file and the settings that are written into the site. */
async function fingerprint({ sources }: Product): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(siteSettings(process.env)))
  const files: string[] = []
  for await (const entry of glob([...TOOLS, ...sources], { cwd: ROOT, withFileTypes: true }))
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name))
  for (const file of files.sort()) hash.update(file.slice(ROOT.length)).update(readFileSync(file))
  return hash.digest('hex')
}

/** Products without a build, or with one whose sources have changed since. */
export async function staleProducts(): Promise<Product[]> {
  const isStale = await Promise.all(
    PRODUCTS.map(async (product) => {
      const results = [product.stamp, ...product.results].map((file) => join(ROOT, 'dist', file))
      if (!results.every((file) => existsSync(file))) return true
      return readFileSync(stampOf(product), 'utf8') !== (await fingerprint(product))
    }),
  )
  return PRODUCTS.filter((_, index) => isStale[index])
}

/** @throws Error for a folder in whose path webpack takes a character for its own syntax */
export function assertPath(folder: string): void {
  const sign = /[#!?]/.exec(folder)?.[0]
  if (sign !== undefined)
    throw new Error(
      `The site can’t be built in ${folder}: rename the folder that has ${sign} in its name.`,
    )
}

/**
 * @param root for tests
 * @throws Error with the compiler's messages; the stamp is deleted by then, so the next start builds again
 */
export async function build(products = PRODUCTS, root = ROOT): Promise<void> {
  assertPath(root)
  const mode = process.env.NODE_ENV
  // Set only for the compilers: a server of this process, or a child of it, must read the original value.
  process.env.NODE_ENV = 'production'
  try {
    for (const product of products) await buildOne(product)
  } finally {
    if (mode === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = mode
  }
}

async function buildOne(product: Product): Promise<void> {
  const started = performance.now()
  const stamp = await fingerprint(product)
  rmSync(stampOf(product), { force: true })
  const { deskConfig, rendererConfig, siteConfig } = await import('../webpack.config.ts')
  const isSite = product.name === 'site'
  const stats = await compile((isSite ? siteConfig : deskConfig)('production'))
  if (isSite) {
    await compile(rendererConfig('production'))
    writeFileSync(SUMMARY, JSON.stringify(summarise(stats.compilation), null, 2))
    await writePlainPages(join(ROOT, 'dist/site'))
    writeFileSync(SETTINGS, JSON.stringify(settingsForServer(process.env)))
    await moveMaps(join(ROOT, 'dist', product.name))
    await writeWorker(join(ROOT, 'dist/site'), siteConfig('production'))
  }
  writeFileSync(stampOf(product), stamp)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`Built the ${product.name} in ${seconds} s.`)
}

/** The style sheet of the server's own pages, and the legal page for hosts of static files. */
async function writePlainPages(served: string): Promise<void> {
  const { plainStyle } = await import('./plainStyle.ts')
  let style = plainStyle(readFileSync(join(ROOT, 'server/http/plainPage.css'), 'utf8'))
  for (const name of ['alegreya-latin', 'alegreya-sans-500-latin'])
    for await (const font of glob(`fonts/${name}.*woff2`, { cwd: served }))
      style = style.replace(`/fonts/${name}.woff2`, `/${font}`)
  writeCompressed(join(served, 'page.css'), style)
  writeCompressed(join(served, LEGAL_PATH), legalPage(defaultKit()))
}

/** Written after all other files, because it contains their names and digests. */
async function writeWorker(served: string, site: Configuration): Promise<void> {
  const { workerConfig } = await import('./workerConfig.ts')
  await compile(workerConfig(site, await precachedFiles(served)))
  const file = join(served, WORKER_PATH)
  writeCompressed(file, readFileSync(file, 'utf8'))
}

/** Writes the file and compressed copies, for servers that serve those. */
function writeCompressed(file: string, text: string): void {
  writeFileSync(file, text)
  writeFileSync(`${file}.br`, brotliCompressSync(text))
  writeFileSync(`${file}.gz`, gzipSync(text))
}

/** Source maps contain the sources, so they leave the served folder. */
async function moveMaps(served: string): Promise<void> {
  rmSync(MAPS, { recursive: true, force: true })
  for await (const file of glob('**/*.map', { cwd: served })) {
    mkdirSync(dirname(join(MAPS, file)), { recursive: true })
    renameSync(join(served, file), join(MAPS, file))
  }
}

/** @throws Error with the compiler's messages */
export async function compile(config: Configuration): Promise<Stats> {
  // Imported on demand: a start with nothing to build must not load the compiler.
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
