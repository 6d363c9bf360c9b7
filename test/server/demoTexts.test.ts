import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type DemoTexts, demoTexts, languagesOf } from '#server/db/seed/languages.ts'
import { plainText } from '#server/text/light.ts'

type Entry = DemoTexts<'glossary'>['entries'][number] & {
  readonly rejection_reason?: string
  readonly format?: 'light'
}

const seed = join(import.meta.dirname, '../../server/db/seed')

/** Texts of the demonstration in one language. */
function textsIn(language: string) {
  const { types, entries } = demoTexts('glossary', language)
  const { categories } = demoTexts('downloads', language)
  return {
    types,
    entries: entries as readonly Entry[],
    news: demoTexts('news', language),
    events: demoTexts('events', language),
    categories,
    files: categories.flatMap((category) => category.files),
  }
}

const words = (text: string) => text.trim().split(/\s+/).length
const repeated = (list: readonly string[]) => list.filter((one, i) => list.indexOf(one) !== i)
const notWithin = (length: number, min: number, max: number) => length < min || length > max

/** An entry without its light formatting. */
const unformatted = (entry: Entry) => ({
  ...entry,
  sub_entries: entry.sub_entries.map(({ title, content }) => ({
    title,
    content: plainText(entry.format ?? 'plain', content),
  })),
})

/** All texts that a visitor could read, so that one check finds markup or a typo anywhere. */
const strings = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : []
}

describe.each(languagesOf('demo'))('in %s', (language) => {
  const { types, entries, news, events, categories, files } = textsIn(language)

  describe('the glossary of the demo world', () => {
    const by = (author: string, state: string) =>
      entries.filter((e) => e.author === author && e.state === state)
    const staff = entries.filter((entry) => entry.author === 'staff')
    const byMembers = entries.filter((entry) => entry.author !== 'staff')

    it('has eight types with two to four sub-types each, and icons that exist', () => {
      expect(types).toHaveLength(8)
      expect(types.filter((type) => notWithin(type.subtypes.length, 2, 4))).toEqual([])
      const drawn = (icon: string) => existsSync(join('public/icons/game', `${icon}.svg`))
      expect(types.map((type) => type.icon).filter((icon) => !drawn(icon))).toEqual([])
      expect(
        repeated([
          ...types.map((t) => t.key),
          ...types.flatMap((t) => t.subtypes.map((s) => s.key)),
        ]),
      ).toEqual([])
    })

    it('has at least sixty-four entries, and the entries of members in every state', () => {
      expect(entries.length).toBeGreaterThanOrEqual(64)
      expect([by('mira', 'approved').length, by('tomas', 'approved').length]).toEqual([6, 6])
      expect(byMembers.filter((e) => e.state === 'pending')).toHaveLength(3)
      expect(byMembers.filter((e) => e.state === 'rejected')).toHaveLength(2)
      expect(byMembers.every((e) => ['mira', 'tomas'].includes(e.author))).toBe(true)
      expect(staff.every((e) => e.state === 'approved')).toBe(true)
    })

    it('puts every entry under a type and a sub-type that exist, and leaves none of them empty', () => {
      const subtypesOf = new Map(types.map((type) => [type.key, type.subtypes.map((s) => s.key)]))
      const homeless = entries.filter(({ type, subtype }) => {
        const known = subtypesOf.get(type)
        return known === undefined || (subtype !== null && !known.includes(subtype))
      })
      expect(homeless).toEqual([])
      const used = new Set(entries.filter((e) => e.state === 'approved').map((e) => e.subtype))
      expect([...subtypesOf.values()].flat().filter((key) => !used.has(key))).toEqual([])
    })

    it('keeps the limits of the form and has no title twice', () => {
      const titles = entries.flatMap((e) => [e.title, ...e.sub_entries.map((s) => s.title)])
      expect(titles.filter((title) => title.trim() === '' || title.length > 100)).toEqual([])
      expect(repeated(entries.map((e) => e.title))).toEqual([])
      expect(entries.filter((e) => repeated(e.sub_entries.map((s) => s.title)).length > 0)).toEqual(
        [],
      )
      expect(entries.filter((e) => e.sub_entries.some((s) => s.content.trim() === ''))).toEqual([])
    })

    it('gives staff entries a description and one to three sections of a readable length', () => {
      expect(
        staff.filter((e) => notWithin(words(e.description), 40, 90)).map((e) => e.title),
      ).toEqual([])
      expect(
        staff.filter((e) => notWithin(e.sub_entries.length, 1, 3)).map((e) => e.title),
      ).toEqual([])
      const odd = staff
        .flatMap((e) => e.sub_entries.map((s) => ({ of: e.title, ...s })))
        .filter((s) => notWithin(words(s.content), 40, 120))
      expect(odd.map((s) => `${s.of}: ${s.title}`)).toEqual([])
    })

    it('leaves the description of members empty and gives a reason for each rejection, and only there', () => {
      expect(byMembers.filter((e) => e.description !== '' || e.sub_entries.length === 0)).toEqual(
        [],
      )
      expect(
        entries.filter((e) => (e.state === 'rejected') !== Boolean(e.rejection_reason)),
      ).toEqual([])
    })

    it('has a creation time for every entry, so that sorting by age is unambiguous', () => {
      expect(entries.filter((e) => !Number.isInteger(e.days_ago) || e.days_ago < 0)).toEqual([])
      expect(repeated(entries.map((e) => String(e.days_ago)))).toEqual([])
    })
  })

  describe('news and events of the demo world', () => {
    it('are enough to page through, with titles of their own', () => {
      expect(news.length).toBeGreaterThanOrEqual(14)
      expect(events.length).toBeGreaterThanOrEqual(10)
      expect(events.filter((e) => e.in_days > 0).length).toBeGreaterThanOrEqual(7)
      expect(events.filter((e) => e.in_days < 0).length).toBeGreaterThanOrEqual(1)
      expect(repeated([...news, ...events].map((item) => item.title))).toEqual([])
    })

    it('keep their short descriptions to 160 characters and their texts to a few paragraphs', () => {
      const items = [...news, ...events]
      expect(
        items
          .filter((item) => notWithin(item.short_description.length, 1, 160))
          .map((i) => i.title),
      ).toEqual([])
      expect(
        items
          .filter((item) => notWithin(item.description.split('\n\n').length, 2, 5))
          .map((i) => i.title),
      ).toEqual([])
      expect(items.filter((item) => notWithin(item.title.length, 1, 100))).toEqual([])
    })

    it.each(
      ['National', 'International'].flatMap((scope) =>
        ['Online', 'Offline', 'Both'].map((mode) => [scope, mode] as const),
      ),
    )('have an event that is %s and %s', (scope, mode) =>
      expect(events.filter((e) => e.event_scope === scope && e.event_type === mode)).not.toEqual(
        [],
      ),
    )

    it('have whole days, a length, a place, and some items without a picture', () => {
      expect(news.filter((n) => !Number.isInteger(n.days_ago) || n.days_ago < 0)).toEqual([])
      expect(
        events.filter(
          (e) => !Number.isInteger(e.in_days) || e.duration_minutes <= 0 || e.location === '',
        ),
      ).toEqual([])
      expect(news.some((n) => n.image === null) && events.some((e) => e.image === null)).toBe(true)
    })
  })

  describe('the downloads of the demo world', () => {
    it('are nine files in four categories, one of them empty', () => {
      expect(categories).toHaveLength(4)
      expect(categories.filter((category) => category.files.length === 0)).toHaveLength(1)
      expect(files).toHaveLength(9)
      expect(files.some((file) => file.description === null)).toBe(true)
      for (const key of ['display_name', 'download_file_name', 'file'] as const)
        expect(repeated(files.map((f) => f[key]))).toEqual([])
    })

    it.each(files)(
      '$download_file_name has the format of its extension',
      ({ file, download_file_name }) => {
        const content = readFileSync(join(seed, 'files/downloads', file))
        const extension = file.split('.').at(-1) ?? ''
        expect(download_file_name).toMatch(/^[A-Za-z0-9-]+\.[a-z]+$/)
        expect(download_file_name.endsWith(`.${extension}`)).toBe(true)
        const starts: Record<string, string> = { pdf: '%PDF-', png: '\x89PNG', csv: '', md: '# ' }
        expect(
          content
            .subarray(0, 5)
            .toString('latin1')
            .startsWith(starts[extension] ?? 'no such kind'),
        ).toBe(true)
      },
    )

    it('has tables in which every row is as wide as its heading', () => {
      const tables = files.filter((file) => file.file.endsWith('.csv'))
      expect(tables).toHaveLength(2)
      for (const { file } of tables) {
        const rows = readFileSync(join(seed, 'files/downloads', file), 'utf8')
          .trimEnd()
          .split('\n')
        expect(rows.filter((row) => row.split(',').length !== rows[0]?.split(',').length)).toEqual(
          [],
        )
        expect(repeated(rows)).toEqual([])
      }
    })

    it('weighs no more than 6 MB in all', () => {
      const bytes = files.map((file) => statSync(join(seed, 'files/downloads', file.file)).size)
      expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(6 * 1024 * 1024)
    })
  })

  describe('all texts of the demo world', () => {
    it('are plain text: no markup, no double spaces, no straight double quotes', () => {
      const odd = strings([types, entries.map(unformatted), news, events, categories]).filter(
        (text) => /[<>*_`"]|\]\(|&[a-z]+;| {2}|\s$|^\s/.test(text.replaceAll('\n\n', '')),
      )
      expect(odd).toEqual([])
    })

    it('refer only to pictures that are drawn', () => {
      const named = [...entries, ...news, ...events, ...files].flatMap((item) => item.image ?? [])
      expect(
        [...new Set(named)].filter((image) => !existsSync(join(seed, 'files/images', image))),
      ).toEqual([])
    })
  })
})
