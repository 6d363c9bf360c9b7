import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import type { Static, TSchema } from 'typebox'
import { isMap, isNode, isScalar, isSeq, LineCounter, type Pair, parseDocument } from 'yaml'
import { messageOf } from '../../../config/thrown.ts'
import { isWithin } from '../../../files/within.ts'
import { errors } from '../../../http/errors.ts'
import { textOf } from '../../../text/handMade.ts'
import { isPrintable } from '../../../text/keys.ts'
import { checkOf } from './schema.ts'

/** `place` is a file of the folder, with the line where that helps, such as `site.yaml:12`. */
export type FolderProblem = { readonly place: string; readonly problem: string }

/** Problems that are listed; the rest are mostly their consequences. */
const LISTED_MAX = 100

export class FolderProblems {
  readonly #found: FolderProblem[] = []

  add(place: string, problem: string): void {
    const isKnown = this.#found.some((one) => one.place === place && one.problem === problem)
    if (!isKnown && this.#found.length < LISTED_MAX) this.#found.push({ place, problem })
  }

  get found(): readonly FolderProblem[] {
    return this.#found
  }
}

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

/** A file of the folder that has been found. */
export type FoundFile = { readonly path: string; readonly digest: string }
/** `value` is null for a file that is not there, is empty, or has problems. */
type Read<Value> = Pick<YamlFile, 'lineOf'> & { readonly value: Value | null }

export const digestOf = (...contents: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256')
  for (const part of contents) hash.update(part)
  return hash.digest('hex')
}

/** The files of one folder, which people write. What is wrong with them is added to the problems. */
export class FolderFiles {
  readonly problems: FolderProblems
  /** Contents of the files with words, by name. */
  readonly words = new Map<string, string>()
  readonly #folder: string

  constructor(folder: string, problems: FolderProblems) {
    this.#folder = resolve(folder)
    this.problems = problems
  }

  /** Null for a file that is not there, or cannot be read. */
  async text(name: string): Promise<string | null> {
    const path = resolve(this.#folder, name)
    if (!existsSync(path)) return null
    try {
      if (!(await isWithin(this.#folder, path)))
        throw new Error('The link leads out of the folder.')
      const text = textOf(await readFile(path))
      if (!isPrintable(text)) throw errors.badText(name)
      this.words.set(name, text)
      return text
    } catch (error) {
      this.problems.add(name, messageOf(error))
      return null
    }
  }

  /** @param prepare changes the value before it is checked */
  async yaml<Schema extends TSchema>(
    name: string,
    schema: Schema,
    prepare: (value: unknown) => void = () => undefined,
  ): Promise<Read<Static<Schema>>> {
    const nothing = { value: null, lineOf: () => 1 }
    const text = await this.text(name)
    if (text === null) return nothing
    const read = readYaml(text)
    if (!('lineOf' in read)) {
      for (const { line, problem } of read) this.problems.add(`${name}:${line}`, problem)
      return nothing
    }
    const { lineOf } = read
    if (read.value === null) return nothing
    prepare(read.value)
    const wrong = checkOf(schema)(read.value)
    for (const { path, problem } of wrong) this.problems.add(`${name}:${lineOf(path)}`, problem)
    return { value: wrong.length === 0 ? (read.value as Static<Schema>) : null, lineOf }
  }

  /** @param place that names the file */
  async find(name: string, place: string, mbMax: number): Promise<FoundFile | null> {
    const path = resolve(this.#folder, name)
    const complain = (problem: string) => {
      this.problems.add(place, problem)
      return null
    }
    if (!path.startsWith(this.#folder + sep)) return complain(`${name} is outside of the folder.`)
    try {
      const found = existsSync(path) ? await stat(path) : null
      if (found && !(await isWithin(this.#folder, path)))
        return complain(`${name} is outside of the folder.`)
      if (!found?.isFile()) return complain(`There is no file ${name} in the folder.`)
      if (found.size > mbMax * 1024 * 1024)
        return complain(`${name} is too large: a file here has at most ${mbMax} MB.`)
      return { path, digest: digestOf(await readFile(path)) }
    } catch (error) {
      return complain(`${name} cannot be read: ${messageOf(error)}.`)
    }
  }
}
