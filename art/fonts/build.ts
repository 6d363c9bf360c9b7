/**
 * Subsets the fonts to Latin and Latin Extended-A; writes public/fonts and the style sheets of site and desk.
 * A change here takes `npm run build:art -- fonts`, then `npm run fix`; the results are committed.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import subsetFont from 'subset-font'
import { readMetrics } from './fontMetrics.ts'

const ROOT = join(import.meta.dirname, '../..')
const OUT = join(ROOT, 'public/fonts')
const MODULES = join(import.meta.dirname, '../node_modules')

type Range = readonly [from: number, to: number]

const LATIN: Range[] = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x2013, 0x2014],
  [0x2018, 0x201e],
  [0x2020, 0x2022],
  [0x2026, 0x2026],
  [0x2032, 0x2033],
  [0x2039, 0x203a],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2212, 0x2212],
]
/** The rest of Latin Extended-A; fetched only for pages that need it. */
const EXTENDED: Range[] = [
  [0x100, 0x130],
  [0x132, 0x151],
  [0x154, 0x17f],
]

/**
 * Old-style figures are the default; lining and tabular ones are for tables. No ligatures: they cost
 * 4 kB, and the letters do not collide without them. Kerning does not work across two files, so the
 * extended one has none.
 */
const subsets = {
  latin: { ranges: LATIN, features: ['kern', 'lnum', 'tnum'] },
  'latin-ext': { ranges: EXTENDED, features: [] },
}
type Subset = keyof typeof subsets

type Family = {
  family: string
  /** Path of a source file with the placeholders SUBSET and WEIGHT. */
  source: string
  license: string
  files: { name: string; weight: string; instance: string; extended: string }[]
  /** Commonly installed faces, with the mean advance of their letters (fontMetrics.ts). */
  fallback: { weight: string; local: string[]; meanWidth: number }[]
}

const families: Family[] = [
  {
    family: 'Alegreya',
    source: '@fontsource-variable/alegreya/files/alegreya-SUBSET-wght-normal.woff2',
    license: '@fontsource-variable/alegreya/LICENSE',
    files: [{ name: 'alegreya', weight: '400 700', instance: '400', extended: 'alegreya' }],
    fallback: [
      { weight: '400', local: ['Times New Roman', 'Liberation Serif'], meanWidth: 0.41719 },
      {
        weight: '700',
        local: ['Times New Roman Bold', 'Liberation Serif Bold'],
        meanWidth: 0.44314,
      },
    ],
  },
  {
    family: 'Alegreya Sans',
    source: '@fontsource/alegreya-sans/files/alegreya-sans-SUBSET-WEIGHT-normal.woff2',
    license: '@fontsource/alegreya-sans/LICENSE',
    files: ['400', '500', '700'].map((weight) => ({
      name: `alegreya-sans-${weight}`,
      weight,
      instance: weight,
      // Weight 500 takes the rare letters from 400: hardly visible, and 5 kB less.
      extended: `alegreya-sans-${weight === '500' ? '400' : weight}`,
    })),
    fallback: [
      { weight: '400', local: ['Arial', 'Liberation Sans'], meanWidth: 0.4563 },
      { weight: '700', local: ['Arial Bold', 'Liberation Sans Bold'], meanWidth: 0.49368 },
    ],
  },
]

const textOf = (ranges: Range[]): string =>
  ranges
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index))
    .map((code) => String.fromCodePoint(code))
    .join('')

const hex = (code: number): string => code.toString(16)
const unicodeRange = (ranges: Range[]): string =>
  ranges.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join(', ')

const read = (family: Family, subset: string, weight: string): Buffer =>
  readFileSync(join(MODULES, family.source.replace('SUBSET', subset).replace('WEIGHT', weight)))

async function writeSubset(family: Family, file: Family['files'][number], subset: Subset) {
  const { ranges, features } = subsets[subset]
  const isVariable = file.weight.includes(' ')
  const font = await subsetFont(read(family, subset, file.instance), textOf(ranges), {
    targetFormat: 'woff2',
    keepFeatures: features,
    noHinting: true,
    dropTables: ['DSIG', 'STAT', 'gasp', 'meta'],
    ...(isVariable ? { variationAxes: { wght: { min: 400, max: 700 } } } : {}),
  })
  writeFileSync(join(OUT, `${file.name}-${subset}.woff2`), font)
  console.log(`${file.name}-${subset}.woff2`.padEnd(36), font.length)
  return font.length
}

/** Placeholder for the path from a style sheet to the fonts. */
const FONTS_PATH = 'FONTS'

const rule = (lines: string[]): string =>
  `@font-face {\n${lines.map((line) => `  ${line};\n`).join('')}}\n`

const faceRule = (family: Family, file: Family['files'][number], subset: Subset): string =>
  rule([
    `font-family: '${family.family}'`,
    `font-weight: ${file.weight}`,
    'font-style: normal',
    'font-display: swap',
    `src: url('${FONTS_PATH}/${subset === 'latin' ? file.name : file.extended}-${subset}.woff2') format('woff2')`,
    `unicode-range: ${unicodeRange(subsets[subset].ranges)}`,
  ])

/** The installed face, scaled so that the swap does not shift the layout. */
async function fallbackRule(
  family: Family,
  { weight, local, meanWidth }: Family['fallback'][number],
) {
  const source = read(family, 'latin', weight)
  const sfnt = await subsetFont(source, textOf(LATIN), {
    targetFormat: 'sfnt',
    ...(family.source.includes('wght') ? { variationAxes: { wght: Number(weight) } } : {}),
  })
  const own = readMetrics(sfnt)
  const size = own.meanWidth / meanWidth
  const percent = (part: number): string => `${(part * 100).toFixed(2)}%`
  return rule([
    `font-family: '${family.family} Fallback'`,
    `font-weight: ${weight}`,
    `src: ${local.map((name) => `local('${name}')`).join(', ')}`,
    `size-adjust: ${percent(size)}`,
    `ascent-override: ${percent(own.ascent / size)}`,
    `descent-override: ${percent(own.descent / size)}`,
    `line-gap-override: ${percent(own.lineGap / size)}`,
  ])
}

/** Draws the subsets and the style sheets anew. */
export async function buildFonts(): Promise<void> {
  rmSync(OUT, { recursive: true, force: true })
  mkdirSync(OUT, { recursive: true })
  let bytes = 0
  const rules: string[] = []
  for (const family of families) {
    copyFileSync(
      join(MODULES, family.license),
      join(OUT, `OFL-${family.family.replace(' ', '')}.txt`),
    )
    for (const file of family.files) {
      bytes += await writeSubset(family, file, 'latin')
      if (file.extended === file.name) bytes += await writeSubset(family, file, 'latin-ext')
      for (const subset of ['latin-ext', 'latin'] as const) rules.push(faceRule(family, file, subset))
    }
    for (const fallback of family.fallback) rules.push(await fallbackRule(family, fallback))
  }
  // Site and desk are separate bundles that share public/ only.
  for (const sheet of ['src/styles/fonts.css', 'desk/fonts.css']) {
    const fonts = relative(dirname(sheet), 'public/fonts')
    const faces = rules.map((face) => face.replace(FONTS_PATH, fonts)).join('\n')
    writeFileSync(join(ROOT, sheet), `/* Written by art/fonts/build.ts; change it there. */\n${faces}`)
  }
  console.log('all'.padEnd(36), bytes)
}
