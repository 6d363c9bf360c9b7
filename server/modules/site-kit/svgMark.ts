import { refusal } from '../../http/errors.ts'
import { type Attributes, element, emptyElement } from '../../text/markup.ts'
import { ATTRIBUTES, GRADIENTS, isProperty, patterns, STENCILS } from './svgAllowed.ts'
import { assertSimple, type Drawn } from './svgCost.ts'
import { attributesOf, type Rules, rulesOf } from './svgStyles.ts'
import { parseSvg, refusedElement, type SvgNode } from './svgTree.ts'

/** Of a viewBox. */
export type Box = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
/** `root` are the attributes of the root that its content inherits. */
export type SvgMark = {
  readonly box: Box
  readonly root: Attributes
  readonly content: string
}

/** Attributes of the root that its box replaces. */
const BOUNDS = ['viewBox', 'width', 'height', 'x', 'y', 'id']
const NUMBER_MAX = 1e6
/** What programs write for the only colour of a drawing, and what stands for no colour. */
const NO_COLOUR = /^(none|currentcolor|black|#000|#000000)$/i
const NO_COLOUR_BUT_BLACK = /^(none|currentcolor)$/i
const PAINTS = ['fill', 'stroke', 'color', 'stop-color']

/**
 * Reads an SVG and writes it in a normal form: allowed elements and attributes alone, styles as attributes, ids of our
 * own. A mark without a colour of its own gets the colour of its place (`currentColor`).
 * @throws Refusal
 */
export function readSvgMark(xml: string): SvgMark {
  const tree = parseSvg(xml)
  const box = boxOf(tree)
  const rules = rulesOf(tree)
  const draw = (node: SvgNode): Drawn => ({
    name: node.name,
    attributes: attributesOf(node, rules),
    children: node.children.filter(({ name }) => name !== 'style').map(draw),
  })
  const shapes = draw({ ...tree, attributes: new Map() })
  const root = rootAttributes(tree, rules)
  const drawing = { ...shapes, attributes: root }
  const write = writer(drawing, assertSimple(drawing))
  return { box, ...write() }
}

function rootAttributes({ attributes }: SvgNode, rules: Rules): Map<string, string> {
  const kept = new Map([...attributes].filter(([name]) => !BOUNDS.includes(name)))
  const found = attributesOf({ name: 'svg', attributes: kept, children: [], text: '' }, rules)
  for (const name of found.keys()) if (!isProperty(name)) throw refusedElement(name)
  return found
}

function boxOf({ attributes }: SvgNode): Box {
  const pixels = (name: string) => /^\s*([\d.]+)(px)?\s*$/.exec(attributes.get(name) ?? '')?.[1]
  const [x = 0, y = 0, width = 0, height = 0, ...more] = (
    attributes.get('viewBox') ?? `0 0 ${pixels('width')} ${pixels('height')}`
  )
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const isBox = [x, y, width, height].every((one) => Math.abs(one) <= NUMBER_MAX)
  if (!isBox || width <= 0 || height <= 0 || more.length > 0) throw refusal(400, 'mark_size')
  return { x, y, width, height }
}

/** @param ids by which something is referred to, and their new ones */
function writer(drawing: Drawn, ids: ReadonlyMap<string, string>) {
  const isPlain = hasNoColour(drawing)

  function written(name: string, value: string, isStencil: boolean): string {
    if (isPlain && !isStencil && PAINTS.includes(name) && !NO_COLOUR_BUT_BLACK.test(value))
      return 'currentColor'
    const pattern = ATTRIBUTES.get(name)
    const id = pattern && patterns[pattern].exec(value)?.groups?.['id']
    if (id === undefined) return value
    if (pattern === 'link') return `#${ids.get(id)}`
    return value.replace(/url\(.*?\)/, `url(#${ids.get(id)})`)
  }

  const given = new Set<string>()
  function attributesTo({ name: of, attributes }: Drawn, isStencil: boolean): Attributes {
    const values: Record<string, string> = {}
    for (const [name, value] of attributes) {
      if (name !== 'id') {
        values[name] = written(name, value, isStencil)
        continue
      }
      // The first of several is the one that browsers find.
      const id = ids.get(value)
      if (id !== undefined && !given.has(id)) values['id'] = id
      if (id !== undefined) given.add(id)
    }
    if (isPlain && of === 'svg') values['fill'] ??= 'currentColor'
    // A stencil inherits no colour of the place.
    if (isPlain && of === 'mask') values['fill'] ??= '#000'
    return values
  }

  function markup(node: Drawn, isInStencil: boolean): string {
    const isStencil = isInStencil || STENCILS.includes(node.name)
    const attributes = attributesTo(node, isStencil)
    const content = node.children.map((child) => markup(child, isStencil)).join('')
    return content === ''
      ? emptyElement(node.name, attributes)
      : element(node.name, content, attributes)
  }

  return () => ({
    root: attributesTo(drawing, false),
    content: drawing.children.map((child) => markup(child, false)).join(''),
  })
}

const hasNoColour = ({ name, attributes, children }: Drawn): boolean =>
  STENCILS.includes(name) ||
  (!GRADIENTS.includes(name) &&
    PAINTS.every((paint) => NO_COLOUR.test(attributes.get(paint) ?? 'none')) &&
    children.every(hasNoColour))
