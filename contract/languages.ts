import Type, { type Static } from 'typebox'
import { anyId } from './deskShapes.ts'
import { id, nullable } from './shapes.ts'

/* The language of a text, as two letters. Texts without one are in the main language of the site. */

/** Present where the text is not in the main language of the site; additive. */
export const inLanguage = { language: Type.Optional(Type.String()) }

/** Published translations, each in another language; absent without any. Additive. */
export const withTranslations = {
  translations: Type.Optional(
    Type.Array(
      // `label`: of the link, in the language of the translation.
      Type.Object({ language: Type.String(), id: id(), label: Type.String() }),
    ),
  ),
}

/**
 * Two letters; additive. A list leaves out texts that have a published translation in this language: of a text in several
 * languages one is left.
 */
export const listedIn = { language: Type.Optional(Type.String({ maxLength: 2 })) }
export const ListedIn = Type.Object(listedIn)
export type ListedIn = Static<typeof ListedIn>

/* At the desk: null is the main language of the site, and absent fields stay as they are. */

const language = () => Type.Optional(nullable(Type.String({ maxLength: 2, pattern: '^[a-z]{2}$' })))
export const languageField = { language: language() }
/** `translation_of`: another record of the same kind; the two are translations of each other. */
export const translationFields = {
  ...languageField,
  translation_of: Type.Optional(nullable(anyId())),
}

/** Rows of a file with the same `translation` are translations of one another. */
export const translationOfFile = {
  ...languageField,
  translation: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' }))),
}
