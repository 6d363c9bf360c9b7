import { SaxesParser, type SaxesTagNS } from 'saxes'
import { Refusal, refusal } from '../../http/errors.ts'
import { said } from '../../text/sentence.ts'
import { ELEMENTS, LEFT_OUT } from './svgAllowed.ts'

/** An element with its attributes as they were written, except those of other namespaces. */
export type SvgNode = {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: SvgNode[]
  /** Of style elements. */
  text: string
}

const SVG = 'http://www.w3.org/2000/svg'
const XLINK = 'http://www.w3.org/1999/xlink'
/** Elements that browsers run or lay out, and those without a namespace, of which nobody knows. */
const ACTIVE: readonly string[] = [
  SVG,
  'http://www.w3.org/1999/xhtml',
  'http://www.w3.org/1998/Math/MathML',
  '',
]
const DEPTH_MAX = 40

export const refusedElement = (element: string) => new RefusedElement(element)

/** Names what is refused, so that a form can show it. */
export class RefusedElement extends Refusal {
  readonly element: string

  constructor(element: string) {
    super(400, 'mark_element', said('refusals.mark_element', { element }))
    this.element = element
  }
}

/**
 * The elements of an SVG that may stay, by a strict parser. It leaves out comments, titles, metadata and what programs
 * write in namespaces of their own.
 * @throws Refusal for XML that is not well-formed, and for an element or instruction that is not allowed
 */
export function parseSvg(xml: string): SvgNode {
  const builder = makeBuilder()
  const parser = new SaxesParser({ xmlns: true })
  parser.on('opentag', builder.open)
  parser.on('closetag', builder.close)
  parser.on('text', builder.text)
  parser.on('cdata', builder.text)
  parser.on('doctype', (doctype) => {
    // Declares entities. The plain one of older programs is left out.
    if (doctype.includes('[')) throw refusedElement('!DOCTYPE')
  })
  parser.on('processinginstruction', ({ target }) => {
    if (target === 'xml-stylesheet') throw refusedElement(target)
  })
  try {
    parser.write(xml).close()
  } catch (error) {
    throw error instanceof Refusal ? error : refusal(400, 'mark_broken')
  }
  const root = builder.root()
  if (root === undefined) throw refusal(400, 'mark_broken')
  return root
}

function makeBuilder() {
  const path: SvgNode[] = []
  let root: SvgNode | undefined
  let depth = 0
  /** Depth of the element that is left out with everything in it. */
  let leftOutAt: number | null = null

  return {
    root: () => root,
    open(tag: SaxesTagNS): void {
      depth += 1
      if (depth > DEPTH_MAX) throw refusal(400, 'mark_too_complex')
      const isLeftOut = leftOutAt !== null
      if (isLeftOut || isSilent(tag)) {
        if (isLeftOut && ACTIVE.includes(tag.uri)) throw refusedElement(tag.name)
        leftOutAt ??= depth
        return
      }
      const parent = path.at(-1)
      const isAllowed = parent === undefined ? tag.local === 'svg' : ELEMENTS.has(tag.local)
      if (tag.uri !== SVG || !isAllowed) throw refusedElement(tag.name)
      const node = { name: tag.local, attributes: attributesOf(tag), children: [], text: '' }
      if (parent === undefined) root = node
      else parent.children.push(node)
      path.push(node)
    },
    close(): void {
      if (leftOutAt === null) path.pop()
      else if (leftOutAt === depth) leftOutAt = null
      depth -= 1
    },
    text(text: string): void {
      const node = path.at(-1)
      if (leftOutAt === null && node?.name === 'style') node.text += text
    },
  }
}

const isSilent = ({ uri, local }: SaxesTagNS): boolean =>
  uri === SVG ? LEFT_OUT.includes(local) : !ACTIVE.includes(uri)

/** Only links have a meaning in another namespace. */
function attributesOf(tag: SaxesTagNS): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const { uri, local, name, value } of Object.values(tag.attributes)) {
    if (uri === XLINK && local === 'href' && !attributes.has('href')) attributes.set('href', value)
    else if (uri === '') attributes.set(name, value)
  }
  return attributes
}
