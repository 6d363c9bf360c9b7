import { EMAIL_PATTERN } from '#contract/fields.ts'

const EMAIL = new RegExp(EMAIL_PATTERN)

export const isEmail = (text: string): boolean => EMAIL.test(text.trim())

export const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''

export const namesOf = <Values extends object>(values: Values) =>
  Object.keys(values) as Array<keyof Values>

/** The rule of fields that must not be empty. @param texts messages for empty fields, by field */
export const filled =
  <Field extends string, Key>(texts: Readonly<Record<Field, Key>>) =>
  (values: Readonly<Record<Field, string>>): { [Name in Field]?: Key } => {
    const problems: { [Name in Field]?: Key } = {}
    for (const field of namesOf(texts)) if (isBlank(values[field])) problems[field] = texts[field]
    return problems
  }
