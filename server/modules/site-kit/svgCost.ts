import { refusal } from '../../http/errors.ts'
import { ATTRIBUTES, patterns } from './svgAllowed.ts'
import { refusedElement } from './svgTree.ts'

/** An element whose attributes have been checked. */
export type Drawn = {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly Drawn[]
}
/** Characters that are drawn, each time that something refers to them, and the longest way through references. */
type Cost = { readonly characters: number; readonly depth: number }

/** Four times as much as the file may have. */
const CHARACTERS_MAX = 256_000
/** Counted for an element, and for what needs a picture of its own while it is drawn. */
const ELEMENT = 20
const LAYER = 4000
const LAYERS = ['mask', 'clip-path', 'opacity']
const DEPTH_MAX = 60
/** Ids of a mark begin so in every page that has it. */
const ID_PREFIX = 'own-mark-'

/**
 * Bounds what references multiply: a few lines that refer to each other can draw a shape a billion times.
 * @returns the ids that something refers to, and new ones, which are the same for the same drawing
 * @throws Refusal for a drawing that costs too much or draws itself, and for a reference to nothing
 */
export function assertSimple(drawing: Drawn): ReadonlyMap<string, string> {
  const targets = new Map<string, Drawn>()
  const used = new Set<string>()
  collect(drawing)
  const costs = new Map<Drawn, Cost | 'open'>()
  costOf(drawing)
  const ids = [...targets.keys()].filter((id) => used.has(id))
  return new Map(ids.map((id, at) => [id, `${ID_PREFIX}${at + 1}`]))

  function collect(node: Drawn): void {
    const id = node.attributes.get('id')
    if (id !== undefined && !targets.has(id)) targets.set(id, node)
    node.children.forEach(collect)
  }

  function costOf(node: Drawn): Cost {
    const known = costs.get(node)
    if (known === 'open') throw refusal(400, 'mark_too_complex')
    if (known !== undefined) return known
    costs.set(node, 'open')
    const parts = [...node.children, ...referredBy(node)].map(costOf)
    const layers = LAYERS.filter((name) => node.attributes.has(name)).length
    const own = [...node.attributes.values()].reduce((sum, { length }) => sum + length, ELEMENT)
    const cost = {
      characters: parts.reduce((sum, part) => sum + part.characters, own + layers * LAYER),
      depth: 1 + Math.max(0, ...parts.map((part) => part.depth)),
    }
    if (cost.characters > CHARACTERS_MAX || cost.depth > DEPTH_MAX)
      throw refusal(400, 'mark_too_complex')
    costs.set(node, cost)
    return cost
  }

  function referredBy({ attributes }: Drawn): Drawn[] {
    return [...attributes].flatMap(([name, value]) => {
      const pattern = ATTRIBUTES.get(name)
      const id = pattern && patterns[pattern].exec(value)?.groups?.['id']
      if (id === undefined) return []
      used.add(id)
      const target = targets.get(id)
      if (target === undefined) throw refusedElement(`#${id}`)
      return [target]
    })
  }
}
