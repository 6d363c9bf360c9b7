import { makeFolder } from '../ending.ts'
import { median, type Part } from '../figures.ts'
import { start } from '../servers/started.ts'

/** Odd, for the median. */
const ROUNDS = { full: 5, quick: 3 }

export const part: Part = {
  title: 'Start',
  about:
    'Time from the start of the process that `npm start` runs, with everything built, to the last byte of the landing page. ' +
    'The first start migrates an empty SQLite database and fills it with the demo world; the next one finds it. Medians.',
  run: async ({ isQuick }) => {
    const first: number[] = []
    const next: number[] = []
    for (let round = 0; round < (isQuick ? ROUNDS.quick : ROUNDS.full); round++) {
      const { path, remove } = makeFolder()
      first.push(await timeStart(path))
      next.push(await timeStart(path))
      remove()
    }
    const base = { name: 'time to the first answer', unit: 'ms', better: 'lower' } as const
    return {
      figures: [
        { ...base, subject: 'first start, with the demo world', value: median(first) },
        { ...base, subject: 'start on existing data', value: median(next) },
      ],
    }
  },
}

async function timeStart(dataDir: string): Promise<number> {
  const { startMs, stop } = await start(dataDir)
  await stop()
  return startMs
}
