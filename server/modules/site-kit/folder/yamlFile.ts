import { isMap, isNode, isScalar, isSeq, LineCounter, type Pair, parseDocument } from 'yaml'

type Path = readonly (string | number)[]

export type YamlFile = {
  /** Texts in objects and lists: `0.5` and `yes` are texts, too, and what is empty is an empty text. */
  readonly value: unknown
  /** The line of a field, or of the nearest one around it that is there. */
  readonly lineOf: (path: Path) => number
}
export type YamlProblem = { readonly line: number; readonly problem: string }

/** How often a file may refer to a part of itself: a few lines can unfold to gigabytes. */
const ALIASES_MAX = 20

/** Reads a YAML file that people write; all of its problems, or its value. */
export function readYaml(text: string): YamlFile | readonly YamlProblem[] {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { schema: 'failsafe', lineCounter, prettyErrors: false })
  const lineAt = (offset: number): number => Math.max(1, lineCounter.linePos(offset).line)
  const found = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
    line: lineAt(pos[0]),
    problem: `${message}.`,
  }))
  if (found.length > 0) return found
  const lineOf = (path: Path): number => lineAt(offsetOf(document.contents, path))
  try {
    return { value: document.toJS({ maxAliasCount: ALIASES_MAX }), lineOf }
  } catch {
    return [{ line: 1, problem: 'This file refers to parts of itself too often.' }]
  }
}

/** Where the last part of a path begins that the document has. */
function offsetOf(contents: unknown, path: Path): number {
  let node = contents
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0
  for (const step of path) {
    const inner: unknown = isMap(node)
      ? node.items.find((item) => nameOf(item) === step)
      : isSeq(node)
        ? node.items[Number(step)]
        : undefined
    if (inner === undefined) return offset
    const [start, next] = isNode(inner)
      ? [inner, inner]
      : [(inner as Pair).key, (inner as Pair).value]
    if (isNode(start) && start.range) offset = start.range[0]
    node = next
  }
  return offset
}

const nameOf = ({ key }: Pair): unknown => (isScalar(key) ? key.value : undefined)
