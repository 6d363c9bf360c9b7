import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { Ajv, type ErrorObject } from 'ajv'
import type { Static, TSchema } from 'typebox'
import Type from 'typebox'
import { isMap, isNode, isScalar, isSeq, LineCounter, type Pair, parseDocument } from 'yaml'
import { BOOK_PAGES_MAX, PICTURE_SLOTS, SiteColours, SiteKit } from '#contract/siteKit.ts'
import { cutText } from '#shared/cutText.ts'
import { messageOf } from '../../../config/thrown.ts'
import { isWithin } from '../../../files/within.ts'
import { errors } from '../../../http/errors.ts'
import { fieldErrors } from '../../../http/plugins/validation.ts'
import { textOf } from '../../../text/handMade.ts'
import { isPrintable } from '../../../text/keys.ts'
import { inEnglish } from '../../../text/sentence.ts'

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

type YamlFile = {
  /** Texts in objects and lists: `0.5` and `yes` are texts, too, and what is empty is an empty text. */
  readonly value: unknown
  /** The line of a field, or of the nearest one around it that is there. */
  readonly lineOf: (path: Path) => number
}
type YamlProblem = { readonly line: number; readonly problem: string }

/** How often a file may refer to a part of itself: a few lines can unfold to gigabytes. */
const ALIASES_MAX = 20

/** Reads a YAML file that people write; all of its problems, or its value. */
function readYaml(text: string): YamlFile | readonly YamlProblem[] {
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

/** Offset of the last part of a path that the document has. */
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

/* What site.yaml may hold. Each description completes the sentence "Expected: …." */

const strict = { additionalProperties: false } as const
const file = () =>
  Type.String({
    pattern: '^[^/\\\\:]+(/[^/\\\\:]+)*$',
    maxLength: 200,
    description: 'the name of a file in this folder, such as orchard.jpg',
  })
const share = () => Type.Number({ minimum: 0, maximum: 1, description: 'a number from 0 to 1' })
const { light, dark } = SiteColours.properties
const theme = ({ properties }: typeof light) =>
  Type.Object(
    Object.fromEntries(
      Object.entries(properties).map(([name, colour]) => [
        name,
        { ...colour, description: 'a colour in quotes, such as "#1b2a3c"' },
      ]),
    ) as unknown as typeof properties,
    strict,
  )

const Place = Type.Object(
  {
    file: file(),
    focus: Type.Optional(
      Type.Tuple([share(), share()], {
        description: 'two numbers from 0 to 1, from the left and from the top, such as [0.5, 0.4]',
      }),
    ),
  },
  strict,
)
export type PicturePlace = Static<typeof Place>

const Book = Type.Object(
  {
    pdf: Type.Optional(file()),
    pages: Type.Optional(Type.Array(file(), { minItems: 1, maxItems: BOOK_PAGES_MAX })),
    texts: Type.Optional(file()),
  },
  strict,
)
export type BookFiles = Static<typeof Book>

const { name, short_name, claim, contact, embed_hosts, hidden } = SiteKit.properties
export const SiteYaml = Type.Object(
  {
    name,
    short_name,
    claim,
    contact,
    embed_hosts,
    mark: Type.Optional(file()),
    colours: Type.Optional(Type.Object({ light: theme(light), dark: theme(dark) }, strict)),
    pictures: Type.Optional(
      Type.Object(
        Object.fromEntries(PICTURE_SLOTS.map((slot) => [slot, Type.Optional(Place)])) as Record<
          (typeof PICTURE_SLOTS)[number],
          ReturnType<typeof Type.Optional<typeof Place>>
        >,
        strict,
      ),
    ),
    book: Type.Optional(Book),
    hidden,
  },
  strict,
)
export type SiteYaml = Static<typeof SiteYaml>

export const BookTexts = Type.Array(
  Type.Object({ title: Type.Optional(Type.String()), text: Type.Optional(Type.String()) }, strict),
  { maxItems: BOOK_PAGES_MAX },
)
export type BookTexts = Static<typeof BookTexts>

/** Texts by id without the language; `was` is the default that the text has replaced. */
export const TextsYaml = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Object({ text: Type.String(), was: Type.String() }, strict)]),
)
export type TextsYaml = Static<typeof TextsYaml>

type PathProblem = { readonly path: readonly string[]; readonly problem: string }

/** Makes a check of a schema. Numbers may be texts. */
export function checkOf<Schema extends Type.TSchema>(schema: Schema) {
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, coerceTypes: true })
  const validate = ajv.compile(schema)
  return (value: unknown): readonly PathProblem[] => {
    if (validate(value)) return []
    const found = new Map<string, PathProblem>()
    for (const error of validate.errors ?? []) {
      const one = problemIn(error)
      // The first problem of a field says enough.
      const field = one.path.join('\n')
      if (!found.has(field)) found.set(field, one)
    }
    return [...found.values()]
  }
}

function problemIn(error: ErrorObject): PathProblem {
  const { keyword, instancePath, params, parentSchema } = error
  const path = instancePath.split('/').slice(1).map(unescaped)
  if (keyword === 'additionalProperties') {
    const field = String((params as { additionalProperty: unknown }).additionalProperty)
    const known = Object.keys((parentSchema as { properties?: object }).properties ?? {})
    return {
      path: [...path, field],
      problem: `There is no field “${cutText(field, 60)}” here. There are: ${known.join(', ')}.`,
    }
  }
  if (keyword === 'required') {
    const field = String((params as { missingProperty: unknown }).missingProperty)
    return { path: [...path, field], problem: `Add the field “${field}” here.` }
  }
  const wanted = (parentSchema as { description?: string }).description
  if (wanted !== undefined) return { path, problem: `Expected: ${wanted}.` }
  const [general] = fieldErrors([error])
  return { path, problem: general ? inEnglish(general.sentence) : '' }
}

/** RFC 6901. */
const unescaped = (step: string): string => step.replace(/~1/g, '/').replace(/~0/g, '~')
