import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Stands in every file for what must not come through: a script, an address, a place. */
export const MARK = 'ATTACK-MARK'
const SCRIPT = `<script>alert('${MARK}')</script>`

type Attack = {
  readonly name: string
  readonly bytes: Uint8Array
  /** How it is stored; null: refused. */
  readonly becomes: 'jpg' | 'png' | null
}

/** A small picture: white, with a red square in the corner that is stored first. */
export const photo = (width = 32, height = 16) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } }).composite([
    {
      input: { create: { width: 8, height: 8, channels: 3, background: '#f00' } },
      left: 0,
      top: 0,
    },
  ])

/** Corner in which the square stands once a picture of each EXIF orientation is upright. */
export const CORNERS = [
  ['top', 'left'],
  ['top', 'right'],
  ['bottom', 'right'],
  ['bottom', 'left'],
  ['top', 'left'],
  ['top', 'right'],
  ['bottom', 'right'],
  ['bottom', 'left'],
] as const

/** Files that have broken, or been carried through, other picture pipelines. */
export async function imageAttacks(): Promise<Attack[]> {
  const jpeg = await photo().jpeg().toBuffer()
  const png = await photo().png().toBuffer()
  const text = (words: string) => Buffer.from(words)
  const turned = await Promise.all(
    CORNERS.map(async (_, at) => ({
      name: `orientation ${at + 1}`,
      bytes: await photo()
        .withMetadata({ orientation: at + 1 })
        .jpeg()
        .toBuffer(),
      becomes: 'jpg' as const,
    })),
  )
  const located = photo().withExif({
    IFD0: { Copyright: MARK },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`
  return [
    ...turned,
    {
      name: 'JPEG that is a page as well',
      bytes: Buffer.concat([jpeg, text(SCRIPT)]),
      becomes: 'jpg',
    },
    {
      name: 'PNG that is a page as well',
      bytes: Buffer.concat([png, text(SCRIPT)]),
      becomes: 'png',
    },
    {
      name: 'JPEG that is an archive as well',
      bytes: Buffer.concat([jpeg, archive()]),
      becomes: 'jpg',
    },
    { name: 'JPEG with a program in its comment', bytes: commented(jpeg), becomes: 'jpg' },
    { name: 'PNG with a page in a text chunk', bytes: annotated(png), becomes: 'png' },
    { name: 'JPEG with GPS', bytes: await located.jpeg().toBuffer(), becomes: 'jpg' },
    { name: 'PNG with GPS', bytes: await located.png().toBuffer(), becomes: 'png' },
    {
      name: 'CMYK JPEG',
      bytes: await photo().toColourspace('cmyk').jpeg().toBuffer(),
      becomes: 'jpg',
    },
    { name: '40 megapixels', bytes: blank(8000, 5000), becomes: 'png' },
    { name: 'more than 40 megapixels', bytes: blank(8000, 5001), becomes: null },
    {
      name: 'a bomb of 3600 megapixels',
      bytes: blank(60_000, 60_000, Buffer.alloc(9)),
      becomes: null,
    },
    {
      name: 'more pixels than it says',
      bytes: blank(4, 4, deflateSync(Buffer.alloc(9e6))),
      becomes: 'png',
    },
    {
      name: 'fewer pixels than it says',
      bytes: blank(400, 400, deflateSync(Buffer.alloc(99))),
      becomes: null,
    },
    { name: 'SVG', bytes: text(svg), becomes: null },
    {
      name: 'SVG behind white space',
      bytes: text(`\n\n<?xml version="1.0"?>${svg}`),
      becomes: null,
    },
    { name: 'GIF', bytes: await photo().gif().toBuffer(), becomes: null },
    {
      name: 'GIF that is a program as well',
      bytes: text(`GIF89a/*${MARK}*/=1;alert(1)`),
      becomes: null,
    },
    { name: 'WebP', bytes: await photo().webp().toBuffer(), becomes: null },
    { name: 'TIFF', bytes: await photo().tiff().toBuffer(), becomes: null },
    { name: 'AVIF', bytes: await photo(64, 64).avif({ effort: 0 }).toBuffer(), becomes: null },
    { name: 'page', bytes: text(`<!doctype html>${SCRIPT}`), becomes: null },
    { name: 'PDF', bytes: text(`%PDF-1.7\n${MARK}`), becomes: null },
    {
      name: 'first bytes of a PNG',
      bytes: Buffer.concat([png.subarray(0, 8), text(SCRIPT)]),
      becomes: null,
    },
    {
      name: 'first bytes of a JPEG',
      bytes: Buffer.concat([jpeg.subarray(0, 3), text(SCRIPT)]),
      becomes: null,
    },
    { name: 'cut JPEG', bytes: await cut(photo(600, 400).jpeg()), becomes: null },
    { name: 'cut PNG', bytes: await cut(photo(600, 400).png()), becomes: null },
    { name: 'nothing', bytes: Buffer.alloc(0), becomes: null },
    {
      name: 'noise',
      bytes: Buffer.from(Array.from({ length: 999 }, (_, n) => (n * 197) % 251)),
      becomes: null,
    },
  ]
}

async function cut(picture: ReturnType<typeof sharp>): Promise<Uint8Array> {
  const bytes = await picture.toBuffer()
  return bytes.subarray(0, bytes.length / 2)
}

/** The end of a ZIP file with one entry is all that many readers look for. */
const archive = (): Buffer => Buffer.from(`PK\x03\x04${MARK}PK\x05\x06${'\0'.repeat(18)}`, 'latin1')

/** A comment segment right behind the start of the picture. */
function commented(jpeg: Buffer): Buffer {
  const comment = Buffer.from(`<?php system('${MARK}') ?>`)
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)])
}

/** A text chunk behind the header, which always has 33 bytes. */
const annotated = (png: Buffer): Buffer =>
  Buffer.concat([
    png.subarray(0, 33),
    chunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`)),
    png.subarray(33),
  ])

/** A PNG of one bit for each pixel, all black unless its data say otherwise. */
function blank(width: number, height: number, data?: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = data ?? deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height))
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  const parts = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...parts])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
