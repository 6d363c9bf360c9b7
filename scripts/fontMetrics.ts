/** How often letters come in English, spaces included: the mean of these widths stands for a line. */
const SAMPLE = 'aaabcdeeeefghiijklmnnoopqrrssttuvwxyz      '

/** All lengths are parts of the font size. */
export type FontMetrics = { ascent: number; descent: number; lineGap: number; meanWidth: number }

/** Reads what a metric-adjusted fallback needs from an uncompressed TrueType file. */
export function readMetrics(sfnt: Buffer): FontMetrics {
  const table = (tag: string): number => {
    for (let at = 12; at < 12 + sfnt.readUInt16BE(4) * 16; at += 16)
      if (sfnt.toString('latin1', at, at + 4) === tag) return sfnt.readUInt32BE(at + 8)
    throw new Error(`The font has no ${tag} table.`)
  }
  const em = sfnt.readUInt16BE(table('head') + 18)
  const hhea = table('hhea')
  const widthCount = sfnt.readUInt16BE(hhea + 34)
  const width = (character: string): number => {
    const glyph = glyphOf(sfnt, table('cmap'), character.charCodeAt(0))
    return sfnt.readUInt16BE(table('hmtx') + Math.min(glyph, widthCount - 1) * 4)
  }
  const total = [...SAMPLE].reduce((sum, character) => sum + width(character), 0)
  return {
    ascent: sfnt.readInt16BE(hhea + 4) / em,
    descent: -sfnt.readInt16BE(hhea + 6) / em,
    lineGap: sfnt.readInt16BE(hhea + 8) / em,
    meanWidth: total / SAMPLE.length / em,
  }
}

/** Walks the segments of a format 4 character map, the one every TrueType font carries. */
function glyphOf(sfnt: Buffer, cmap: number, code: number): number {
  for (let index = 0; index < sfnt.readUInt16BE(cmap + 2); index++) {
    const map = cmap + sfnt.readUInt32BE(cmap + 8 + index * 8)
    if (sfnt.readUInt16BE(map) !== 4) continue
    const doubled = sfnt.readUInt16BE(map + 6)
    for (let at = 0; at < doubled; at += 2) {
      if (sfnt.readUInt16BE(map + 14 + at) < code) continue
      const start = sfnt.readUInt16BE(map + 16 + doubled + at)
      if (start > code) break
      const delta = sfnt.readUInt16BE(map + 16 + doubled * 2 + at)
      const rangeAt = map + 16 + doubled * 3 + at
      const range = sfnt.readUInt16BE(rangeAt)
      if (range === 0) return (code + delta) & 0xffff
      return sfnt.readUInt16BE(rangeAt + range + (code - start) * 2)
    }
  }
  throw new Error(`The font has no glyph for U+${code.toString(16)}.`)
}
