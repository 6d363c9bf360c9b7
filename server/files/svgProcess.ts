import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { guarded } from './pictures.ts'

/* Started by svgRaster.ts in a process of its own: reads an SVG from the standard input, writes a PNG. */

const png = await sharp(await buffer(process.stdin), guarded)
  .png({ compressionLevel: 1 })
  .toBuffer()
process.stdout.write(png)
