import { type DeskRoute, deskRoutes } from '#contract/desk.ts'
import { actorOf, headingOf, verbOf } from '#desk/audit/sentences.ts'

const logged = Object.entries(deskRoutes).flatMap(([resource, calls]) =>
  Object.entries<DeskRoute>(calls)
    .filter(([, { method, changesNothing }]) => method !== 'GET' && !changesNothing)
    .map(([action]) => ({ resource, action })),
)

test.each(logged)('the audit log has words for $resource.$action', (event) => {
  const verb = verbOf(event)
  expect(verb).toMatch(/^[a-z ]+$/)
  expect([event.action, verbOf({ ...event, action: 'unknown' })]).not.toContain(verb)
})

test('an audit event names its record, or its id where the log keeps no name', () => {
  const event = { resource: 'contents', action: 'publish', record: '7', record_name: 'Open Table' }
  expect(headingOf(event)).toBe('Published “Open Table”')
  expect(headingOf({ ...event, record_name: null })).toBe('Published no. 7')
  expect(headingOf({ ...event, action: 'order', record: null, record_name: null })).toBe(
    'Changed the order',
  )
})

test('what no account has done looks different from what an account of that name has', () => {
  const actor_name = 'command line'
  expect(actorOf({ actor_name, by_account: true })).toBe('command line')
  expect(actorOf({ actor_name, by_account: false })).toBe('[command line]')
})
