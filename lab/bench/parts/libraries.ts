import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium, type Page } from 'playwright-core'
import { compile } from '../../../scripts/build.ts'
import { findChromium } from '../../../scripts/chromium.ts'
import { siteConfig } from '../../../webpack.config.ts'
import { makeFolder } from '../ending.ts'
import { type Figure, median, type Part } from '../figures.ts'

/** Libraries of the site; each after those that it imports, which are not counted again. */
const LIBRARIES = [
  'react',
  'react-dom',
  'react-dom/client',
  'immer',
  'reselect',
  '@reduxjs/toolkit',
  'react-redux',
  '@reduxjs/toolkit/query/react',
  'react-router',
  'i18next',
  'react-i18next',
  '@headlessui/react',
  'react-hot-toast/headless',
  'react-pageflip',
  'redux-persist',
  '@emailjs/browser',
  '@simplewebauthn/browser',
  'uqr',
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
] as const
/** Libraries that the later ones use as a whole, whatever our sources import. */
const WHOLE: readonly string[] = ['react', 'react-dom']
type Library = (typeof LIBRARIES)[number]

const ROUNDS = { full: 20, quick: 5 }
/** CPU throttling that makes a developer's machine about as fast as a mid-range phone. */
const SLOWDOWN = 4

const ROOT = join(import.meta.dirname, '../../..')
const sources = globSync('src/**/*.{ts,tsx}', { cwd: ROOT })
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  .join('\n')

/** Names that the site's sources import of a library; everything if they name none. */
async function importOf(library: Library): Promise<string> {
  if (WHOLE.includes(library)) return EVERYTHING
  const clauses = new RegExp(
    `(?:import|const) (?!type)([^'"=;]*?) (?:from|= await import\\()\\s*'${library}'`,
    'g',
  )
  const exported = (await import(library)) as object
  const names = [...sources.matchAll(clauses)].flatMap(([, clause = '']) => namesIn(clause))
  const values = names.filter((name) => name in exported)
  return values.length === 0 ? EVERYTHING : `{ ${[...new Set(values)].join(', ')} }`
}

/** The imported names: those in braces, or for `* as v` every property that is read from `v`. */
function namesIn(clause: string): string[] {
  const [, named] = /\{([^}]*)\}/.exec(clause) ?? []
  if (named !== undefined) return named.split(',').map((name) => name.trim())
  const [, alias] = /\* as (\w+)/.exec(clause) ?? []
  return [...sources.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'g'))].map(([, name = '']) => name)
}
const EVERYTHING = '* as everything'

const nameOf = (library: Library): string => `library ${library}`

/** A script that leaves the imports at `globalThis[nameOf(library)]`; the libraries before it are read from there. */
async function scriptOf(library: Library, imports: string, folder: string): Promise<string> {
  const entry = join(folder, 'entry.js')
  const exports = imports === EVERYTHING ? 'everything' : imports
  writeFileSync(
    entry,
    `import ${imports} from '${library}'\nglobalThis['${nameOf(library)}'] = ${exports}`,
  )
  const before = LIBRARIES.slice(0, LIBRARIES.indexOf(library))
  const site = siteConfig('production')
  await compile({
    ...site,
    entry: { library: entry },
    resolve: { modules: [join(ROOT, 'node_modules')] },
    output: { path: folder, filename: 'library.js' },
    // One file, because the site has separate chunks for some libraries.
    optimization: { ...site.optimization, splitChunks: false },
    externals: Object.fromEntries(before.map((name) => [name, `global ${nameOf(name)}`])),
    plugins: [],
    devtool: false,
  })
  return readFileSync(join(folder, 'library.js'), 'utf8')
}

type Row = { library: Library; script: string; whole: string; timesMs: number[] }

/** Evaluates each library once in a new page. The ones before it are loaded as a whole, untimed. */
async function evaluate(page: Page, rows: readonly Row[]): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  for (const { script, whole, timesMs } of rows) {
    // The string differs each time, so that it is compiled each time.
    const code = `${script}//${Math.random()}`
    const time = await page.evaluate((text) => {
      const start = performance.now()
      // biome-ignore lint/security/noGlobalEval: compiling and running it is what is measured.
      globalThis.eval(text)
      return performance.now() - start
    }, code)
    timesMs.push(time)
    await page.evaluate(whole)
  }
}

export const part: Part = {
  title: 'Libraries of the site',
  about:
    'Each library built alone, with what the site imports of it and without the libraries of the rows above, and evaluated in new pages at a ' +
    'quarter of the speed of this machine. Medians. docs/decisions/013-what-each-library-costs.md says why each stays.',
  run: async ({ isQuick }) => {
    const { path: folder, remove } = makeFolder()
    const rows: Row[] = []
    for (const library of LIBRARIES) {
      const whole = await scriptOf(library, EVERYTHING, folder)
      const script = await scriptOf(library, await importOf(library), folder)
      rows.push({ library, script, whole, timesMs: [] })
    }
    remove()
    await evaluateAll(rows, isQuick ? ROUNDS.quick : ROUNDS.full)
    return { figures: rows.flatMap(figuresOf) }
  },
}

async function evaluateAll(rows: readonly Row[], rounds: number): Promise<void> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox'],
  })
  try {
    for (let round = 0; round < rounds; round++) {
      const page = await browser.newPage()
      // A real origin, because some of the libraries use the storage.
      await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
      await page.goto('http://localhost/')
      await evaluate(page, rows)
      await page.close()
    }
  } finally {
    await browser.close()
  }
}

function figuresOf({ library: subject, script, timesMs }: Row): Figure[] {
  const size = { subject, unit: 'kB', better: 'lower' } as const
  return [
    { ...size, name: 'minified', value: script.length / 1000 },
    { ...size, name: 'Brotli', value: brotliCompressSync(script).length / 1000 },
    { ...size, name: 'evaluated in', unit: 'ms', value: median(timesMs) },
  ]
}
