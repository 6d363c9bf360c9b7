import { defaultI18nProvider, type I18nProvider } from 'react-admin'
import texts from '../locales/en/desk.json'

type KeyOf<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? Name : `${Name}.${KeyOf<Tree[Name]>}`
}[keyof Tree & string]

/** A key of locales/en/desk.json; anything else does not compile. */
export type TextKey = KeyOf<typeof texts>
export type DeskResource = keyof typeof texts.resources
export const deskResources = Object.keys(texts.resources)
export const isDeskResource = (name: string): name is DeskResource => deskResources.includes(name)

function phraseOf(key: string): string | undefined {
  const found = key
    .split('.')
    .reduce<unknown>((tree, name) => (tree as Record<string, unknown> | undefined)?.[name], texts)
  return typeof found === 'string' ? found : undefined
}

/** The desk's texts, and react-admin's own where the desk has none. Polyglot fills in values and plural forms. */
export const i18nProvider: I18nProvider = {
  ...defaultI18nProvider,
  translate: (key, options) => {
    const phrase = phraseOf(key)
    return phrase === undefined
      ? defaultI18nProvider.translate(key, options)
      : defaultI18nProvider.translate(`desk.${key}`, { ...options, _: phrase })
  },
}

type Values = Readonly<Record<string, string | number>>

/** @param values for `%{name}` in the text; `smart_count` chooses the plural form */
export const t = (key: TextKey, values?: Values): string => i18nProvider.translate(key, values)

/** Text of a key that is made of data, such as an action of the audit log. */
export const textOr = (key: string, fallback: string, values?: Values): string =>
  i18nProvider.translate(key, { ...values, _: fallback })

/** @param count 1 for what one of its records is called */
export const resourceName = (resource: string, count = 2): string =>
  textOr(`resources.${resource}.name`, resource, { smart_count: count })
