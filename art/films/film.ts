/** One picture of a film. `seconds` runs from the start of its fade-in to the start of the next one. */
type Slide = {
  seconds: number
  /** Drawing and words, as the inside of the page that `page.ts` wraps. */
  html: string
  /** What a narrator would say over this slide, in the order of the cues. */
  narration: string[]
}

export type Film = {
  /** File name without its ending. */
  key: string
  title: string
  slides: Slide[]
}

type Cue = { start: number; end: number; text: string }

/** One slide fades out to the bare landscape and the next one in: two fades at each change. */
export const FADE_SECONDS = 0.6
/** A cue changes when the new slide can be read. */
const CUE_DELAY_SECONDS = 0.4

/** Seconds at which each slide begins to fade in; the first is 0. */
export function slideStarts(film: Film): number[] {
  let elapsed = 0
  return film.slides.map((slide) => {
    const start = elapsed
    elapsed += slide.seconds
    return start
  })
}

export function filmSeconds(film: Film): number {
  return film.slides.reduce((sum, slide) => sum + slide.seconds, 0)
}

/** Cues in order, without overlap; each sentence gets time in proportion to its length. */
function filmCues(film: Film): Cue[] {
  const starts = slideStarts(film)
  return film.slides.flatMap((slide, index) => {
    const letters = slide.narration.reduce((sum, text) => sum + text.length, 0)
    let end = (starts[index] ?? 0) + CUE_DELAY_SECONDS
    return slide.narration.map((text) => {
      const start = end
      end += (text.length / letters) * (slide.seconds - CUE_DELAY_SECONDS)
      return { start, end, text }
    })
  })
}

function timestamp(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000)
  const part = (value: number, size: number) => String(value).padStart(size, '0')
  return `${part(Math.floor(milliseconds / 60_000), 2)}:${part(Math.floor(milliseconds / 1000) % 60, 2)}.${part(milliseconds % 1000, 3)}`
}

export function toWebVtt(film: Film): string {
  const note = 'NOTE\nThis film has no sound. The captions carry the whole narration.'
  const cues = filmCues(film).map(
    (cue, index) => `${index + 1}\n${timestamp(cue.start)} --> ${timestamp(cue.end)}\n${cue.text}`,
  )
  return `${[`WEBVTT - ${film.title}`, note, ...cues].join('\n\n')}\n`
}
