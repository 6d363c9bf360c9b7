import { zipOf } from '../test/helpers/fixtures/archives.ts'

/* Worlds of other programs, with tables, links between their entries and umlauts. */

const KINDS = ['Orte', 'Völker', 'Götter']
const kindOf = (at: number) => KINDS[at % KINDS.length] ?? ''
const nameOf = (at: number) => `Düsterbrück ${at}`
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

const HISTORY =
  'zogen die **Ähren** von Tür zu Tür, *sangen* und tranken. Das Lied handelt von einem Müller, seinen drei Töchtern ' +
  'und der Mühle am Bach.'

/** @param linkTo a link to an entry with these words */
function table(at: number, linkTo: (at: number, words: string) => string): string {
  return [
    '| Ware | Preis | Gewicht |',
    '| :-- | --: | :-: |',
    `| Öl | ${at % 90} | 1 |`,
    `| ${linkTo(at * 3, 'Süßholz')} | 12 | 0,5 |`,
    '| Käse | 7 | 4 |',
  ].join('\n')
}

export type ForeignFile = { readonly name: string; readonly bytes: Buffer }

/**
 * A ZIP of Markdown, a text for each entry.
 * @param pictures shown by the first entries, by their names
 */
export async function markdownWorld(
  count: number,
  pictures: Readonly<Record<string, Buffer>> = {},
): Promise<ForeignFile> {
  const shown = Object.keys(pictures)
  const linkTo = (at: number, words: string) =>
    `[${words}](${encodeURIComponent(nameOf(at % count))}.md)`
  const text = (at: number) => {
    const picture = shown[at]
    return [
      `---\ntype: ${kindOf(at)}\n---`,
      `Über den Höfen liegt ein Nebel, den man bis ${linkTo(at * 7, 'hierher')} sieht; auch [[${nameOf((at + 1) % count)}]] kennt ihn.`,
      ...(picture === undefined ? [] : [`![Ein Bild](${picture})`]),
      '## Preise',
      table(at, linkTo),
      '## Geschichte',
      `Im Jahr ${at} ${HISTORY}`,
    ].join('\n\n')
  }
  const texts = numbers(count).map((at) => [`Welt/${nameOf(at)}.md`, text(at)] as const)
  const files = Object.entries(pictures).map(([name, bytes]) => [`Welt/${name}`, bytes] as const)
  return {
    name: 'welt.zip',
    bytes: await zipOf(Object.fromEntries<string | Buffer>([...texts, ...files])),
  }
}

/** A table with a row for each entry, as a spreadsheet program saves it. */
export function csvWorld(count: number): ForeignFile {
  const linkTo = (at: number, words: string) =>
    `[${words}](entry:${encodeURIComponent(nameOf(at % count))})`
  const rows = numbers(count).map((at) =>
    [
      nameOf(at),
      kindOf(at),
      `"Über den Höfen, ${linkTo(at * 7, 'hierher')}.\n\n${table(at, linkTo)}"`,
      `Im Jahr ${at} ${HISTORY}`,
    ].join(';'),
  )
  return {
    name: 'welt.csv',
    bytes: Buffer.from(`\uFEFFName;Typ;Beschreibung;Geschichte\r\n${rows.join('\r\n')}\r\n`),
  }
}

/** Links of one note. */
const LINKS = 50
const FIRST_ID = 100_000

/** An export of Kanka with a note for each entry, which has many links. */
export async function kankaWorld(count: number): Promise<ForeignFile> {
  const note = (at: number) => {
    const mentions = numbers(LINKS).map(
      (link) => `Über [note:${FIRST_ID + ((at * 7 + link) % count)}] und weiter`,
    )
    const price = `<table><tr><th>Ware</th><th>Preis</th></tr><tr><td>Öl</td><td>${at}</td></tr></table>`
    const entry = `<p>${mentions.join(' ')}</p><h2>Preise</h2>${price}`
    const id = FIRST_ID + at
    return {
      id: at + 1,
      name: nameOf(at),
      entity: { id, name: nameOf(at), type: kindOf(at), entry },
    }
  }
  const notes = numbers(count).map(
    (at) => [`notes/note-${at}.json`, JSON.stringify(note(at))] as const,
  )
  return {
    name: 'kanka.zip',
    bytes: await zipOf({ 'campaign.json': '{}', ...Object.fromEntries(notes) }),
  }
}

/** Journals of Foundry, a page for each entry. */
export function foundryWorld(count: number): ForeignFile {
  const idOf = (at: number) => `entry${String(at % count).padStart(11, '0')}`
  const journal = (at: number) => ({
    _id: idOf(at),
    name: nameOf(at),
    pages: [
      {
        _id: `page0${String(at).padStart(11, '0')}`,
        name: 'Übersicht',
        type: 'text',
        text: {
          format: 1,
          content: `<h2>Preise</h2><p>Siehe @UUID[JournalEntry.${idOf(at * 7)}]{hier} und <strong>Größe</strong>.</p><table><tr><th>Ware</th><th>Preis</th></tr><tr><td>Öl</td><td>${at}</td></tr></table>`,
        },
      },
    ],
  })
  return { name: 'foundry.json', bytes: Buffer.from(JSON.stringify(numbers(count).map(journal))) }
}
