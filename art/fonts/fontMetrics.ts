/** Letters by their frequency in English, spaces included: their mean width is that of a line. */
const SAMPLE = 'aaabcdeeeefghiijklmnnoopqrrssttuvwxyz      '

/** All lengths in em. */
export type FontMetrics = { ascent: number; descent: number; lineGap: number; meanWidth: number }

/** @param sfnt an uncompressed TrueType file */
export function readMetrics(sfnt: Buffer): FontMetrics {
  const table = (tag: string): number => {
    for (let offset = 12; offset < 12 + sfnt.readUInt16BE(4) * 16; offset += 16)
      if (sfnt.toString('latin1', offset, offset + 4) === tag) return sfnt.readUInt32BE(offset + 8)
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

/** Looks up a format 4 character map, which every TrueType font has. */
function glyphOf(sfnt: Buffer, cmap: number, code: number): number {
  for (let index = 0; index < sfnt.readUInt16BE(cmap + 2); index++) {
    const map = cmap + sfnt.readUInt32BE(cmap + 8 + index * 8)
    if (sfnt.readUInt16BE(map) !== 4) continue
    const doubled = sfnt.readUInt16BE(map + 6)
    for (let offset = 0; offset < doubled; offset += 2) {
      if (sfnt.readUInt16BE(map + 14 + offset) < code) continue
      const start = sfnt.readUInt16BE(map + 16 + doubled + offset)
      if (start > code) break
      const delta = sfnt.readUInt16BE(map + 16 + doubled * 2 + offset)
      const rangeOffset = map + 16 + doubled * 3 + offset
      const range = sfnt.readUInt16BE(rangeOffset)
      if (range === 0) return (code + delta) & 0xffff
      return sfnt.readUInt16BE(rangeOffset + range + (code - start) * 2)
    }
  }
  throw new Error(`The font has no glyph for U+${code.toString(16)}.`)
}
