/*
 * What an SVG of a mark may hold. Whatever is not here is refused by its name, so that new elements and attributes of
 * browsers are refused as well.
 */

export const SHAPES = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'] as const
/** Colours inside of these are no colours of the mark: they say what is seen. */
export const STENCILS: readonly string[] = ['mask', 'clipPath']
export const GRADIENTS: readonly string[] = ['linearGradient', 'radialGradient']
export const ELEMENTS: ReadonlySet<string> = new Set([
  ...SHAPES,
  ...STENCILS,
  ...GRADIENTS,
  'stop',
  'g',
  'defs',
  'use',
  'style',
])
/** Left out with everything in them. */
export const LEFT_OUT: readonly string[] = ['title', 'desc', 'metadata']

const ID = String.raw`[\p{L}_][\p{L}\p{N}_.:-]*`
const URL_OF_ID = String.raw`url\(\s*(["']?)#(?<id>${ID})\1\s*\)`
const one = (pattern: string) => new RegExp(`^(?:${pattern})$`, 'u')

export const patterns = {
  id: one(ID),
  /** Of `href`. */
  link: one(`#(?<id>${ID})`),
  length: one(String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:px|%)?`),
  numbers: one(String.raw`[\d\s.,eE+-]*`),
  path: one(String.raw`[MmZzLlHhVvCcSsQqTtAaeE\d\s.,+-]*`),
  transform: one(
    String.raw`(?:(?:matrix|translate|scale|rotate|skewX|skewY)\s*\([\d\s.,eE+-]*\)[\s,]*)*`,
  ),
  paint: one(
    String.raw`[a-zA-Z]{3,24}|#[0-9a-fA-F]{3,8}|(?:rgb|hsl)a?\([\d\s.,%/]*\)|${URL_OF_ID}(?:\s+(?:none|#[0-9a-fA-F]{3,8}))?`,
  ),
  reference: one(`none|${URL_OF_ID}`),
  word: one('[a-zA-Z]+(?:[ -][a-zA-Z]+)*'),
} as const

export type Pattern = keyof typeof patterns

const KINDS: Readonly<Record<Pattern, readonly string[]>> = {
  id: ['id'],
  link: ['href'],
  length: [
    ...['x', 'y', 'width', 'height', 'cx', 'cy', 'r', 'rx', 'ry', 'x1', 'y1', 'x2', 'y2'],
    ...['fx', 'fy', 'fr', 'offset', 'opacity', 'fill-opacity', 'stroke-opacity', 'stop-opacity'],
    ...['stroke-width', 'stroke-miterlimit'],
  ],
  numbers: ['points'],
  path: ['d'],
  transform: ['transform', 'gradientTransform'],
  paint: ['fill', 'stroke', 'stop-color', 'color'],
  reference: ['clip-path', 'mask'],
  word: [
    ...['fill-rule', 'clip-rule', 'stroke-linecap', 'stroke-linejoin', 'visibility', 'display'],
    ...['paint-order', 'vector-effect', 'mask-type', 'gradientUnits', 'clipPathUnits'],
    ...['maskUnits', 'maskContentUnits', 'spreadMethod'],
  ],
}

/** Attribute -> what its value must look like. */
export const ATTRIBUTES: ReadonlyMap<string, Pattern> = new Map(
  (Object.keys(KINDS) as Pattern[]).flatMap((pattern) =>
    KINDS[pattern].map((name) => [name, pattern] as const),
  ),
)

/** Properties that a style may set; the other attributes are no properties. */
export const isProperty = (name: string): boolean =>
  /^(fill|stroke|stop|clip|mask|opacity|color|visibility|display|paint|vector)/.test(name)

/** Left out: what programs note for themselves, and what concerns texts, of which there are none. */
const WITHOUT_EFFECT =
  /^(version|baseProfile|class|style|role|focusable|preserveAspectRatio|overflow|enable-background|zoomAndPan|white-space|writing-mode|direction|inline-size|block-progression|baseline-shift|dominant-baseline|solid-(color|opacity)|color-(interpolation|interpolation-filters|rendering)|(data|aria|font|text|line|letter|word|shape|image|-inkscape)(-.*)?)$/

/** Have no effect with one of these values, which programs write everywhere. */
const NEUTRAL: ReadonlyMap<string, RegExp> = new Map([
  ['stroke-dasharray', /^(none|0)$/],
  ['stroke-dashoffset', /^/],
  ['filter', /^none$/],
  ['marker', /^none$/],
  ['marker-start', /^none$/],
  ['marker-mid', /^none$/],
  ['marker-end', /^none$/],
  ['mix-blend-mode', /^normal$/],
  ['isolation', /^(auto|isolate)$/],
])

export const isWithoutEffect = (name: string, value: string): boolean =>
  WITHOUT_EFFECT.test(name) || (NEUTRAL.get(name)?.test(value) ?? false)

/** A larger number helps no drawing and slows programs down. */
const NUMBER_MAX = 1e6

export const hasSaneNumbers = (value: string): boolean =>
  (value.match(/\d+\.?\d*(e[+-]?\d+)?|\.\d+(e[+-]?\d+)?/gi) ?? []).every(
    (number) => Number(number) <= NUMBER_MAX,
  )
