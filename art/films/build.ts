import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { fontsLoaded, withPage } from '../chromium.ts'
import { fontFaces } from '../faces.ts'
import type { Film } from './film.ts'
import { FADE_SECONDS, filmSeconds, slideStarts, toWebVtt } from './film.ts'
import { films } from './films.ts'
import { slidePage } from './page.ts'

const OUT = join(import.meta.dirname, '../../server/db/seed/files/videos')
const SIZE = { width: 1280, height: 720 }
const FRAMES_PER_SECOND = 15

/** Draws `html` over the landscape into a PNG file; returns the file's path. */
async function drawPicture(page: Page, html: string, file: string): Promise<string> {
  await page.setContent(slidePage(await fontFaces(), html))
  await fontsLoaded(page)
  await page.screenshot({ path: file })
  return file
}

function input(picture: string, seconds: number): string[] {
  return [...`-loop 1 -framerate ${FRAMES_PER_SECOND} -t ${seconds} -i`.split(' '), picture]
}

/** Inputs alternate: slide, bare landscape, slide ...; the landscape lasts as long as the two fades around it. */
function joinArguments(film: Film, pictures: string[], bare: string): string[] {
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
  const filter = `${graph.join(';')};[f${offsets.length}]format=yuv420p[out]`
  const codec = `-t ${filmSeconds(film)} -c:v libx264 -preset slow -crf 26 -bf 8 -g 150 -movflags +faststart`
  return [...inputs, '-filter_complex', filter, '-map', '[out]', ...codec.split(' ')]
}

/** VP9, for browsers without H.264. */
const WEBM = '-an -c:v libvpx-vp9 -b:v 0 -crf 50 -row-mt 1 -deadline good -cpu-used 6 -g 300'.split(
  ' ',
)
const REPRODUCIBLE = '-map_metadata -1 -fflags +bitexact -flags:v +bitexact'.split(' ')

function runFfmpeg(args: string[], target: string): void {
  const all = ['-y', '-loglevel', 'error', ...args, ...REPRODUCIBLE, target]
  const { error, status, stderr } = spawnSync('ffmpeg', all, { encoding: 'utf8' })
  if (error)
    throw new Error('ffmpeg is missing (Debian: apt-get install ffmpeg).', { cause: error })
  if (status !== 0) throw new Error(`ffmpeg could not write ${target}: ${stderr}`)
}

async function buildFilm(page: Page, film: Film, folder: string, bare: string): Promise<void> {
  const pictures: string[] = []
  for (const [index, slide] of film.slides.entries())
    pictures.push(await drawPicture(page, slide.html, join(folder, `${film.key}-${index}.png`)))
  const target = (ending: string) => join(OUT, `${film.key}.${ending}`)
  runFfmpeg(joinArguments(film, pictures, bare), target('mp4'))
  runFfmpeg(['-i', target('mp4'), ...WEBM], target('webm'))
  await writeFile(target('vtt'), toWebVtt(film))
  await sharp(pictures[0]).webp({ quality: 80 }).toFile(target('webp'))
}

/** @param names keys of films; all when empty */
export async function buildFilms(names: string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'films-'))
  try {
    await withPage({ viewport: SIZE }, async (page) => {
      const bare = await drawPicture(page, '', join(folder, 'bare.png'))
      for (const film of films)
        if (names.length === 0 || names.includes(film.key))
          await buildFilm(page, film, folder, bare)
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}
