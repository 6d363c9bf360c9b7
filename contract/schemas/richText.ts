import Type, { type Static } from 'typebox'
import { ALIAS_MAX, ALIASES_MAX } from '../formatting.ts'
import { TERM_KINDS, TEXT_FORMATS } from '../sets.ts'
import { line, nullable } from './shared.ts'

/* A text as a tree of a closed set of nodes: nothing in it is markup. */

export const TextFormat = Type.Enum(TEXT_FORMATS)

/** Fields at the desk; absent ones keep their values. */
export const formatFields = { format: Type.Optional(TextFormat) }
export const aliasFields = {
  ...formatFields,
  aliases: Type.Optional(Type.Array(line(ALIAS_MAX), { maxItems: ALIASES_MAX })),
}
export const withAliases = { format: TextFormat, aliases: Type.Array(Type.String()) }

/** Part of a line, or lines. A string is plain text; line breaks in texts are shown. */
export const Run = Type.Union([
  Type.String(),
  Type.Object({
    text: Type.String(),
    strong: Type.Optional(Type.Literal(true)),
    em: Type.Optional(Type.Literal(true)),
    /** http, https, mailto or a path of the site. */
    href: Type.Optional(Type.String()),
    /** Target of a name that is linked. */
    term: Type.Optional(Type.Object({ kind: Type.Enum(TERM_KINDS), id: Type.Integer() })),
  }),
])
export type Run = Static<typeof Run>

const runs = Type.Array(Run)
const leaves = [
  Type.Object({ type: Type.Literal('paragraph'), runs }),
  Type.Object({ type: Type.Literal('heading'), runs }),
] as const
const within = <T extends Type.TSchema>(block: T) => {
  const blocks = Type.Array(block)
  return Type.Union([
    ...leaves,
    Type.Object({ type: Type.Literal('quote'), blocks }),
    // `start`: the first number; null without numbers.
    Type.Object({
      type: Type.Literal('list'),
      start: nullable(Type.Integer()),
      items: Type.Array(blocks),
    }),
  ])
}

/** `NESTING_MAX` levels, written out: a reference to itself is no part of what the serializer can resolve. */
export const RichText = Type.Array(within(within(within(Type.Union([...leaves])))))
/** Recursive type, as nodes nest; the schema ends at `NESTING_MAX` levels. */
export type Block =
  | { type: 'paragraph'; runs: Run[] }
  | { type: 'heading'; runs: Run[] }
  | { type: 'quote'; blocks: Block[] }
  | { type: 'list'; start: number | null; items: Block[][] }
export type RichText = Block[]
