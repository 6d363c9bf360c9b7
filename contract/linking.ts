import Type, { type Static } from 'typebox'
import { inLanguage, ListedIn } from './languages.ts'
import { type CallTable, openCall } from './route.ts'
import { LINKED_KINDS, RULE_KINDS, TERM_KINDS } from './sets.ts'
import { byId, id, lenient, listPictures, nullable, refused } from './shapes.ts'

/** Texts that "Mentioned in" lists. */
export const MENTIONS_SHOWN = 20

/** List that has the rule; absent for other kinds. */
const list = { list: Type.Optional(Type.Enum(RULE_KINDS)) }

const Mention = Type.Object({
  kind: Type.Enum(LINKED_KINDS),
  id: id(),
  title: Type.String(),
  ...list,
  ...inLanguage,
})
export type Mention = Static<typeof Mention>

export const Term = Type.Object({
  kind: Type.Enum(TERM_KINDS),
  id: id(),
  title: Type.String(),
  /** The type of an entry of the glossary. */
  label: nullable(Type.String()),
  /** Its first line. */
  text: nullable(Type.String()),
  image: nullable(Type.String()),
  ...listPictures,
  ...list,
  ...inLanguage,
  /** Texts for everybody that name it. */
  mentioned_in: lenient(Type.Array(Mention, { maxItems: MENTIONS_SHOWN }), []),
})
export type Term = Static<typeof Term>

/** A language makes mentions leave out texts whose translation in it is among them. */
const card = { params: byId(), querystring: ListedIn, response: { 200: Term, ...refused(404) } }

/** Additions (behaviour 12.12), announced by a `term` or `mentioned` of a text. */
export const linkingCalls = {
  getGlossaryTerm: openCall('GET', '/terms/glossary/:id', {
    summary: 'The card of an approved entry, and the texts that mention it',
    ...card,
  }),
  getRuleTerm: openCall('GET', '/terms/rule/:id', {
    summary: 'The card of a rule, and the texts that mention it',
    ...card,
  }),
} as const satisfies CallTable
