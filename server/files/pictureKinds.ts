export type PictureKind = 'jpeg' | 'png' | 'webp' | 'avif'

/** Bytes of a PNG before its first chunk, and of a chunk beside its data: length, type, checksum. */
const PNG_HEAD = 8
const CHUNK_FRAME = 12
/** The byte of the flags in the header of an extended WebP, and the flag of an animation. */
const WEBP_FLAGS = 20
const WEBP_ANIMATION = 0x02

const ascii = (bytes: Buffer, start: number, end: number): string =>
  bytes.toString('latin1', start, end)

/** The kind by the first bytes; they prove nothing about the rest. */
export function kindOf(bytes: Buffer): PictureKind | null {
  if (ascii(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (ascii(bytes, 0, PNG_HEAD) === '\x89PNG\r\n\x1a\n') return 'png'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp'
  return brandsOf(bytes).some((brand) => /^avi[fs]$/.test(brand)) ? 'avif' : null
}

/** Decoders read the first frame of an animation and say nothing of the others. */
export function isAnimated(bytes: Buffer, kind: PictureKind): boolean {
  switch (kind) {
    case 'jpeg':
      return false
    case 'png':
      return chunkTypes(bytes).includes('acTL')
    case 'webp':
      return ascii(bytes, 12, 16) === 'VP8X' && ((bytes[WEBP_FLAGS] ?? 0) & WEBP_ANIMATION) !== 0
    case 'avif':
      return brandsOf(bytes).includes('avis')
  }
}

/** Major and compatible brands of a file of the family of AVIF and HEIC. */
function brandsOf(bytes: Buffer): string[] {
  if (bytes.length < 16 || ascii(bytes, 4, 8) !== 'ftyp') return []
  const end = Math.min(bytes.readUInt32BE(0), bytes.length)
  const brands = [ascii(bytes, 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(ascii(bytes, at, at + 4))
  return brands
}

/** Types of the chunks before the pixels, among them the one that announces an animation. */
function chunkTypes(bytes: Buffer): string[] {
  const types: string[] = []
  for (let at = PNG_HEAD; at + CHUNK_FRAME <= bytes.length; ) {
    const type = ascii(bytes, at + 4, at + 8)
    if (type === 'IDAT') break
    types.push(type)
    at += CHUNK_FRAME + bytes.readUInt32BE(at)
  }
  return types
}
