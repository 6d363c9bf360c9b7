import { type DeskRoute, deskRoutes } from '#contract/desk.ts'
import { actTexts } from '#desk/texts/actTexts.ts'

const logged = Object.entries(deskRoutes).flatMap(([resource, calls]) =>
  Object.entries<DeskRoute>(calls)
    .filter(([, { method, changesNothing }]) => method !== 'GET' && !changesNothing)
    .map(([action]) => ({ resource, action })),
)

test.each(logged)('$resource.$action is told in words', (act) => {
  const verb = actTexts.verb(act)
  expect(verb).toMatch(/^[a-z ]+$/)
  expect([act.action, actTexts.verb({ ...act, action: 'unknown' })]).not.toContain(verb)
})

test('an act names its record, or its number where the log keeps no name', () => {
  const act = { resource: 'contents', action: 'publish', record: '7', record_name: 'Open Table' }
  expect(actTexts.heading(act)).toBe('Published “Open Table”')
  expect(actTexts.heading({ ...act, record_name: null })).toBe('Published no. 7')
  expect(actTexts.heading({ ...act, action: 'order', record: null, record_name: null })).toBe(
    'Changed the order',
  )
})
