import { fileNameOf } from '#server/desk/uploads.ts'
import { cutText } from '#shared/cutText.ts'

const FAMILY = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'

test.each([
  ['a text that fits', 'abc', 3, 'abc'],
  ['a letter', 'abcd', 3, 'abc'],
  ['half an emoji', 'ab\u{1F3B2}', 3, 'ab'],
  ['a letter without its mark', 'abe\u0301', 3, 'ab'],
  ['a family without its child', `ab${FAMILY}c`, 7, 'ab'],
  ['a flag', 'ab\u{1F1E8}\u{1F1ED}c', 4, 'ab'],
  ['a character that alone is longer', '\u{1F3B2}', 1, ''],
  ['a part of many marks', `a${'\u0301'.repeat(500)}`, 300, `a${'\u0301'.repeat(299)}`],
  ['behind a long text', `${'x'.repeat(1000)}${FAMILY}`, 1004, 'x'.repeat(1000)],
])('the cut never leaves %s', (_what, text, max, expected) => {
  expect(cutText(text, max)).toBe(expected)
})

test('a long file name keeps its ending, and fits into file systems', () => {
  expect(fileNameOf(`${'a'.repeat(199)}\u{1F3B2}.pdf`)).toBe(`${'a'.repeat(196)}.pdf`)
  const between = `${'a'.repeat(195)}\u{1F3B2}${'a'.repeat(9)}.pdf`
  expect(fileNameOf(between)).toBe(`${'a'.repeat(195)}.pdf`)
  expect(fileNameOf(`${'a'.repeat(300)}.tar.gz`)).toBe(`${'a'.repeat(193)}.tar.gz`)
  expect(fileNameOf('C:\\maps\\a.pdf')).toBe('a.pdf')
  expect(fileNameOf('x'.repeat(300))).toBe('x'.repeat(200))
  const bytes = fileNameOf(`${'\u{1F3B2}'.repeat(90)}.pdf`)
  expect([bytes.isWellFormed(), Buffer.byteLength(bytes) <= 255, bytes.endsWith('.pdf')]).toEqual([
    true,
    true,
    true,
  ])
})
