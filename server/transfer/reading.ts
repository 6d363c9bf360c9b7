import { Ajv } from 'ajv'
import type { Static, TSchema } from 'typebox'
import Type from 'typebox'
import { LONG_TEXT_MAX, TEXT_MAX } from '#contract/fields.ts'
import { line, nullable } from '#contract/shapes.ts'
import { cutText } from '#shared/cutText.ts'
import { ENGLISH } from '../config/locales.ts'
import type { FlatSection } from '../desk/sections.ts'
import { errors, Refusal } from '../http/errors.ts'
import { fieldErrors } from '../http/plugins/validation.ts'
import { isPrintable } from '../text/keys.ts'
import { type Sentence, said } from '../text/sentence.ts'
import { SECTION_LEVELS } from './sources/light.ts'
import { type Loss, placeIn } from './sources/source.ts'

/* Rows of our own files: see docs/transfer-format.md. */

/** Key of a row in files, chosen by its author and unique in its list. */
export const fileKey = () => Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' })
export const fileRef = () => Type.Optional(nullable(fileKey()))
/** Rows are checked one by one, so that a wrong row can be named. */
export const fileRows = () => Type.Array(Type.Unknown(), { maxItems: 100_000 })

export const TransferSection = Type.Object({
  title: line(TEXT_MAX),
  content: Type.String({ maxLength: LONG_TEXT_MAX }),
  sections: Type.Optional(fileRows()),
})
export const TransferPart = Type.Object({ key: fileKey(), name: line() })

export type Problem = Loss
/** A row of a file with its path, such as `entries[41] "armour"`. */
export type FileRow<Row> = { readonly row: Row; readonly path: string }

const PROBLEMS_MAX = 100

/** A file that cannot be imported; nothing was changed. */
export class BadFile extends Refusal {
  readonly problems: readonly Problem[]
  constructor(problems: readonly Problem[]) {
    const [first] = problems
    super(
      400,
      'bad_row',
      said('transfer.at', { ...first }),
      first === undefined ? null : placeIn(ENGLISH, first.place),
    )
    this.problems = problems
  }
}

const ajv = new Ajv({ allErrors: true, verbose: true, strict: false })
const compiled = new WeakMap<TSchema, ReturnType<typeof ajv.compile>>()

/** Reads a file row by row and collects its problems. */
export class Reader {
  readonly #problems: Problem[] = []

  complain(path: string, problem: Sentence): void {
    if (this.#problems.length < PROBLEMS_MAX) this.#problems.push({ place: path, problem })
  }

  forget(): void {
    this.#problems.length = 0
  }

  /** @throws BadFile */
  assertGood(): void {
    if (this.#problems.length > 0) throw new BadFile(this.#problems)
  }

  /** Undefined for a value that the schema refuses: the problems are collected. */
  read<S extends TSchema>(schema: S, value: unknown, path: string): Static<S> | undefined {
    const check = compiled.get(schema) ?? ajv.compile(schema)
    compiled.set(schema, check)
    if (check(value)) {
      const field = unprintableIn(value)
      if (field === undefined) return value as Static<S>
      this.complain(`${path}.${field}`, errors.badText(field).sentence)
      return undefined
    }
    for (const { attr, sentence } of fieldErrors(check.errors ?? []))
      this.complain(attr === null ? path : `${path}.${attr}`, sentence)
    return undefined
  }

  /** The valid rows of a list. A repeated key is a problem. */
  rows<S extends TSchema>(
    schema: S,
    list: readonly unknown[] | undefined,
    path: string,
    seen = new Set<string>(),
  ): FileRow<Static<S>>[] {
    return (list ?? []).flatMap((value, index) => {
      const key = keyOf(value)
      const rowPath = `${path}[${index}]${key === undefined ? '' : ` "${cutText(key, 120)}"`}`
      const row = this.read(schema, value, rowPath)
      if (row === undefined) return []
      if (key !== undefined && seen.has(key))
        this.complain(rowPath, said('transfer.key_twice', { key }))
      if (key !== undefined) seen.add(key)
      return [{ row, path: rowPath }]
    })
  }

  /** Sections within sections as one list in reading order. */
  sections(list: readonly unknown[] | undefined, path: string, level = 0): FlatSection[] {
    if (list === undefined || list.length === 0) return []
    if (level >= SECTION_LEVELS) {
      this.complain(path, said('transfer.sections_deep', { limit: SECTION_LEVELS }))
      return []
    }
    return list.flatMap((value, index) => {
      const sectionPath = `${path}.sections[${index}]`
      const section = this.read(TransferSection, value, sectionPath)
      if (section === undefined) return []
      const { title, content, sections } = section
      const within = this.sections(sections, sectionPath, level + 1)
      return [{ title: title.trim(), content, level }, ...within]
    })
  }
}

/** The first field whose text is not printable. Fields that are lists have rows of their own. */
const unprintableIn = (row: unknown): string | undefined =>
  Object.entries(row ?? {}).find(
    ([, value]: [string, unknown]) => typeof value === 'string' && !isPrintable(value),
  )?.[0]

function keyOf(value: unknown): string | undefined {
  const key = typeof value === 'object' && value !== null && 'key' in value ? value.key : undefined
  return typeof key === 'string' ? key : undefined
}

type Nested = { title: string; content: string; sections?: Nested[] }

/** The inverse of `Reader.sections`: levels become sections within sections. */
export function nested(flatSections: readonly FlatSection[]): Nested[] {
  const top: Nested[] = []
  const open: Nested[] = []
  for (const { title, content, level } of flatSections) {
    const section: Nested = { title, content }
    // A section whose level skips one belongs to the last open one.
    open.length = Math.min(level, open.length)
    const parent = open.at(-1)
    if (parent === undefined) top.push(section)
    else {
      parent.sections ??= []
      parent.sections.push(section)
    }
    open.push(section)
  }
  return top
}
