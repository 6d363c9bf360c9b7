import type { Locator, Page } from 'playwright-core'
import type { ReportKind } from '../../contract/sets.ts'
import { textsIn } from '../../server/text/languages.ts'
import type { Reported } from '../../test/helpers/fixtures/reportables.ts'

/** Key of the picture in test/helpers/fixtures/reportables.ts, without its ending. */
export const PICTURE = 'a'.repeat(32)

/** The page on which a thing is read; `instead` is what its readers see without it. */
type Place = Readonly<Record<'shown' | 'instead', (page: Page) => Locator>> & {
  readonly path: string
  /** What its menu is about; null: a button of its own. */
  readonly about: string | null
}

/** Fills in the only value of a sentence. */
export const filled = (sentence: string, value: string): string =>
  sentence.replace(/[{%]\{\w+\}+/, value)

/** Parts of a group that were open before stay in the page, hidden. */
const text = (wanted: string | RegExp) => (page: Page) =>
  page.getByText(wanted, { exact: true }).filter({ visible: true }).first()

/** The pages of what `addReportables` has written, in a language. */
export function placesOf(
  things: Readonly<Record<ReportKind, Reported>>,
  language: string,
): Readonly<Record<ReportKind, Place>> {
  const { glossary, openings, past } = textsIn(language).translation
  // They are in the main language of the site.
  const { neutral } = textsIn('en').pages.report
  const numbered = (sentence: string) => text(new RegExp(`^${filled(sentence, '\\d+')}`))
  const author = things.name.name ?? ''
  const group = `/discordia/dashboard?group=${things.group.id}&part=`
  const sessions = `${group}sessions&date=${things.recap.id}`
  const entry = { path: `/discordia/world?entry=${things.entry.id}`, about: 'Goat rock' }
  return {
    entry: { ...entry, shown: text('Goats.'), instead: text(glossary.entry_missing) },
    picture: {
      ...entry,
      // It comes back at another address.
      shown: (page) => page.locator('img[src*="/api/files/"]').first(),
      instead: text('Goats.'),
    },
    comment: {
      ...{ path: sessions, about: null },
      ...{ shown: text('You goat.'), instead: text('Which evening?') },
    },
    recap: {
      ...{ path: sessions, about: 'Into the mine' },
      ...{ shown: text('A goat led us.'), instead: text(past.no_recap) },
    },
    group: {
      ...{ path: `${group}about`, about: 'Ravens' },
      ...{ shown: text('We insult goats.'), instead: numbered(neutral.group) },
    },
    name: {
      ...{ path: `${group}members`, about: author },
      ...{ shown: text(author), instead: numbered(neutral.name) },
    },
    opening: {
      ...{ path: '/discordia/dashboard', about: 'Ravens' },
      ...{ shown: text('The lantern road'), instead: text(openings.none) },
    },
  }
}
