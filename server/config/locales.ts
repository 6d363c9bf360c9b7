import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decoded } from './decoded.ts'

/** A folder for each language, named by its two letters. */
export const LOCALES = join(import.meta.dirname, '../../locales')
/** The language that all texts exist in; what another one lacks is shown in it. */
export const ENGLISH = 'en'

/** Texts by name; lists are the sentences of a mail. */
export type TextTree = { readonly [name: string]: string | readonly string[] | TextTree }

/** The languages with a folder, in alphabetical order. */
export const languageFolders = (): string[] =>
  readdirSync(LOCALES)
    .filter((name) => /^[a-z]{2}$/.test(name))
    .sort()

/** The texts of one file, such as `mail`; none where the language does not have it. */
export function textsOfFile(language: string, file: string): TextTree {
  const path = join(LOCALES, language, `${file}.json`)
  return existsSync(path) ? (JSON.parse(decoded(readFileSync(path))) as TextTree) : {}
}

const filesIn = (language: string, folder: string, ending: string): string[] => {
  const path = join(LOCALES, language, folder)
  return existsSync(path) ? readdirSync(path).filter((name) => name.endsWith(ending)) : []
}

const namesIn = (tree: TextTree, path = ''): string[] =>
  Object.entries(tree).flatMap(([name, part]) =>
    typeof part === 'string' || Array.isArray(part)
      ? [`${path}${name}`]
      : namesIn(part as TextTree, `${path}${name}.`),
  )

/**
 * What a language lacks of the English texts, such as `mail: activation.subject` and `legal/privacy.md`. Of a text with
 * plural forms it needs those of `Intl.PluralRules`.
 */
export function missingTexts(language: string): string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const wanted = (names: readonly string[]): Set<string> =>
    new Set(
      names.flatMap((name) => {
        const [, base, form] = /^(.+)_(one|other)$/.exec(name) ?? []
        const isPlural =
          base !== undefined && names.includes(`${base}_one`) && names.includes(`${base}_other`)
        if (!isPlural) return [name]
        return form === 'one' ? [] : forms.map((one) => `${base}_${one}`)
      }),
    )
  const missing = filesIn(ENGLISH, '.', '.json').flatMap((name) => {
    const file = name.slice(0, -'.json'.length)
    const own = new Set(namesIn(textsOfFile(language, file)))
    return [...wanted(namesIn(textsOfFile(ENGLISH, file)))]
      .filter((one) => !own.has(one))
      .map((one) => `${file}: ${one}`)
  })
  const pages = new Set(filesIn(language, 'legal', '.md'))
  const lacking = filesIn(ENGLISH, 'legal', '.md').filter((name) => !pages.has(name))
  return [...missing, ...lacking.map((name) => `legal/${name}`)]
}

let complete: readonly string[] | undefined
/** English and every language that lacks nothing of it. Folders are read once. */
export function completeLanguages(): readonly string[] {
  const others = languageFolders().filter((one) => one !== ENGLISH)
  complete ??= [ENGLISH, ...others.filter((one) => missingTexts(one).length === 0)]
  return complete
}
