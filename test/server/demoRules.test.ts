import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type DemoTexts, demoTexts, languagesOf } from '#server/db/seed/languages.ts'

type Rules = DemoTexts<'rules'>
type Entry = Pick<Rules['basic'][number], 'title' | 'image' | 'sub_entries'>

const seed = join(import.meta.dirname, '../../server/db/seed')
const languages = languagesOf('demo')
const rulesIn = (language: string) => demoTexts('rules', language)

type Reference = { readonly from: number; readonly place: string | undefined }

/** Titles in double quotation marks: the place of the entry, and that of the entry or section it names. */
function referencesIn(language: string): Reference[] {
  const { basic, quick } = rulesIn(language)
  const entries: Entry[] = [...basic, ...quick]
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

const file = (name: string) => join(seed, 'files', name)
const words = (text: string) => text.split(/\s+/).filter(Boolean).length

describe.each(languages)('demo rules: texts in %s', (language) => {
  const rules = rulesIn(language)
  const entries: Entry[] = [...rules.basic, ...rules.quick]
  const subEntries = entries.flatMap((entry) => entry.sub_entries)

  test('there are 5 categories, 12 sub-categories and 5 quick sub-categories, each key once', () => {
    expect(rules.categories).toHaveLength(5)
    const keys = rules.categories.flatMap((category) =>
      category.subcategories.map((sub) => sub.key),
    )
    expect(keys).toHaveLength(12)
    expect(new Set(keys).size).toBe(12)
    expect(new Set(rules.categories.map((category) => category.key)).size).toBe(5)
    expect(new Set(rules.quick_subcategories.map((sub) => sub.key)).size).toBe(5)
  })

  test('titles are unique over both kinds and at most 100 characters', () => {
    const titles = entries.map((entry) => entry.title)
    expect(new Set(titles).size).toBe(titles.length)
    expect(titles.filter((title) => !/^[^\p{Cc}]{1,100}$/u.test(title))).toEqual([])
  })

  test('basic entries name a sub-category of their category, and the reading order keeps groups together', () => {
    const order = rules.categories.flatMap((category) =>
      category.subcategories.map((sub) => `${category.key}/${sub.key}`),
    )
    const used = rules.basic.map((entry) => `${entry.category}/${entry.subcategory}`)
    expect(used.filter((place, index) => place !== used[index - 1])).toEqual(order)
  })

  test('quick entries name a quick sub-category, and the reading order keeps groups together', () => {
    const used = rules.quick.map((entry) => entry.quick_subcategory)
    expect(used.filter((key, index) => key !== used[index - 1])).toEqual(
      rules.quick_subcategories.map((sub) => sub.key),
    )
  })

  test('every sub-category has at least four entries, so that three others can be related', () => {
    const groups = Map.groupBy(entries, (entry) =>
      'subcategory' in entry
        ? entry.subcategory
        : `quick/${(entry as Rules['quick'][number]).quick_subcategory}`,
    )
    expect([...groups].filter(([, group]) => group.length < 4).map(([key]) => key)).toEqual([])
    expect(groups.size).toBe(17)
  })

  test('exactly one entry has no sub-entries and exactly one sub-entry has no content', () => {
    expect(entries.filter((entry) => entry.sub_entries.length === 0)).toHaveLength(1)
    expect(subEntries.filter((sub) => sub.content === '')).toHaveLength(1)
  })

  test('entries have at most 4 sub-entries, each of about 30 to 120 words', () => {
    // German words are longer.
    const least = language === 'en' ? 30 : 25
    expect(entries.filter((entry) => entry.sub_entries.length > 4)).toEqual([])
    const outside = subEntries.filter(
      (sub) => sub.content !== '' && (words(sub.content) < least || words(sub.content) > 120),
    )
    expect(outside).toEqual([])
  })

  test('texts are plain: no markup, no tabs, no stray spaces, typographic apostrophes', () => {
    const wrong = /[<>\t'"]|\n{3,}| \n|^\s|\s$/
    expect(subEntries.filter((sub) => wrong.test(sub.content) || wrong.test(sub.title))).toEqual([])
  })

  test('a title in double quotation marks names an entry, or a section of the same entry', () => {
    const english = referencesIn('en')
    expect(english.length).toBeGreaterThan(40)
    expect(english.filter(({ place }) => place === undefined)).toEqual([])
    // Other languages have the same marks for speech.
    const found = referencesIn(language).filter(({ place }) => place !== undefined)
    expect(found.toSorted(byPlaces)).toEqual(english.toSorted(byPlaces))
  })

  test('every named picture is described in the list of pictures', () => {
    const listed = readFileSync(file('images/README.md'), 'utf8')
    const named = new Set(entries.flatMap((entry) => entry.image ?? []))
    expect([...named].filter((image) => !listed.includes(`\`${image}\``))).toEqual([])
    expect(named.size).toBe(8)
  })
})

describe.each(languages)('demo rules: videos in %s', (language) => {
  const rules = rulesIn(language)
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

  test('there are three, with different titles', () => {
    expect(new Set(rules.videos.map((video) => video.video_title)).size).toBe(3)
    expect(rules.videos).toHaveLength(3)
  })

  test.each(rules.videos)(
    '$video_title: an H.264 mp4 of 30 to 60 s that plays while it loads',
    (video) => {
      const movie = readFileSync(file(video.file))
      expect(movie.toString('latin1', 4, 8)).toBe('ftyp')
      expect(movie.includes('avc1')).toBe(true)
      expect(movie.indexOf('moov')).toBeLessThan(movie.indexOf('mdat'))
      expect(movie.length).toBeLessThanOrEqual(800_000)
      expect(durationOf(movie)).toBeGreaterThanOrEqual(30)
      expect(durationOf(movie)).toBeLessThanOrEqual(60.1)
    },
  )

  test.each(rules.videos)('$video_title: has a small WebM with VP9 beside it', ({ webm }) => {
    const movie = readFileSync(file(webm))
    expect(movie.readUInt32BE(0)).toBe(0x1a45dfa3)
    expect(movie.subarray(0, 64).includes('webm')).toBe(true)
    expect(movie.subarray(0, 1000).includes('V_VP9')).toBe(true)
    expect(movie.length).toBeLessThanOrEqual(400_000)
  })

  test.each(rules.videos)(
    '$video_title: captions are ordered, readable and end with the film',
    (video) => {
      const captions = readFileSync(file(video.captions), 'utf8')
      expect(captions).toMatch(/^WEBVTT\b/)
      expect(captions).toMatch(/\nNOTE\n(This film has no sound|Dieser Film hat keinen Ton)\./)
      const cues = cuesOf(captions)
      expect(cues.length).toBeGreaterThanOrEqual(12)
      expect(cues.filter((cue) => !(cue.start < cue.end) || cue.text === '')).toEqual([])
      expect(cues.filter((cue, index) => cue.start < (cues[index - 1]?.end ?? 0))).toEqual([])
      const hurried = cues.filter((cue) => cue.text.length / (cue.end - cue.start) > 20)
      expect(hurried).toEqual([])
      expect(cues.at(-1)?.end).toBeCloseTo(durationOf(readFileSync(file(video.file))), 0)
    },
  )

  test.each(rules.videos)('$video_title: has a small poster', (video) => {
    expect(existsSync(file(video.poster))).toBe(true)
    expect(statSync(file(video.poster)).size).toBeLessThanOrEqual(60_000)
    expect(readFileSync(file(video.poster)).toString('latin1', 8, 12)).toBe('WEBP')
  })
})
