import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COLOUR_NAMES, colourProperty } from '#contract/colours.ts'
import type { BundleSummary } from '#scripts/bundleSummary.ts'
import { iconNames } from '#src/ui/icons.ts'
import { colors, darkColors } from '../../tailwind.config.ts'

const DIST = join(import.meta.dirname, '../../dist')
const SITE = join(DIST, 'site')
const { initial, lazy, others }: BundleSummary = JSON.parse(
  readFileSync(join(DIST, 'bundle.json'), 'utf8'),
)
const paletteValues = [colors, darkColors].flatMap((theme) =>
  Object.values(theme).flatMap((color) =>
    typeof color === 'string' ? [color] : Object.values<string>(color),
  ),
)
const every = [...initial, ...Object.values(lazy).flat(), ...others]
const page = readFileSync(join(SITE, 'index.html'), 'utf8')

describe('the first load of the landing page', () => {
  const chunks = [...initial, ...(lazy.landing ?? [])]
  const packages = chunks.flatMap((chunk) => chunk.packages)
  const sources = chunks.flatMap((chunk) => chunk.sources)

  it('has React and the store, and nothing that only later pages need', () => {
    expect(packages).toEqual(expect.arrayContaining(['react', 'react-dom', '@reduxjs/toolkit']))
    expect(sources).toEqual(
      expect.arrayContaining(['src/browser.ts', 'src/features/landing/LandingPage.tsx']),
    )
    const later = [
      '@headlessui/react',
      'page-flip',
      'react-pageflip',
      '@emailjs/browser',
      'redux-persist',
      'typebox',
      '@simplewebauthn/browser',
      '@zxcvbn-ts/core',
      'uqr',
    ]
    expect(packages.filter((name) => later.includes(name))).toEqual([])
    // No other part has it either: the build reduces schemas to what is checked.
    expect(every.flatMap((chunk) => chunk.packages)).not.toContain('typebox')
    const dashboard = 'src/features/dashboard/'
    expect(sources.filter((source) => source.startsWith(dashboard))).toEqual([])
    // The end of a call fetches nothing: the texts of toasts come with the layer that shows them.
    const notices = every.filter((chunk) => chunk.sources.includes('src/store/toasts/notices.ts'))
    expect(new Set(notices.map(({ name }) => name))).toEqual(new Set(['after-paint']))
  })
})

const withoutHash = (file: string) => file.replace(/\.[0-9a-f]{8}(?=\.\w+$)/, '')

describe('the staff desk', () => {
  const desk = join(DIST, 'desk')
  const textsIn = (folder: string) =>
    globSync('**/*.{js,css,html}', { cwd: folder }).map((file) => ({
      file,
      text: readFileSync(join(folder, file), 'utf8'),
    }))
  const ofTheDesk = /^(desk|server)\/|^contract\/(schemas\/)?(desk|transfer)/
  const librariesOfTheDesk =
    /^(react-admin|ra-.*|@mui\/.*|@emotion\/.*|@tanstack\/.*|react-hook-form)$/
  /** Words of the desk's scripts. */
  const words = ['/desk/api', 'x-desk-csrf', 'MuiButton', 'desk-card']

  it('has no file, no library and no word in any script of the site', () => {
    expect(every.flatMap(({ sources }) => sources).filter((one) => ofTheDesk.test(one))).toEqual([])
    const libraries = every.flatMap(({ packages }) => packages)
    expect(libraries.filter((one) => librariesOfTheDesk.test(one))).toEqual([])
    // The list of the build leaves out no file.
    const listed = new Set(every.flatMap(({ files }) => files))
    const scripts = globSync('**/*.{js,css}', { cwd: SITE })
    expect(scripts.length).toBeGreaterThan(5)
    // Not listed are the style of the server's own pages, the worker, and the late sheet, which is an asset.
    expect(
      scripts
        .filter((file) => !listed.has(file))
        .map(withoutHash)
        .sort(),
    ).toEqual(['assets/late.css', 'page.css', 'sw.js'])
    for (const word of words) {
      expect(textsIn(desk).some(({ text }) => text.includes(word))).toBe(true)
      const files = textsIn(SITE).filter(({ text }) => text.includes(word))
      expect([word, files.map(({ file }) => file)]).toEqual([word, []])
    }
  })
})

const sheets = globSync(['assets/*.css', 'page.css'], { cwd: SITE }).map((file) => ({
  file: withoutHash(file),
  text: readFileSync(join(SITE, file), 'utf8'),
}))

describe('the style sheets', () => {
  const block = /:root,\[data-theme\]\{(--color-[^}]+)\}/

  it('have each colour of the palette at one place, where a block after it replaces them all', () => {
    expect(sheets.map(({ file }) => file).sort()).toEqual([
      'assets/late.css',
      'assets/site.css',
      'page.css',
    ])
    for (const { file, text } of sheets) {
      const [, declarations = ''] = block.exec(text) ?? []
      const set = [...declarations.matchAll(/(--color-[\w-]+):/g)].map(([, name]) => name)
      expect([file, set]).toEqual([
        file,
        file.endsWith('late.css') ? [] : COLOUR_NAMES.map(colourProperty),
      ])
      // A shadow has eight digits.
      const used = text.replace(block, '').match(/#[0-9a-f]+\b/g) ?? []
      expect([file, used.filter((value) => paletteValues.includes(value))]).toEqual([file, []])
    }
  })
})

describe('the oldest browsers that are supported', () => {
  const root = join(DIST, '..')
  /** Functions newer than the browsers in package.json. TypeScript checks our code by `lib`, but not libraries. */
  const newer =
    /\b(?:(?:Map|Object)\.groupBy|Promise\.(?:withResolvers|try)|Array\.fromAsync|URL\.(?:canParse|parse)|AbortSignal\.any|RegExp\.escape|Error\.isError|Math\.sumPrecise)\b/g

  it('know every function that the scripts call, and have the colours of both themes', () => {
    for (const product of ['site', 'desk']) {
      const scripts = globSync('**/*.js', { cwd: join(DIST, product) })
      expect(scripts.length).toBeGreaterThan(0)
      const found = scripts.flatMap((file) =>
        (readFileSync(join(DIST, product, file), 'utf8').match(newer) ?? []).map((name) => [
          withoutHash(file),
          name,
        ]),
      )
      expect([product, found]).toEqual([product, []])
    }
    for (const { text } of sheets) expect(text).not.toContain('light-dark(')
  })

  it('get no rules for older ones', () => {
    for (const { text } of sheets) expect(text).not.toContain('@supports (color')
  })

  it('are named in the documents', () => {
    const { browserslist } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      browserslist: string[]
    }
    const version = (name: string) =>
      browserslist.find((each) => each.startsWith(`${name} >= `))?.replace(/.* /, '')
    expect([version('edge'), version('ios_saf')]).toEqual([version('chrome'), version('safari')])
    for (const document of ['README.md', 'docs/behaviour/site.md'])
      expect(readFileSync(join(root, document), 'utf8').replace(/\s+/g, ' ')).toContain(
        `Chrome and Edge ${version('chrome')}, Firefox ${version('firefox')}, Safari ${version('safari')}`,
      )
  })
})

describe('the page', () => {
  it('holds no style of its own and one script, which the content security policy names by its digest', () => {
    const scripts = [...page.matchAll(/<script\b([^>]*)>([^<]*)/g)]
    expect(scripts.length).toBeGreaterThan(0)
    const inline = scripts.filter(([, attributes]) => attributes === '')
    expect(inline.map(([, , body]) => body)).toEqual([expect.stringContaining('theme')])
    for (const [, attributes, body] of scripts.filter((each) => !inline.includes(each))) {
      expect(attributes).toMatch(/src="\/assets\//)
      expect(body).toBe('')
    }
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/)
  })

  it('has every icon, and refers to files that exist', () => {
    for (const name of iconNames) expect(page).toContain(`<symbol id="icon-${name}"`)
    const named = [...page.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map((match) => match[1] ?? '')
    expect(named.filter((path) => path.endsWith('.woff2'))).toHaveLength(3)
    for (const path of named) expect([path, existsSync(join(SITE, path))]).toEqual([path, true])
  })
})

describe('the files', () => {
  const files = globSync('**/*', { cwd: SITE }).filter((file) => /\.\w+$/.test(file))

  it('have a hash in their name where they are cached for a year, and are there compressed', () => {
    const kept = files.filter((file) => /^(assets|fonts)\/.*\.(js|css|woff2)$/.test(file))
    expect(kept.length).toBeGreaterThan(5)
    for (const file of kept) expect(file).toMatch(/\.[0-9a-f]{8}\.\w+$/)
    for (const file of files.filter((name) => /\.(js|css|html)$/.test(name)))
      for (const ending of ['br', 'gz']) expect(files).toContain(`${file}.${ending}`)
  })

  it('come with the licence of every library in them', () => {
    const licences: { name: string; licenseText: string }[] = JSON.parse(
      readFileSync(join(SITE, 'licenses.json'), 'utf8'),
    )
    const said = licences.filter(({ licenseText }) => licenseText).map(({ name }) => name)
    expect(said).toEqual(expect.arrayContaining(every.flatMap(({ packages }) => packages)))
    const worker = globSync('src/offline/worker/*.ts', { cwd: join(DIST, '..') })
      .map((file) => readFileSync(join(DIST, '..', file), 'utf8'))
      .flatMap((text) => [...text.matchAll(/ from '(workbox-[a-z]+)/g)].map(([, name]) => name))
    expect(worker.length).toBeGreaterThan(3)
    // workbox-expiration contains idb.
    expect(said).toEqual(expect.arrayContaining(['idb', ...worker]))
  })

  it('do not lead to the sources: no map is served, and no script names its own', () => {
    for (const product of ['site', 'desk'])
      expect(globSync('**/*.map*', { cwd: join(DIST, product) })).toEqual([])
    expect(globSync('**/*.js.map', { cwd: join(DIST, 'maps') }).length).toBeGreaterThan(5)
    for (const file of files.filter((name) => name.endsWith('.js')))
      expect(readFileSync(join(SITE, file), 'utf8')).not.toContain('sourceMappingURL')
  })
})
