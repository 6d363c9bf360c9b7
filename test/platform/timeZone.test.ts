import { localValue, periodFrom } from '#src/features/dashboard/groups/planning/localTime.ts'
import { readerTimeZone } from '#src/platform/timeZone.ts'

const said = (timeZone: string) =>
  jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...new Intl.DateTimeFormat().resolvedOptions(),
    timeZone,
  })

afterEach(() => jest.restoreAllMocks())

test.each([
  ['Europe/Vienna', 'Europe/Vienna'],
  ['UTC', 'UTC'],
  ['Etc/GMT-5', 'Etc/GMT-5'],
  ['Etc/Unknown', 'UTC'],
  ['', 'UTC'],
  ['+05:30', 'UTC'],
  ['Mars/Olympus', 'UTC'],
])('a browser that says it is in "%s" is read as %s', (named, zone) => {
  said(named)
  expect(readerTimeZone()).toBe(zone)
})

test('where the zone is read as UTC, the fields of a form are, too', () => {
  said('+05:30')
  expect(localValue('2027-02-01T19:00:00.000Z')).toBe('2027-02-01T19:00')
  expect(periodFrom('2027-02-01T19:00', 4)).toEqual({
    starts_at: '2027-02-01T19:00:00.000Z',
    ends_at: '2027-02-01T23:00:00.000Z',
  })
  expect(periodFrom('', 4)).toBeNull()
})
