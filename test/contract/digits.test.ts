import { plainDigits } from '#shared/digits.ts'

test.each([
  ['１２３４５６', '123456'],
  ['٣٤٥', '345'],
  ['०१९', '019'],
  ['𝟗𝟘', '90'],
  ['႐႙', '09'],
  [' 12 ', ' 12 '],
  ['x3K9', 'x3K9'],
  ['½', '1⁄2'],
])('the digits of %j are %j', (typed, plain) => {
  expect(plainDigits(typed)).toBe(plain)
})
