import { type FileKey, publicKey } from '../../files/fileStore.ts'

const FORMATS = ['avif', 'webp'] as const

/** Pixels of the largest file, and the widths in which the site requests it, narrowest first. */
type Family = {
  /** The name of its files below /images, before the width. */
  readonly stem: string
  readonly width: number
  readonly height: number
  readonly widths: readonly number[]
}

/** A file that the site requests. */
export type SlotFile = {
  readonly path: string
  readonly width: number
  readonly height: number
  readonly format: (typeof FORMATS)[number]
}

/** `src/ui/Hero.tsx` requests these, and pages read offline show the narrowest AVIF. */
const hero = (name: string, height = 800): Family => ({
  stem: `hero-${name}`,
  width: 1920,
  height,
  widths: [480, 960, 1440, 1920],
})
/** `src/store/http/pictures.ts` requests these. */
const fallback = (name: string): Family => ({
  stem: `default-${name}`,
  width: 960,
  height: 640,
  widths: [480, 960],
})
/** The plates of the landing page bear the names of the scenes that they show without a kit. */
const plate = (scene: string): Family => ({
  stem: `hero-${scene}-tall`,
  width: 600,
  height: 800,
  widths: [600],
})

const FAMILIES = {
  'hero-landing': hero('landing'),
  'hero-initiative': hero('initiative'),
  'hero-news': hero('news'),
  'hero-downloads': hero('downloads'),
  'hero-rules': hero('rules'),
  'hero-world': hero('world'),
  'hero-dashboard': hero('dashboard', 480),
  'hero-auth': hero('auth'),
  'default-news': fallback('news'),
  'default-event': fallback('event'),
  'default-glossary': fallback('glossary'),
  'default-rule': fallback('rule'),
  'plate-1': plate('news'),
  'plate-2': plate('downloads'),
  'plate-3': plate('initiative'),
} as const satisfies Record<string, Family>

export type Slot = keyof typeof FAMILIES

export const SLOTS = Object.keys(FAMILIES) as readonly Slot[]

/** The files of a slot, narrowest first. */
export function filesOf(slot: Slot): SlotFile[] {
  const { stem, width, height, widths } = FAMILIES[slot]
  return widths.flatMap((one) =>
    FORMATS.map((format) => ({
      path: `/images/${stem}-${one}.${format}`,
      width: one,
      height: Math.round((height * one) / width),
      format,
    })),
  )
}

export const pathsOf = (slot: Slot): string[] => filesOf(slot).map(({ path }) => path)

/** The slot and the file that the site requests by a path; null for any other path. */
export function slotOf(path: string): { readonly slot: Slot; readonly file: SlotFile } | null {
  for (const slot of SLOTS) {
    if (!path.startsWith(`/images/${FAMILIES[slot].stem}-`)) continue
    const file = filesOf(slot).find((one) => one.path === path)
    if (file !== undefined) return { slot, file }
  }
  return null
}

/**
 * Where a file of a picture is stored.
 * @param stem the `key` of the picture
 * @throws for a malformed stem, which is a bug
 */
export function keyOf(stem: string, { width, format }: Pick<SlotFile, 'width' | 'format'>) {
  const key: FileKey | null = publicKey(`${stem}-${width}.${format}`)
  if (key === null) throw new Error(`${stem} is no stem of a stored picture`)
  return key
}
