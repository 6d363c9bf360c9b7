import { existsSync, readdirSync } from 'node:fs'
import type { SiteKit } from '#contract/siteKit.ts'
import { cutText } from '#shared/cutText.ts'
import { ENGLISH, languageFolders } from '../../../config/locales.ts'
import type { KitBase } from '../../../text/kit.ts'
import { languagesOf, listTexts } from '../policy.ts'
import { type FolderFiles, TextsYaml } from './files.ts'

/*
 * The files with texts and legal texts, which have a language in their names: `texts.de.yaml`, `imprint.de.md`.
 * `texts.yaml` is English, `imprint.md` is in the main language of the site, whichever that is.
 */

const LEGAL = ['privacy', 'imprint', 'conduct'] as const
type LegalName = (typeof LEGAL)[number]

/** Ids within the file leave the language out. */
const textsFile = (language: string): string =>
  language === ENGLISH ? 'texts.yaml' : `texts.${language}.yaml`

const legalFile = (name: LegalName, language?: string): string =>
  language === undefined ? `${name}.md` : `${name}.${language}.md`

type Legal = Pick<SiteKit, 'legal' | 'legal_in'>
export type FolderWords = {
  /** Texts by id with the language. */
  readonly texts: TextsYaml
  readonly legal: Legal
  /** The file, with the line, of a path within the kit; undefined for other parts. */
  readonly placeOf: (path: string) => string | undefined
}

/** Languages that the site is not served in count, too: their texts are kept. */
export async function readWords(files: FolderFiles, folder: string): Promise<FolderWords> {
  const languages = languageFolders()
  complainAboutNames(files, folder, languages)
  const texts: TextsYaml = {}
  const lines = new Map<string, number>()
  for (const language of languages) {
    const { value, lineOf } = await files.yaml(textsFile(language), TextsYaml)
    for (const [short, text] of Object.entries(value ?? {})) {
      texts[`${language}/${short}`] = text
      lines.set(`${language}/${short}`, lineOf([short]))
    }
  }
  const placeOfText = (id: string) =>
    `${textsFile(id.split('/', 1)[0] ?? '')}:${lines.get(id) ?? 1}`
  const ids = Object.keys(texts)
  const known = new Set(listTexts(languagesOf(ids)).map(({ id }) => id))
  for (const id of ids.filter((one) => !known.has(one)))
    files.problems.add(
      placeOfText(id),
      `There is no text “${cutText(id.slice(id.indexOf('/') + 1), 130)}”.`,
    )
  return {
    texts,
    legal: await readLegal(files, languages),
    placeOf(path) {
      const id = /^texts\.(\w+\/.*)$/.exec(path)?.[1]
      if (id !== undefined) return placeOfText(id)
      const [, language, name] = /^legal(?:_in\.(\w+))?\.(\w+)$/.exec(path) ?? []
      const found = LEGAL.find((one) => one === name)
      return found && legalFile(found, language)
    },
  }
}

/** Files with a wrong name are a problem: visitors would be the first to miss their texts. */
function complainAboutNames(
  { problems }: FolderFiles,
  folder: string,
  languages: readonly string[],
): void {
  const known = [
    ...languages.map(textsFile),
    ...LEGAL.flatMap((name) => [undefined, ...languages].map((one) => legalFile(name, one))),
  ]
  const found = existsSync(folder) ? readdirSync(folder) : []
  for (const name of found.filter((one) => /^(texts\..*yaml|(privacy|imprint)\..*md)$/.test(one)))
    if (!known.includes(name))
      problems.add(name, `No file of this name is read. There are: ${known.join(', ')}.`)
}

async function readLegal(files: FolderFiles, languages: readonly string[]): Promise<Legal> {
  const read = async (language?: string) => {
    const found: [LegalName, string][] = []
    for (const name of LEGAL) {
      const text = await files.text(legalFile(name, language))
      if (text !== null) found.push([name, text])
    }
    return found.length === 0 ? undefined : Object.fromEntries(found)
  }
  const legal = await read()
  const others: NonNullable<Legal['legal_in']> = {}
  for (const language of languages) {
    const own = await read(language)
    if (own !== undefined) others[language] = own
  }
  return {
    ...(legal && { legal }),
    ...(Object.keys(others).length > 0 && { legal_in: others }),
  }
}

export function legalFilesOf({ legal, legal_in = {} }: SiteKit): [file: string, text: string][] {
  const parts = [[undefined, legal] as const, ...Object.entries(legal_in)]
  return parts.flatMap(([language, texts]) =>
    LEGAL.flatMap((name): [string, string][] => {
      const text = texts?.[name]
      return text === undefined ? [] : [[legalFile(name, language), text]]
    }),
  )
}

/**
 * The texts of a kit, and those below it, by the file that has them. Texts of an older version, which this one does not
 * show, stay behind.
 */
export function textFilesOf(
  { texts = {} }: SiteKit,
  base: KitBase['texts'],
): [file: string, texts: TextsYaml][] {
  return languagesOf(Object.keys({ ...base, ...texts })).flatMap((language) => {
    const found: TextsYaml = {}
    for (const { id, text: standard } of listTexts([language], base)) {
      const own = texts[id] ?? (id in base && { text: standard, was: standard })
      if (!own) continue
      found[id.slice(language.length + 1)] = own.was === standard ? own.text : own
    }
    return Object.keys(found).length === 0 ? [] : [[textsFile(language), found]]
  })
}
