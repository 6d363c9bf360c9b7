import path from 'node:path'
import { bareTexts } from './bareTexts.ts'

/** Limit for checking the types of a whole program on a busy machine. */
const READ_WITHIN_MS = 180_000

describe('A text beside something that comes and goes has an element of its own (decision 023)', () => {
  test.each(['src', 'desk'])(
    'in %s',
    (program) => {
      expect(bareTexts(path.resolve(program))).toEqual([])
    },
    READ_WITHIN_MS,
  )

  it(
    'and one that has none is found, wherever it stands',
    () => {
      const found = bareTexts(path.resolve('lab/checks/bare-texts'))
      expect(found.map(({ text }) => text)).toEqual([
        'name',
        'bare',
        'bare',
        'safe',
        '{isOn ? bare : null}',
        '{bare}',
        '{[name].map((each) => bare ?? each)}',
        'bare',
      ])
    },
    READ_WITHIN_MS,
  )
})
