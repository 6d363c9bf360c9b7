import sharp from 'sharp'

/** Colours of the pictures of a community, from the sky to what is near; `light` is of lamps and windows. */
export type Tones = {
  readonly sky: readonly [top: string, bottom: string]
  readonly far: string
  readonly middle: string
  readonly near: string
  readonly light: string
}
export type Motif = 'town' | 'harbour' | 'hills' | 'table' | 'shelves' | 'fair'

const WIDTH = 1920
const HEIGHT = 1280

/** The same numbers for the same seed, from 0 to below 1 (mulberry32). */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Draw = (tones: Tones, random: () => number) => string

const many = (count: number, draw: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => draw(at)).join('')
const round = (value: number) => Math.round(value)

/** A line of hills from edge to edge, filled to the bottom. */
function ridge(random: () => number, base: number, rise: number, fill: string): string {
  const points = Array.from({ length: 9 }, (_, at) => [at * 240, base - random() * rise] as const)
  const curve = points
    .slice(1)
    .map(([x, y]) => `S${round(x - 120)} ${round(y)} ${round(x)} ${round(y)}`)
    .join('')
  return `<path fill="${fill}" d="M0 ${round(points[0]?.[1] ?? base)}${curve}V${HEIGHT}H0Z"/>`
}

/** Lit and dark windows of a wall. */
function windows(random: () => number, x: number, y: number, width: number, light: string): string {
  const columns = Math.floor(width / 44)
  return many(columns * 6, (at) => {
    if (random() < 0.55) return ''
    const [left, top] = [x + 14 + (at % columns) * 44, y + 26 + Math.floor(at / columns) * 58]
    return `<rect x="${round(left)}" y="${round(top)}" width="20" height="30" rx="3" fill="${light}" opacity="${(0.35 + random() * 0.6).toFixed(2)}"/>`
  })
}

/** Houses beside each other, with gables. */
const houses = (random: () => number, base: number, fill: string, light: string) =>
  many(11, (at) => {
    const [width, height] = [140 + random() * 90, 220 + random() * 240]
    const [x, y] = [at * 180 - 20, base - height]
    const gable = `<path fill="${fill}" d="M${round(x)} ${round(y)}l${round(width / 2)} -${round(40 + random() * 70)}l${round(width / 2)} ${round(60)}V${HEIGHT}H${round(x)}Z"/>`
    return gable + windows(random, x, y, width, light)
  })

/** A string of flags that hangs between two points. */
const bunting = (tones: Tones, y: number, sag: number) =>
  many(33, (at) => {
    const x = at * 60
    const top = y + sag * Math.sin((Math.PI * (at % 11)) / 11)
    const fill = [tones.light, tones.far, tones.middle][at % 3]
    return `<path fill="${fill}" d="M${x} ${round(top)}h44l-22 58z"/>`
  })

const SCENES: Record<Motif, Draw> = {
  town: ({ far, middle, near, light }, random) =>
    `<circle cx="1480" cy="300" r="110" fill="${light}" opacity=".85"/>` +
    ridge(random, 820, 180, far) +
    houses(random, 930, middle, light) +
    ridge(random, 1150, 90, near),
  harbour: ({ far, middle, near, light }, random) =>
    `<circle cx="420" cy="380" r="90" fill="${light}"/>` +
    ridge(random, 640, 160, far) +
    `<rect y="640" width="${WIDTH}" height="640" fill="${middle}"/>` +
    many(46, () => {
      const [x, y] = [random() * WIDTH, 670 + random() * 520]
      return `<rect x="${round(x)}" y="${round(y)}" width="${round(40 + random() * 160)}" height="5" rx="2" fill="${light}" opacity="${(random() * 0.4).toFixed(2)}"/>`
    }) +
    many(5, (at) => {
      const [x, y] = [180 + at * 370 + random() * 90, 760 + random() * 230]
      return `<path fill="${near}" d="M${round(x)} ${round(y)}h190q-14 58 -60 58h-78q-42 0 -52 -58z"/><path fill="${light}" opacity=".9" d="M${round(x + 92)} ${round(y - 12)}v-190l84 178z"/><path fill="${far}" d="M${round(x + 82)} ${round(y - 12)}v-150l-62 138z"/>`
    }),
  hills: ({ far, middle, near, light }, random) =>
    `<circle cx="960" cy="420" r="150" fill="${light}" opacity=".9"/>` +
    ridge(random, 700, 260, far) +
    ridge(random, 900, 200, middle) +
    many(26, () => {
      const [x, y, size] = [random() * WIDTH, 940 + random() * 90, 50 + random() * 60]
      return `<path fill="${near}" d="M${round(x)} ${round(y)}l${round(size / 2)} ${round(-size * 2)}l${round(size / 2)} ${round(size * 2)}z"/>`
    }) +
    ridge(random, 1140, 110, near),
  table: ({ far, middle, near, light }, random) =>
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${middle}"/>` +
    many(
      9,
      (at) => `<rect y="${at * 150}" width="${WIDTH}" height="4" fill="${near}" opacity=".5"/>`,
    ) +
    `<circle cx="1250" cy="560" r="520" fill="${light}" opacity=".16"/>` +
    many(7, () => {
      const turn = round(random() * 50 - 25)
      const [x, y] = [round(200 + random() * 1400), round(140 + random() * 900)]
      return `<g transform="translate(${x} ${y}) rotate(${turn})"><rect width="240" height="320" rx="8" fill="${light}" opacity=".88"/>${many(6, (line) => `<rect x="28" y="${44 + line * 40}" width="${round(90 + random() * 90)}" height="8" fill="${middle}" opacity=".6"/>`)}</g>`
    }) +
    many(9, () => {
      const [x, y] = [round(160 + random() * 1600), round(160 + random() * 940)]
      return `<g transform="translate(${x} ${y}) rotate(${round(random() * 90)})"><rect width="78" height="78" rx="14" fill="${random() < 0.5 ? far : near}"/>${many(3, (pip) => `<circle cx="${20 + pip * 19}" cy="${20 + pip * 19}" r="7" fill="${light}"/>`)}</g>`
    }),
  shelves: ({ far, middle, near, light }, random) =>
    many(5, (shelf) => {
      const top = 60 + shelf * 250
      let x = 30
      let books = ''
      while (x < WIDTH - 60) {
        const [width, height] = [26 + random() * 44, 130 + random() * 70]
        const fill = [far, middle, light, near][Math.floor(random() * 4)]
        if (random() > 0.12)
          books += `<rect x="${round(x)}" y="${round(top + 210 - height)}" width="${round(width)}" height="${round(height)}" rx="4" fill="${fill}"/>`
        x += width + 6
      }
      return `${books}<rect y="${top + 210}" width="${WIDTH}" height="18" fill="${near}"/>`
    }),
  fair: (tones, random) =>
    ridge(random, 760, 200, tones.far) +
    bunting(tones, 150, 90) +
    bunting(tones, 330, 60) +
    many(6, (at) => {
      const [x, y, width] = [at * 340 - 60, 700 + random() * 140, 280 + random() * 80]
      const stripe = width / 6
      const roof = many(
        6,
        (part) =>
          `<path fill="${part % 2 ? tones.light : tones.middle}" d="M${round(x + width / 2)} ${round(y - 190)}L${round(x + part * stripe)} ${round(y)}h${round(stripe)}z"/>`,
      )
      return `${roof}<rect x="${round(x + 18)}" y="${round(y)}" width="${round(width - 36)}" height="420" fill="${tones.near}"/><rect x="${round(x + width / 2 - 40)}" y="${round(y + 90)}" width="80" height="330" fill="${tones.light}" opacity=".75"/>`
    }) +
    `<rect y="1120" width="${WIDTH}" height="160" fill="${tones.near}"/>`,
}

/** A picture of 1920 by 1280 pixels. It is the same for the same seed. */
export function drawScene(motif: Motif, tones: Tones, seed: number): Promise<Buffer> {
  const [top, bottom] = tones.sky
  const sky = `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`
  const scene = SCENES[motif](tones, chance(seed))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs>${sky}</defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>${scene}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer()
}
