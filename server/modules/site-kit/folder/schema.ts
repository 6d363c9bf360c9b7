import { Ajv, type ErrorObject } from 'ajv'
import Type, { type Static } from 'typebox'
import { BOOK_PAGES_MAX, PICTURE_SLOTS, SiteColours, SiteKit } from '#contract/siteKit.ts'
import { cutText } from '#shared/cutText.ts'
import { fieldErrors } from '../../../http/plugins/validation.ts'
import { inEnglish } from '../../../text/sentence.ts'

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

const { name, short_name, claim, contact } = SiteKit.properties
export const SiteYaml = Type.Object(
  {
    name,
    short_name,
    claim,
    contact,
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
  },
  strict,
)
export type SiteYaml = Static<typeof SiteYaml>

/** Texts of the pages of a book, in their order. */
export const BookTexts = Type.Array(
  Type.Object({ title: Type.Optional(Type.String()), text: Type.Optional(Type.String()) }, strict),
  { maxItems: BOOK_PAGES_MAX },
)
export type BookTexts = Static<typeof BookTexts>

/** By id without the language; `was` is the default that the text has replaced. */
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
