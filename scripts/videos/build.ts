import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import type { Film } from './film.ts'
import { FADE_SECONDS, filmSeconds, slideStarts, toWebVtt } from './film.ts'
import { firstSession } from './films/firstSession.ts'
import { ripplesBoonsSeeds } from './films/ripplesBoonsSeeds.ts'
import { twoDice } from './films/twoDice.ts'
import { fontCss, slidePage } from './page.ts'

const FILMS = [twoDice, ripplesBoonsSeeds, firstSession]
const OUT = join(import.meta.dirname, '../../server/db/seed/files/videos')
const SIZE = { width: 1280, height: 720 }
const FRAMES_PER_SECOND = 15

/** Draws one page of `html` over the landscape into a PNG file and returns its path. */
async function drawPicture(page: Page, html: string, file: string): Promise<string> {
  await page.setContent(slidePage(await fontCss(), html))
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.screenshot({ path: file })
  return file
}

function input(picture: string, seconds: number): string[] {
  return [
    '-loop',
    '1',
    '-framerate',
    String(FRAMES_PER_SECOND),
    '-t',
    String(seconds),
    '-i',
    picture,
  ]
}

/** Inputs alternate: slide, bare landscape, slide ...; the landscape lasts as long as the two fades around it. */
function ffmpegArguments(film: Film, pictures: string[], bare: string, target: string): string[] {
  const inputs = film.slides.flatMap((slide, index) => [
    ...(index === 0 ? [] : input(bare, 2 * FADE_SECONDS)),
    ...input(pictures[index] ?? '', slide.seconds),
  ])
  const offsets = slideStarts(film)
    .slice(1)
    .flatMap((start) => [start - FADE_SECONDS, start])
  const graph = offsets.map((offset, index) => {
    const from = index === 0 ? '[0]' : `[f${index}]`
    return `${from}[${index + 1}]xfade=transition=fade:duration=${FADE_SECONDS}:offset=${offset}[f${index + 1}]`
  })
  return [
    ...['-y', '-loglevel', 'error', ...inputs],
    ...[
      '-filter_complex',
      `${graph.join(';')};[f${offsets.length}]format=yuv420p[out]`,
      '-map',
      '[out]',
    ],
    ...[
      '-t',
      String(filmSeconds(film)),
      '-c:v',
      'libx264',
      '-preset',
      'slow',
      '-crf',
      '26',
      '-bf',
      '8',
      '-g',
      '150',
    ],
    ...[
      '-map_metadata',
      '-1',
      '-fflags',
      '+bitexact',
      '-flags:v',
      '+bitexact',
      '-movflags',
      '+faststart',
      target,
    ],
  ]
}

function runFfmpeg(film: Film, pictures: string[], bare: string, target: string): void {
  const result = spawnSync('ffmpeg', ffmpegArguments(film, pictures, bare, target), {
    encoding: 'utf8',
  })
  if (result.status !== 0) throw new Error(`ffmpeg could not join ${film.key}: ${result.stderr}`)
}

/** The finished film once more as VP9, which browsers without H.264 can play. */
function runWebm(film: Film, finished: string, target: string): void {
  const result = spawnSync(
    'ffmpeg',
    [
      ...['-y', '-loglevel', 'error', '-i', finished, '-an', '-c:v', 'libvpx-vp9'],
      ...['-b:v', '0', '-crf', '50', '-row-mt', '1', '-deadline', 'good', '-cpu-used', '6'],
      ...['-g', '300', '-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact'],
      target,
    ],
    { encoding: 'utf8' },
  )
  if (result.status !== 0)
    throw new Error(`ffmpeg could not make a WebM of ${film.key}: ${result.stderr}`)
}

if (spawnSync('ffmpeg', ['-version']).error) {
  console.error(
    'ffmpeg is missing. Install it (Debian: apt-get install ffmpeg) and run this again.',
  )
  console.error('Only this script needs it: the finished films are part of the repository.')
  process.exit(1)
}

const folder = await mkdtemp(join(tmpdir(), 'films-'))
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
try {
  await mkdir(OUT, { recursive: true })
  const page = await browser.newPage({ viewport: SIZE })
  const bare = await drawPicture(page, '', join(folder, 'bare.png'))
  for (const film of FILMS) {
    const pictures: string[] = []
    for (const [index, slide] of film.slides.entries()) {
      pictures.push(await drawPicture(page, slide.html, join(folder, `${film.key}-${index}.png`)))
    }
    const target = join(OUT, `${film.key}.mp4`)
    runFfmpeg(film, pictures, bare, target)
    runWebm(film, target, join(OUT, `${film.key}.webm`))
    await writeFile(join(OUT, `${film.key}.vtt`), toWebVtt(film))
    await sharp(pictures[0])
      .webp({ quality: 80 })
      .toFile(join(OUT, `${film.key}.webp`))
    const { size } = await stat(target)
    console.log(`${film.key}.mp4  ${filmSeconds(film)} s  ${Math.round(size / 1024)} KiB`)
  }
} finally {
  await browser.close()
  await rm(folder, { recursive: true })
}
