import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENGLISH } from '../../config/locales.ts'
import type downloads from './demo/en/downloads.json'
import type events from './demo/en/events.json'
import type glossary from './demo/en/glossary.json'
import type groups from './demo/en/groups.json'
import type news from './demo/en/news.json'
import type past from './demo/en/past.json'
import type planning from './demo/en/planning.json'
import type profile from './demo/en/profile.json'
import type programme from './demo/en/programme.json'
import type registrations from './demo/en/registrations.json'
import type rules from './demo/en/rules.json'
import type firstDownloads from './starter/en/downloads.json'
import type firstTypes from './starter/en/glossary.json'
import type firstRules from './starter/en/rules.json'
import type firstTexts from './starter/en/texts.json'
import type welcome from './starter/en/welcome.json'

/*
 * The texts of the seeds, a folder for each language. The folders have the same structure
 * (test/server/seedLanguages.test.ts), so that the types of the English files describe all of them.
 */

type Files = {
  readonly demo: {
    readonly downloads: typeof downloads
    readonly events: typeof events
    readonly glossary: typeof glossary
    readonly groups: typeof groups
    readonly news: typeof news
    readonly past: typeof past
    readonly planning: typeof planning
    readonly profile: typeof profile
    readonly programme: typeof programme
    readonly registrations: typeof registrations
    readonly rules: typeof rules
  }
  readonly starter: {
    readonly downloads: typeof firstDownloads
    readonly glossary: typeof firstTypes
    readonly rules: typeof firstRules
    readonly texts: typeof firstTexts
    readonly welcome: typeof welcome
  }
}
type Seed = keyof Files
type NameIn<S extends Seed> = keyof Files[S] & string
export type DemoTexts<Name extends NameIn<'demo'>> = Files['demo'][Name]

/** The file of the language, or the English one where it has none. */
function read<S extends Seed, Name extends NameIn<S>>(
  seed: S,
  name: Name,
  language: string,
): Files[S][Name] {
  const fileIn = (folder: string) => join(import.meta.dirname, seed, folder, `${name}.json`)
  const own = fileIn(language)
  return JSON.parse(readFileSync(existsSync(own) ? own : fileIn(ENGLISH), 'utf8')) as Files[S][Name]
}

export const demoTexts = <Name extends NameIn<'demo'>>(name: Name, language: string) =>
  read('demo', name, language)

export const starterTexts = <Name extends NameIn<'starter'>>(name: Name, language: string) =>
  read('starter', name, language)

export const languagesOf = (seed: Seed): string[] =>
  readdirSync(join(import.meta.dirname, seed)).toSorted()

/** A file of the demonstration in each of its languages. */
export const everyDemo = <Name extends NameIn<'demo'>>(name: Name): DemoTexts<Name>[] =>
  languagesOf('demo').map((language) => demoTexts(name, language))
