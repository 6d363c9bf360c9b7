import Type, { type Static } from 'typebox'
import { asking } from './deskShapes.ts'
import { LONG_TEXT_MAX } from './fields.ts'
import { type CallTable, memberCall } from './route.ts'
import { CALLOUTS, type Callout, TERM_KINDS, TEXT_ALIGNMENTS, TEXT_FORMATS } from './sets.ts'
import { line, nullable, Picture, refused, unchecked } from './shapes.ts'

/** UTF-16 units of all sub-entries of one glossary entry together: some forty pages. */
export const ENTRY_TEXT_MAX = 100_000

/** Sub-entries of one glossary entry in one call; far above what the form is used for. */
export const SUB_ENTRIES_MAX = 50

/** Lists, definitions, quotes and callouts within each other; what is nested deeper is shown at this depth. */
export const NESTING_MAX = 3
/** Levels of headings in a text; a deeper one has the last. */
export const HEADINGS_MAX = 3
/** Widths of a picture in percent of its text; another one is the nearest of these. */
export const TEXT_SHARES = [25, 50, 75, 100] as const
/** Texts of one record at the desk that are previewed at once: its description and its sections. */
export const DESK_PREVIEW_MAX = 501
/** Other names of an entry, for links from texts, and characters of one of them. */
export const ALIASES_MAX = 10
export const ALIAS_MAX = 100

/* A text as a tree of a closed set of nodes: nothing in it is markup. */

export const TextFormat = Type.Enum(TEXT_FORMATS)

/** Change at the desk. Absent fields stay as they are. */
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
    /** The run is the number of this footnote, from 1. */
    note: Type.Optional(Type.Integer()),
    /** Target of a linked name in the text. */
    term: Type.Optional(Type.Object({ kind: Type.Enum(TERM_KINDS), id: Type.Integer() })),
  }),
])
export type Run = Static<typeof Run>

const runs = Type.Array(Run)
const leaves = [
  Type.Object({ type: Type.Literal('paragraph'), runs }),
  // `level`: 1 to `HEADINGS_MAX` within the text, without gaps.
  Type.Object({ type: Type.Literal('heading'), level: Type.Integer(), runs }),
  Type.Object({
    type: Type.Literal('table'),
    /** One for each column. */
    align: Type.Array(nullable(Type.Enum(TEXT_ALIGNMENTS))),
    head: Type.Array(runs),
    rows: Type.Array(Type.Array(runs)),
  }),
  Type.Object({
    type: Type.Literal('image'),
    /** A picture that was uploaded for texts. */
    picture: Picture,
    /** The same in other sizes. */
    pictures: Type.Array(Picture),
    alt: Type.String(),
    caption: nullable(runs),
    /** Percent of the width of the text; null: as wide as the picture, at most that of the text. */
    share: nullable(Type.Integer()),
  }),
  Type.Object({ type: Type.Literal('divider') }),
  // The notes of the text, in the order of the numbers that refer to them. Always the last block.
  Type.Object({ type: Type.Literal('footnotes'), notes: Type.Array(runs) }),
] as const
/**
 * A reference to itself is no part of what the serializer can resolve, and each level that is written out multiplies the
 * document of the API.
 */
const blocks = Type.Array(
  Type.Unsafe<Block>({
    description: `A node as in the text itself, at most ${NESTING_MAX} within each other`,
  }),
)
const containers = [
  Type.Object({ type: Type.Literal('quote'), blocks }),
  Type.Object({ type: Type.Literal('callout'), kind: Type.Enum(CALLOUTS), title: runs, blocks }),
  // `start`: the first number; null without numbers.
  Type.Object({
    type: Type.Literal('list'),
    start: nullable(Type.Integer()),
    items: Type.Array(blocks),
  }),
  Type.Object({
    type: Type.Literal('definitions'),
    items: Type.Array(Type.Object({ term: runs, blocks })),
  }),
] as const

export const RichText = Type.Array(unchecked(Type.Union([...leaves, ...containers])))
type Leaf = Static<(typeof leaves)[number]>
/** The recursive type: nodes refer to nodes. */
export type Block =
  | Leaf
  | { type: 'quote'; blocks: Block[] }
  | { type: 'callout'; kind: Callout; title: Run[]; blocks: Block[] }
  | { type: 'list'; start: number | null; items: Block[][] }
  | { type: 'definitions'; items: { term: Run[]; blocks: Block[] }[] }
export type RichText = Block[]

const texts = (maxItems: number) =>
  Type.Object({
    texts: Type.Array(Type.String({ maxLength: LONG_TEXT_MAX }), { minItems: 1, maxItems }),
  })

export const Preview = Type.Object({
  /** One tree for each text, without links of names; null for a text that is shown as typed. */
  trees: Type.Array(nullable(RichText)),
})
export type Preview = Static<typeof Preview>

/** Additions: announced by `formatting` in the head of the page (behaviour 12.12). */
export const formattingCalls = {
  previewTexts: memberCall('POST', '/texts/preview/', {
    summary: `How texts look with light formatting: at most ${ENTRY_TEXT_MAX} characters together. Nothing is stored`,
    body: texts(SUB_ENTRIES_MAX),
    response: { 200: Preview, ...refused(400) },
  }),
  /** Announced by `text_pictures` in the head of the page. */
  addTextPicture: memberCall('POST', '/texts/pictures/', {
    summary:
      'A picture for texts with light formatting: multipart form with the file `image`, JPEG or PNG. It is deleted once no text has shown it for 14 days',
    consumes: ['multipart/form-data'],
    response: { 201: Picture, ...refused(400, 413) },
  }),
} as const satisfies CallTable

export const deskFormattingCalls = {
  texts: {
    preview: asking('/texts/preview', { body: texts(DESK_PREVIEW_MAX), response: { 200: Preview, ...refused(400) } }),
  },
}
