import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { toWebVtt } from '../films/film.ts'
import { films } from '../films/films.ts'

const SEED = join(import.meta.dirname, '../../server/db/seed')
const rules: { videos: { video_title: string; captions: string }[] } = JSON.parse(
  readFileSync(join(SEED, 'demo/en/rules.json'), 'utf8'),
)

test('the committed captions are those of the films', () => {
  const committed = rules.videos.map(({ video_title, captions }) => [
    video_title,
    readFileSync(join(SEED, 'files', captions), 'utf8'),
  ])
  assert.deepEqual(
    committed,
    films.map((film) => [film.title, toWebVtt(film)]),
  )
})
