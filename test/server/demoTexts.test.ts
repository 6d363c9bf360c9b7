import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type DemoTexts, demoTexts, languagesOf } from '#server/db/seed/languages.ts'
import { plainText } from '#server/text/light.ts'

type GlossaryEntry = DemoTexts<'glossary'>['entries'][number] & { readonly format?: 'light' }
type Rule = Pick<DemoTexts<'rules'>['basic'][number], 'title' | 'image' | 'sub_entries'>

const seed = join(import.meta.dirname, '../../server/db/seed')
const file = (name: string) => join(seed, 'files', name)
const repeated = (list: readonly unknown[]) => list.filter((one, i) => list.indexOf(one) !== i)
const changes = (list: readonly string[]) => list.filter((one, at) => one !== list[at - 1])

/** An entry without its light formatting. */
const unformatted = (entry: GlossaryEntry) => ({
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

type Reference = { readonly from: number; readonly place: string | undefined }

/** Titles in double quotation marks: the place of the rule, and that of the rule or section it names. */
function referencesIn(language: string): Reference[] {
  const { basic, quick } = demoTexts('rules', language)
  const entries: Rule[] = [...basic, ...quick]
  const places = new Map(entries.map(({ title }, index) => [title, `${index}`]))
  return entries.flatMap(({ sub_entries }, from) => {
    const own = new Map(sub_entries.map(({ title }, index) => [title, `${from}, ${index}`]))
    const names = sub_entries.map(({ content }) => [
      ...new Set([...content.matchAll(/[“„]([^“”]*)[”“]/g)].map(([, name = '']) => name)),
    ])
    return names.flat().map((name) => ({ from, place: places.get(name) ?? own.get(name) }))
  })
}

const byPlaces = (a: Reference, b: Reference) =>
  a.from - b.from || `${a.place}`.localeCompare(`${b.place}`)

const seconds = (stamp: string) => {
  const [minutes = NaN, rest = NaN] = stamp.split(':').map(Number)
  return minutes * 60 + rest
}
const cuesOf = (captions: string) =>
  captions
    .split('\n\n')
    .filter((block) => block.includes(' --> '))
    .map((block) => {
      const [, timing = '', ...text] = block.trim().split('\n')
      const [start = '', end = ''] = timing.split(' --> ')
      return { start: seconds(start), end: seconds(end), text: text.join(' ') }
    })
/** Seconds, from the movie header box (`mvhd`, version 0) of an mp4 file. */
const durationOf = (movie: Buffer) => {
  const at = movie.indexOf('mvhd') + 4
  return movie.readUInt32BE(at + 16) / movie.readUInt32BE(at + 12)
}

describe.each(languagesOf('demo'))('the demonstration in %s', (language) => {
  const { types, ...glossary } = demoTexts('glossary', language)
  const entries = glossary.entries as readonly GlossaryEntry[]
  const news = demoTexts('news', language)
  const events = demoTexts('events', language)
  const tables = demoTexts('programme', language).flatMap(({ tables, offers }) => [
    ...tables,
    ...offers,
  ])
  const { categories } = demoTexts('downloads', language)
  const downloads = categories.flatMap((category) => category.files)
  const rules = demoTexts('rules', language)
  const allRules: Rule[] = [...rules.basic, ...rules.quick]

  test('keeps the limits of the forms, and has no title twice', () => {
    for (const list of [entries, allRules, [...news, ...events, ...tables]]) {
      const sections = list.flatMap((one) => ('sub_entries' in one ? one.sub_entries : []))
      expect(repeated(list.map(({ title }) => title))).toEqual([])
      const titles = [...list, ...sections].map(({ title }) => title)
      expect(titles.filter((title) => !/^[^\p{Cc}]{1,100}$/u.test(title))).toEqual([])
    }
    const short = [...news, ...events, ...tables].map((item) => item.short_description)
    expect(short.filter((text) => text === '' || text.length > 160)).toEqual([])
  })

  test('puts every entry and every rule under a category that exists, and leaves none empty', () => {
    const subtypes = types.flatMap((type) => type.subtypes.map(({ key }) => `${type.key}/${key}`))
    const used = entries.map(({ type, subtype }) => subtype && `${type}/${subtype}`)
    expect(new Set(used.filter((place) => place !== null))).toEqual(new Set(subtypes))
    const drawn = ({ icon }: { icon: string }) => existsSync(`public/icons/game/${icon}.svg`)
    expect(types.filter((type) => !drawn(type))).toEqual([])
    // Rules are read in the order of their categories.
    expect(changes(rules.basic.map((one) => `${one.category}/${one.subcategory}`))).toEqual(
      rules.categories.flatMap(({ key, subcategories }) =>
        subcategories.map((sub) => `${key}/${sub.key}`),
      ),
    )
    expect(changes(rules.quick.map((one) => one.quick_subcategory))).toEqual(
      rules.quick_subcategories.map(({ key }) => key),
    )
  })

  test('has an event of each scope and mode', () => {
    const kinds = new Set(events.map((one) => `${one.event_scope} ${one.event_type}`))
    expect(kinds.size).toBe(6)
  })

  test('has plain texts: no markup, no double spaces, no straight double quotes', () => {
    const texts = [types, entries.map(unformatted), news, events, tables, categories, allRules]
    const odd = strings(texts).filter((text) =>
      /[<>*_`"\t]|\]\(|&[a-z]+;| {2}|\s$|^\s/.test(text.replaceAll('\n\n', '')),
    )
    expect(odd).toEqual([])
  })

  test('a title in double quotation marks names a rule, or a section of the same rule', () => {
    const english = referencesIn('en')
    expect(english.length).toBeGreaterThan(40)
    expect(english.filter(({ place }) => place === undefined)).toEqual([])
    // Other languages have the same marks for speech.
    const found = referencesIn(language).filter(({ place }) => place !== undefined)
    expect(found.toSorted(byPlaces)).toEqual(english.toSorted(byPlaces))
  })

  test('refers only to pictures that are drawn', () => {
    const named = [...entries, ...news, ...events, ...downloads, ...allRules]
    const images = new Set(named.flatMap((one) => one.image ?? []))
    expect([...images].filter((image) => !existsSync(file(`images/${image}`)))).toEqual([])
  })

  test.each(downloads)('$download_file_name has the format of its extension', (download) => {
    const content = readFileSync(file(`downloads/${download.file}`))
    const extension = download.file.split('.').at(-1) ?? ''
    expect(download.download_file_name).toMatch(/^[A-Za-z0-9-]+\.[a-z]+$/)
    expect(download.download_file_name.endsWith(`.${extension}`)).toBe(true)
    const starts: Record<string, string> = { pdf: '%PDF-', png: '\x89PNG', csv: '', md: '# ' }
    expect(content.toString('latin1', 0, 5).startsWith(starts[extension] ?? 'no such kind')).toBe(
      true,
    )
    if (extension !== 'csv') return
    const widths = content
      .toString()
      .trimEnd()
      .split('\n')
      .map((row) => row.split(',').length)
    expect(new Set(widths).size).toBe(1)
  })

  test.each(rules.videos)(
    'the film "$video_title" plays while it loads, with captions',
    (video) => {
      const movie = readFileSync(file(video.file))
      expect(movie.toString('latin1', 4, 8)).toBe('ftyp')
      expect(movie.includes('avc1')).toBe(true)
      expect(movie.indexOf('moov')).toBeLessThan(movie.indexOf('mdat'))
      const webm = readFileSync(file(video.webm))
      expect(webm.subarray(0, 64).includes('webm')).toBe(true)
      expect(webm.subarray(0, 1000).includes('V_VP9')).toBe(true)
      expect(readFileSync(file(video.poster)).toString('latin1', 8, 12)).toBe('WEBP')
      const captions = readFileSync(file(video.captions), 'utf8')
      expect(captions).toMatch(/^WEBVTT\b/)
      expect(captions).toMatch(/\nNOTE\n(This film has no sound|Dieser Film hat keinen Ton)\./)
      const cues = cuesOf(captions)
      expect(cues.filter((cue) => !(cue.start < cue.end) || cue.text === '')).toEqual([])
      expect(cues.filter((cue, index) => cue.start < (cues[index - 1]?.end ?? 0))).toEqual([])
      expect(cues.filter((cue) => cue.text.length / (cue.end - cue.start) > 20)).toEqual([])
      expect(cues.at(-1)?.end).toBeCloseTo(durationOf(movie), 0)
    },
  )

  test('its files are small', () => {
    const bytes = (names: readonly string[]) =>
      names.reduce((sum, name) => sum + statSync(file(name)).size, 0)
    expect(bytes(downloads.map((one) => `downloads/${one.file}`))).toBeLessThanOrEqual(6_000_000)
    const films = rules.videos.flatMap((one) => [one.file, one.webm, one.poster])
    expect(bytes(films)).toBeLessThanOrEqual(3_800_000)
  })
})
