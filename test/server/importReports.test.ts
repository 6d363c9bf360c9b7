import type { Losses } from '#contract/transfer.ts'
import { said } from '#server/text/sentence.ts'
import { reportOf } from '#server/transfer/report.ts'
import type { Loss } from '#server/transfer/sources/source.ts'
import { boundedLog, loggedRow } from '#server/transfer/undo.ts'

const repeated = (count: number, lossOf: (index: number) => Loss): Loss[] =>
  Array.from({ length: count }, (_, index) => lossOf(index))
const struck = (index: number): Loss => ({
  place: said('transfer.place.row', { number: index }),
  problem: said('transfer.struck_through'),
})
const picture = (index: number): Loss => ({
  place: 'a.md',
  problem: said('transfer.picture_missing', { name: `${index}.png` }),
})
const absent: Loss = { place: 'b.md', problem: said('transfer.row_untitled') }

function reported(losses: readonly Loss[]) {
  const noted: Losses['losses'] = []
  const noteLosses = (more: Losses) => void noted.push(...more.losses)
  return { report: reportOf({ noteLosses }, { losses, recognised: null }, []), noted }
}

test('a report has the kinds of what is lost, the most serious first, with three examples', () => {
  const losses = [...repeated(4, picture), ...repeated(639, struck), absent]
  const { report, noted } = reported(losses)
  expect(report.kinds_of_losses?.map(({ count, examples }) => [count, examples.length])).toEqual([
    [1, 1],
    [639, 3],
    [4, 3],
  ])
  expect(report.kinds_of_losses?.[0]?.examples).toEqual([
    { place: 'b.md', problem: 'The row has no title and is left out.' },
  ])
  expect([report.losses.length, report.more_losses]).toEqual([500, 144])
  expect(noted).toHaveLength(644)
  expect(noted[0]?.place).toBe('b.md')
})

test('a report that has room for all says nothing twice', () => {
  const { report, noted } = reported(repeated(500, struck))
  expect([report.losses.length, report.more_losses, noted]).toEqual([500, 0, []])
})

test('the file of a report is bound', () => {
  const long = (): Loss => ({ place: 'x'.repeat(100_000), problem: said('transfer.comment') })
  const { report, noted } = reported(repeated(600, long))
  expect(noted).toHaveLength(249)
  expect(report.more_losses).toBe(100)
})

describe('the log of an import', () => {
  const ADA = 1
  const stateOf = (row: object) => ({ row: { transfer_key: 'salt', ...row }, sections: [] })
  const logged = (row: object, before: object | null = null) =>
    loggedRow(
      { table: 'glossary_entries', act: before === null ? 'added' : 'changed', actor: ADA },
      stateOf(row),
      before && stateOf(before),
    )

  test('names each change, with its short values alone', () => {
    const before = { title: 'Salt', description: 'White.', updated_at: 1 }
    const after = { title: 'Sea salt', description: 'y'.repeat(201), updated_at: 2 }
    expect(logged(after, before)).toEqual({
      table: 'glossary_entries',
      key: 'salt',
      act: 'changed',
      fields: ['title', 'description'],
      before: { title: 'Salt', description: 'White.' },
      after: { title: 'Sea salt' },
    })
  })

  test('names the author of an entry that goes with its account, and when an article appears', () => {
    expect(logged({ created_by: 2, approved_at: 5 })).toMatchObject({ created_by: 2 })
    expect(logged({ created_by: ADA, approved_at: null })).toMatchObject({ created_by: ADA })
    expect(logged({ created_by: ADA, approved_at: 5 })).not.toHaveProperty('created_by')
    expect(logged({ publish_at: 7 })).toMatchObject({ after: { publish_at: 7 } })
  })

  test('has a thousand rows, the changed ones first', () => {
    const rows = [...Array.from({ length: 1000 }, () => logged({})), logged({}, { title: 'Salt' })]
    const log = boundedLog(rows)
    expect([log.rows.length, log.rows[0]?.act, log.more_rows]).toEqual([1000, 'changed', 1])
  })
})
