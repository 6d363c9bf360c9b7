import { dateIn } from '#server/modules/content/foreign.ts'

test.each([
  '2026-12-24',
  '2026-12-24 ',
  '24.12.2026',
  '24. 12. 2026',
  '12/24/2026',
  '24/12/2026',
  '24-12-2026',
  '24 Dec 2026',
  '24-Dec-2026',
  '24th of December 2026',
  '24. Dezember 2026',
  '24. Dez. 2026',
  'December 24, 2026',
  'Dec 24 2026',
  '46380',
  '24.12.26',
  '12/24/26',
  'Do, 24.12.2026',
  'Donnerstag, 24. Dezember 2026',
  'am 24.12.2026',
  'Thu 24 Dec 2026',
  'Thursday, December 24th, 2026',
])('a day is read as it is written: %s', (text) => {
  expect(dateIn(text)).toEqual({ iso: '2026-12-24', isAmbiguous: false })
})

test.each([
  ['2026-12-24T18:30', '2026-12-24T18:30:00'],
  ['2026-12-24 18:30:15', '2026-12-24T18:30:15'],
  ['24.12.2026, 18:30 Uhr', '2026-12-24T18:30:00'],
  ['24. Dezember 2026 um 8:05 Uhr', '2026-12-24T08:05:00'],
  ['12/24/2026 6:30 PM', '2026-12-24T18:30:00'],
  ['12/24/2026 12:05 a.m.', '2026-12-24T00:05:00'],
  ['46380.75', '2026-12-24T18:00:00'],
  ['24.12.26 18:30', '2026-12-24T18:30:00'],
  ['24.12.2026 18.30', '2026-12-24T18:30:00'],
  ['24.12.2026, 18.30 Uhr', '2026-12-24T18:30:00'],
  ['Do., 24.12.2026 ab 19 Uhr', '2026-12-24T19:00:00'],
  ['Dec 24th, 2026 at 7 pm', '2026-12-24T19:00:00'],
  ['2026-12-24T18:30:15.123Z', '2026-12-24T18:30:15.123Z'],
  ['2026-12-24T18:30:00+02:00', '2026-12-24T16:30:00Z'],
])('a time may follow the day: %s', (text, iso) => {
  expect(dateIn(text)).toEqual({ iso, isAmbiguous: false })
})

test.each([
  ['1. März 2026', '2026-03-01'],
  ['1 Mar 2026', '2026-03-01'],
  ['1. Mai 2026', '2026-05-01'],
  ['3 Sept 2026', '2026-09-03'],
  ['31. Oktober 2026', '2026-10-31'],
  ['13. Jänner 2027', '2027-01-13'],
  ['13. Feber 2027', '2027-02-13'],
])('months have their names in English and German: %s', (text, iso) => {
  expect(dateIn(text)?.iso).toBe(iso)
})

test('a day that could be the month comes first, and that is said', () => {
  expect(dateIn('05/06/2026')).toEqual({ iso: '2026-06-05', isAmbiguous: true })
  expect(dateIn('05.06.2026')).toEqual({ iso: '2026-06-05', isAmbiguous: false })
  expect(dateIn('06/06/2026')).toEqual({ iso: '2026-06-06', isAmbiguous: false })
})

test.each([
  '',
  'in winter',
  '2026',
  '1234',
  '30.2.2026',
  '2026-13-01',
  '13/13/2026',
  '24 Decoration 2026',
  '24.12.2026 25:00',
  '12/24/2026 13:00 PM',
  '3 days in 2026',
  '9007199254740993',
  `24.12.2026${' '.repeat(100)}x`,
])('any other text is no date: %s', (text) => {
  expect(dateIn(text)).toBeNull()
})
