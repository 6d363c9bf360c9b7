import { Ajv } from 'ajv'
import type { Static, TSchema } from 'typebox'
import { SECTION_LEVELS, TransferSection } from '#contract/schemas/transfer.ts'
import { errors, Refusal } from '../../http/errors.ts'
import { fieldErrors } from '../../http/plugins/validation.ts'
import { isPrintable } from '../../text/keys.ts'

export type Problem = { readonly place: string; readonly problem: string }
export type FlatSection = {
  readonly title: string
  readonly content: string
  readonly level: number
}

/** Problems that are told; a file in which everything is wrong needs no longer list. */
const PROBLEMS_MAX = 100

/** A file that cannot be imported; nothing was changed. */
export class BadFile extends Refusal {
  readonly problems: readonly Problem[]
  constructor(problems: readonly Problem[]) {
    const [first] = problems
    super(400, 'bad_row', `${first?.place}: ${first?.problem}`, first?.place ?? null)
    this.problems = problems
  }
}

const ajv = new Ajv({ allErrors: true, verbose: true, strict: false })
const compiled = new WeakMap<TSchema, ReturnType<typeof ajv.compile>>()

/** The first own text of a row that cannot be shown; parts of the row are rows of their own. */
const unprintableIn = (row: unknown): string | undefined =>
  Object.entries(row ?? {}).find(
    ([, value]: [string, unknown]) => typeof value === 'string' && !isPrintable(value),
  )?.[0]

/** Reads a file row by row and keeps what is wrong with which row. */
export function makeReader() {
  const problems: Problem[] = []
  const complain = (place: string, problem: string): void => {
    if (problems.length < PROBLEMS_MAX) problems.push({ place, problem })
  }

  /** The value if it has the shape; otherwise undefined, and the problems are kept. */
  function shaped<S extends TSchema>(
    schema: S,
    value: unknown,
    place: string,
  ): Static<S> | undefined {
    const check = compiled.get(schema) ?? ajv.compile(schema)
    compiled.set(schema, check)
    if (check(value)) {
      const bad = unprintableIn(value)
      if (bad === undefined) return value as Static<S>
      complain(`${place}.${bad}`, errors.badText(bad).message)
      return undefined
    }
    for (const { attr, detail } of fieldErrors(check.errors ?? []))
      complain(attr === null ? place : `${place}.${attr}`, detail)
    return undefined
  }

  /** The good rows of a list, each with its place. A key that comes twice is a problem. */
  function rows<S extends TSchema>(
    schema: S,
    list: readonly unknown[] | undefined,
    place: string,
    seen: Set<string>,
  ): { row: Static<S> & { readonly key: string }; place: string }[] {
    const good: { row: Static<S> & { readonly key: string }; place: string }[] = []
    for (const [index, value] of (list ?? []).entries()) {
      const at = `${place}[${index}]${named(value)}`
      const found: unknown = shaped(schema, value, at)
      if (found === undefined) continue
      const row = found as Static<S> & { readonly key: string }
      const { key } = found as { readonly key: string }
      if (seen.has(key)) complain(at, `the key "${key}" is there twice`)
      seen.add(key)
      good.push({ row, place: at })
    }
    return good
  }

  /** Sections within sections as one list in reading order. */
  function flat(list: readonly unknown[] | undefined, place: string, level = 0): FlatSection[] {
    if (list === undefined || list.length === 0) return []
    if (level >= SECTION_LEVELS) {
      complain(place, `sections may be nested ${SECTION_LEVELS} deep`)
      return []
    }
    return list.flatMap((value, index) => {
      const at = `${place}.sections[${index}]`
      const section = shaped(TransferSection, value, at)
      if (section === undefined) return []
      const { title, content, sections } = section
      return [{ title: title.trim(), content, level }, ...flat(sections, at, level + 1)]
    })
  }

  return {
    problems,
    complain,
    shaped,
    rows,
    flat,
    /** @throws BadFile */
    assertGood(): void {
      if (problems.length > 0) throw new BadFile(problems)
    },
  }
}
export type Reader = ReturnType<typeof makeReader>

function named(value: unknown): string {
  const key = typeof value === 'object' && value !== null && 'key' in value ? value.key : undefined
  return typeof key === 'string' ? ` "${key.slice(0, 120)}"` : ''
}

type Nested = { title: string; content: string; sections?: Nested[] }

/** The other way round: levels become sections within sections. */
export function nested(flatSections: readonly FlatSection[]): Nested[] {
  const top: Nested[] = []
  const path: Nested[] = []
  for (const { title, content, level } of flatSections) {
    const section: Nested = { title, content }
    // A level that skips one hangs on what there is.
    path.length = Math.min(level, path.length)
    const parent = path.at(-1)
    if (parent === undefined) top.push(section)
    else {
      parent.sections ??= []
      parent.sections.push(section)
    }
    path.push(section)
  }
  return top
}
